import type { FoundHold } from "../../../engine/index.ts";
import { proof, refOf, say, type VolumeSnapshot } from "../../../model/index.ts";

/** A deleted snapshot that names no class, and for which none can be chosen. */
export function withoutClass(snapshot: VolumeSnapshot): Omit<FoundHold<never>, "reason"> {
  const ref = refOf(snapshot);
  return {
    holder: { person: "administrator" },
    message: say`it names no VolumeSnapshotClass, and none can be chosen for it, so the snapshot-controller leaves it alone`,
    evidence: [proof(ref, "spec.volumeSnapshotClassName", snapshot.spec?.volumeSnapshotClassName)],
    remedies: [{ remedy: "name-snapshot-class", on: ref }],
    avoid: [
      {
        step: say`removing its finalizers`,
        because: say`nobody would then tell the driver to delete the snapshot in the backend`,
      },
    ],
  };
}
