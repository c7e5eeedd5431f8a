import { type FoundHold, remedy } from "../../../engine/index.ts";
import { proof, say, type VolumeSnapshot } from "../../../model/index.ts";

/** A deleted snapshot that names no class, and for which none can be chosen. */
export function withoutClass(snapshot: VolumeSnapshot): Omit<FoundHold<never>, "reason"> {
  return {
    holder: { person: "administrator" },
    message: say`the snapshot names no VolumeSnapshotClass, and none can be chosen for it, so the snapshot-controller does not process it`,
    evidence: [proof(snapshot, "spec.volumeSnapshotClassName", snapshot.spec?.volumeSnapshotClassName)],
    remedies: [remedy("name-snapshot-class", snapshot)],
    avoid: {
      step: say`remove the snapshot's finalizers`,
      because: say`no controller would then tell the driver to delete the snapshot in the storage backend`,
    },
  };
}
