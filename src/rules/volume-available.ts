import { availableVolumes, live } from "../cluster/index.ts";
import { claimOf, isLocalProvisioned, volumeHandleOf } from "../controllers/index.ts";
import { defineRule } from "../define/index.ts";
import type { PersistentVolume, Phrase } from "../kubernetes/index.ts";
import { isTerminating, nameOf, say } from "../kubernetes/index.ts";
import { proof } from "../report/index.ts";
import { isOld, sizeOf } from "./shared/findings.ts";

/** A week, in seconds. */
const patience = 604_800;

export default defineRule({
  code: "PVG306",
  name: "volume-available",
  title: "A volume has been Available for more than a week",
  severity: "note",
  on: ["v1/persistentvolumes"],
  only: [live, availableVolumes],
  what: "A PersistentVolume has been Available for more than a week. The spare volumes of the local static provisioner are not counted.",
  why: "It was created manually, or released for use again, and no claim fits it. A volume that names a claim without a uid is reserved on purpose: no other claim gets it.",
  whatToDo:
    "Find out which claim it was meant for. If there is none, you must save its manifest, and delete the object and the disk.",
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go syncVolume, 1.36",
    "kubernetes-sigs/sig-storage-local-static-provisioner pkg/discovery/discovery.go, v2.9",
  ],
  check(volume, { cluster, olderThan }) {
    if (volume.status?.phase !== "Available" || isTerminating(volume) || isLocalProvisioned(volume))
      return [];
    const since = volume.status.lastPhaseTransitionTime;
    const at = since ?? volume.metadata.creationTimestamp;
    if (!isOld(at, Math.max(patience, olderThan), cluster.now)) return [];
    return {
      message: reservation(volume),
      ...(since === undefined ? {} : { since }),
      evidence: [proof(volume, "status.phase", "Available")],
      ...sizeOf(volume),
    };
  },
});

function reservation(volume: PersistentVolume): Phrase {
  const claim = claimOf(volume);
  const handle = volumeHandleOf(volume) ?? "its disk";
  return claim === undefined
    ? say`no claim is bound to it, and ${handle} is not used`
    : say`it is reserved for ${nameOf(claim)}, which is not bound to it; ${handle} is not used`;
}
