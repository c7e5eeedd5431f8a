import type { Cluster } from "../cluster/index.ts";
import { live, releasedVolumes } from "../cluster/index.ts";
import { claimOf, reclaimPolicyOf, volumeHandleOf } from "../controllers/index.ts";
import { defineRule } from "../define/index.ts";
import { listedIfGiven } from "../evidence/index.ts";
import type { PersistentVolume, Phrase } from "../kubernetes/index.ts";
import { isTerminating, nameOf, say } from "../kubernetes/index.ts";
import { saveManifest } from "../remedies/index.ts";
import { proof } from "../report/index.ts";
import { isOld, sizeOf } from "./shared/findings.ts";

export default defineRule({
  code: "PVG301",
  name: "volume-retained",
  title: "A Released volume is kept on purpose",
  severity: "note",
  on: ["v1/persistentvolumes"],
  only: [live, releasedVolumes],
  needs: ["v1/persistentvolumeclaims", "v1/namespaces"],
  what: "A PersistentVolume is Released, and its policy is Retain.",
  why: "That is the purpose of Retain: the data is kept until you decide, and costs money until then. The object is the only record of which disk held whose data.",
  whatToDo:
    "Decide by age and last claim. To use the data again, see `kubectl pvguard why pv/NAME`. To give it up, you must save the manifest, delete the disk in the storage backend, and then delete the object.",
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go reclaimVolume, 1.36",
    "kubernetes-csi/csi-driver-nfs#382",
    "kubernetes/kubernetes#91847",
  ],
  check(volume, context) {
    const since = volume.status?.lastPhaseTransitionTime;
    if (volume.status?.phase !== "Released" || reclaimPolicyOf(volume) !== "Retain") return [];
    if (isTerminating(volume) || !isOld(since, context.olderThan, context.cluster.now)) return [];
    const told = context.ownHolds(volume).find(({ by }) => "wait" in by && by.wait === "released");
    return {
      message: say`${last(volume, context.cluster)}${told?.reason === "DataOnFormerVolume" ? say`; ${told.message}` : []}`,
      ...(since === undefined ? {} : { since }),
      reason: told === undefined || told.category === "unknown" ? "ReleasedByDesign" : told.reason,
      evidence: [
        proof(volume, "status.phase", "Released"),
        proof(volume, "spec.persistentVolumeReclaimPolicy", "Retain"),
      ],
      ...sizeOf(volume),
      remedies: [saveManifest(volume)],
    };
  },
});

function last(volume: PersistentVolume, cluster: Cluster): Phrase {
  const claim = claimOf(volume);
  const handle = volumeHandleOf(volume) ?? "its data";
  const listed = listedIfGiven(volume, cluster);
  if (listed.listed === "no")
    return say`the policy Retain keeps the object, but ${listed.list.inventory.metadata.name} does not have ${handle}`;
  return claim === undefined
    ? say`the policy Retain keeps ${handle}`
    : say`the policy Retain keeps ${handle}; its last claim was ${nameOf(claim)}`;
}
