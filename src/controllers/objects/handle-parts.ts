import type { PersistentVolume } from "../../kubernetes/index.ts";
import { volumeHandleOf } from "./volume-source.ts";

/** Shorter parts, such as a zone or a pool, name no disk. */
const leastLength = 6;

/** As drivers put them at the end of a handle: kubernetes/ceph-csi internal/util/volid.go ComposeCSIID, v3.14. */
const uuidAtEnd = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The handle of a volume and its parts, in lower case: by one of them a list of the backend may name the disk. */
export function handlePartsOf(volume: PersistentVolume): readonly string[] {
  const handle = volumeHandleOf(volume)?.toLowerCase();
  if (handle === undefined) return [];
  const parts = handle.split(/[/#:]+/).filter((part) => part.length >= leastLength);
  return [...new Set([handle, ...parts, ...(uuidAtEnd.exec(handle) ?? [])])];
}
