import { boundClaims, claimsWithUnfinishedAttributes, live } from "../cluster/index.ts";
import type { RuleAnswer } from "../define/index.ts";
import { defineRule } from "../define/index.ts";
import { isTerminating } from "../kubernetes/index.ts";
import { diagnosedFinding, isTrouble } from "./shared/findings.ts";

export default defineRule({
  code: "PVG404",
  name: "claim-attributes-refused",
  title: "The VolumeAttributesClass of a claim is refused, missing or failing",
  on: ["v1/persistentvolumeclaims"],
  only: [live, boundClaims, claimsWithUnfinishedAttributes],
  needs: [
    "v1/persistentvolumes",
    "v1/nodes",
    "v1/events",
    "v1/pods",
    "storage.k8s.io/v1/volumeattributesclasses",
  ],
  what: "The status of a claim says that the change to its VolumeAttributesClass is Infeasible or Pending, or that the last attempt failed.",
  why: "The volume stays as it was, and pods continue to run. The requested speed or replicas are not in effect, and nothing else shows it.",
  whatToDo:
    "Look at the driver's error: `kubectl pvguard why pvc/NAME -n NAMESPACE`. You must name another class, or go back to the claim's former class.",
  sources: [
    "kubernetes-csi/external-resizer pkg/modifycontroller/modify_status.go markControllerModifyVolumeStatus, v2.2",
    "kubernetes/enhancements keps/sig-storage/3751-volume-attributes-class/README.md",
    "kubernetes-csi/external-resizer#487",
  ],
  check(claim, context): RuleAnswer {
    if (claim.status?.phase !== "Bound" || isTerminating(claim)) return [];
    if (claim.status.modifyVolumeStatus?.status === undefined) return [];
    return diagnosedFinding(claim, context, { by: ["attributes"], wanted: isTrouble });
  },
});
