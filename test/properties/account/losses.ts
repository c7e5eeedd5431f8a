/** What a run of the controllers has left behind, and which pods it has stopped. */
import type { KubeObject } from "../../../src/kubernetes/index.ts";
import { nameKey, refOf } from "../../../src/kubernetes/index.ts";
import type { SmallWorld } from "./small-world.ts";

interface Disk {
  readonly key: string;
  readonly policy: unknown;
}

/** What stands for a disk or a snapshot in the backend. */
function disksIn(objects: readonly KubeObject[]): readonly Disk[] {
  return objects.flatMap((object) => {
    const key = diskOf(object);
    const { spec = {} } = object as { readonly spec?: { readonly [field: string]: unknown } };
    const policy =
      object.kind === "PersistentVolume" ? spec.persistentVolumeReclaimPolicy : spec.deletionPolicy;
    return key === undefined ? [] : [{ key, policy }];
  });
}

interface Backed {
  readonly spec?: {
    readonly csi?: { readonly volumeHandle?: string };
    readonly awsElasticBlockStore?: { readonly volumeID?: string };
    readonly nfs?: { readonly server?: string; readonly path?: string };
    readonly local?: { readonly path?: string };
    readonly hostPath?: { readonly path?: string };
  };
  readonly status?: { readonly snapshotHandle?: string };
}

/** The handle, without the driver: the same disk can be told by a plugin or by the driver that took it over. */
function diskOf(object: KubeObject): string | undefined {
  const { spec, status } = object as Backed;
  if (object.kind === "VolumeSnapshotContent") return status?.snapshotHandle;
  if (object.kind !== "PersistentVolume") return undefined;
  const { csi, awsElasticBlockStore: ebs, nfs, local, hostPath } = spec ?? {};
  if (nfs !== undefined) return `${nfs.server}:${nfs.path}`;
  return csi?.volumeHandle ?? ebs?.volumeID ?? local?.path ?? hostPath?.path;
}

/** Their last policy was to delete the disk. A disk that is to be kept is not left behind. */
export function leakedIn({ gone, objects, destroyed }: SmallWorld): ReadonlySet<string> {
  const recorded = new Set(disksIn(objects).map(({ key }) => key));
  const handles = [...destroyed].map((disk) => disk.slice(disk.indexOf(" ") + 1));
  const kept = new Set(disksIn(gone).flatMap(({ key, policy }) => (policy === "Retain" ? [key] : [])));
  return new Set(
    disksIn(gone)
      .map(({ key }) => key)
      .filter((key) => !kept.has(key) && !recorded.has(key) && !handles.includes(key)),
  );
}

export function stoppedIn(before: readonly KubeObject[], world: SmallWorld): ReadonlySet<string> {
  const isRunning = (object: KubeObject | undefined) =>
    object !== undefined &&
    object.metadata.deletionTimestamp === undefined &&
    (object as { readonly status?: { readonly phase?: string } }).status?.phase === "Running";
  return new Set(
    before
      .filter((object) => object.kind === "Pod" && isRunning(object) && !isRunning(world.find(refOf(object))))
      .map((object) => nameKey(refOf(object))),
  );
}
