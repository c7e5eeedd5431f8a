import { boundOrReleasedVolumes, live, volumesWithoutClaimUid } from "../cluster/index.ts";
import { claimsByBond, reclaimPolicyOf, volumesByBond } from "../controllers/index.ts";
import { defineRule, isFresh, matches } from "../define/index.ts";
import { isTerminating } from "../kubernetes/index.ts";
import { diagnosedFinding } from "./shared/findings.ts";

const reasons = [
  "ClaimOfVolumeMissing",
  "ClaimNamespaceMissing",
  "ClaimOfVolumeReplaced",
  "ClaimBoundElsewhere",
  "FormerClaimReplaced",
];

export default defineRule({
  code: "PVG206",
  name: "claim-ref-mismatch",
  title: "The claimRef of a volume does not match its claim",
  on: ["v1/persistentvolumes"],
  only: [
    live,
    boundOrReleasedVolumes,
    { either: [volumesWithoutClaimUid, matches(volumesByBond, "none", claimsByBond)] },
  ],
  needs: ["v1/persistentvolumeclaims", "v1/namespaces"],
  what: "The claimRef of a PersistentVolume names a claim that no longer exists, that has another uid, or that is bound to another volume.",
  why: "Kubernetes compares uids, not names. It considers the volume's claim deleted and releases the volume, and with policy Delete the disk is deleted. After a restore, or when a namespace was force-finalized, this affects volumes that are still needed.",
  whatToDo:
    'Set the volume to Retain before anything else: `kubectl patch pv NAME -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`. Then see `kubectl pvguard why pv/NAME`.',
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go syncVolume, 1.36",
    "kubernetes/kubernetes#127240",
    "openebs/openebs#3505",
  ],
  check(volume, context) {
    const { phase } = volume.status ?? {};
    if (isTerminating(volume)) return [];
    if (phase !== "Bound" && !(phase === "Released" && reclaimPolicyOf(volume) === "Delete")) return [];
    const ref = volume.spec?.claimRef;
    const claim = context.cluster.get("v1/persistentvolumeclaims", ref?.name ?? "", ref?.namespace);
    if (claim.state === "absent" && phase === "Released") return [];
    const isRight =
      claim.state === "found" &&
      claim.object.metadata.uid === ref?.uid &&
      claim.object.spec?.volumeName === volume.metadata.name;
    if (isRight || isFresh(volume, context.cluster.now)) return [];
    const severity = reclaimPolicyOf(volume) === "Delete" ? "error" : "warning";
    return diagnosedFinding(volume, context, {
      by: ["bound-mismatch", "released"],
      wanted: ({ reason }) => reasons.includes(reason),
      more: () => ({ severity }),
    });
  },
});
