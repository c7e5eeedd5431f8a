import { finalizerNames, reclaimPolicyOf, volumeHandleOf } from "../controllers/index.ts";
import type { KubeObject, PersistentVolume, VolumeSnapshotContent } from "../kubernetes/index.ts";
import { say } from "../kubernetes/index.ts";
import type { Acceptance } from "../report/index.ts";
import { acceptance } from "./acceptance.ts";

/** What remains in the backend with no record of it when an object loses a finalizer: it must always be accepted. */
export function leftBehindWithout(object: KubeObject, finalizer: string): Acceptance | undefined {
  const goes = (object.metadata.finalizers ?? []).length <= 1;
  switch (object.kind) {
    case "PersistentVolume":
      return goes || makersOfDeletion.includes(finalizer) ? diskOf(object) : undefined;
    case "VolumeSnapshotContent":
      return goes ? snapshotOf(object) : undefined;
    default:
      return undefined;
  }
}

/** With policy Delete these finalizers are all that makes a controller delete the disk. */
const makersOfDeletion: readonly string[] = [finalizerNames.externalProvisioner, finalizerNames.pvController];

function diskOf(volume: PersistentVolume): Acceptance | undefined {
  if (reclaimPolicyOf(volume) !== "Delete") return undefined;
  const handle = volumeHandleOf(volume) ?? "the disk";
  const driver = volume.spec?.csi?.driver;
  const where = driver === undefined ? [] : say` of ${driver}`;
  return acceptance(
    "DiskLeaks",
    say`The policy is Delete, but nothing will delete ${handle}${where}: it remains in the storage backend with no record of it. Write it down.`,
  );
}

function snapshotOf({ spec, status }: VolumeSnapshotContent): Acceptance | undefined {
  if (spec?.deletionPolicy !== "Delete") return undefined;
  const handle = status?.snapshotHandle ?? "the snapshot";
  return acceptance(
    "SnapshotLeaks",
    say`The policy is Delete, but nothing will delete ${handle} of ${spec.driver ?? "its driver"}: it remains in the storage backend with no record of it. Write it down.`,
  );
}
