import { asCsi, volumeBackend } from "../controllers/index.ts";
import type { PersistentVolume } from "../kubernetes/index.ts";

/** As drivers make the name of a disk: ceph/ceph-csi internal/util/volid.go CSIIdentifier ends in that of the image. */
const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** What an error can call the disk of this volume: by the handle, the end of it that is its own, or the volume's name. */
export function diskNamesOf(volume: PersistentVolume): readonly string[] {
  const backend = volumeBackend(volume);
  const handles = "handle" in backend ? [backend.handle, asCsi(volume)?.handle ?? ""] : [];
  const ends = handles.flatMap((handle) => {
    const parts = handle.split(/[/#|]|--|::?/).filter((part) => part !== "");
    return [parts.at(-1) ?? "", [...handle.matchAll(uuid)].at(-1)?.[0] ?? ""];
  });
  const named = [...handles, ...ends.filter((end) => /\d/.test(end)), volume.metadata.name];
  return [...new Set(named.filter((name) => name !== ""))];
}
