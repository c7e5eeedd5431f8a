import { deleted, live, setsThatDeleteClaims } from "../cluster/index.ts";
import {
  condemnedWith,
  mayBeCondemned,
  numberedClaims,
  releaseDestroys,
  setsByClaims,
  volumeHandleOf,
} from "../controllers/index.ts";
import type { RuleAnswer } from "../define/index.ts";
import { defineRule, matchesOne } from "../define/index.ts";
import { isTerminating, refOf, say, workloadKinds } from "../kubernetes/index.ts";
import { setRetain } from "../remedies/index.ts";
import { proof } from "../report/index.ts";
import { diagnosedFinding } from "./shared/findings.ts";

export default defineRule({
  code: "PVG215",
  name: "claim-taken-along",
  title: "A StatefulSet will cause a claim and its data to be deleted",
  on: ["v1/persistentvolumeclaims"],
  only: [live, matchesOne(numberedClaims, setsByClaims, { either: [setsThatDeleteClaims, deleted] })],
  needs: [
    "v1/persistentvolumes",
    "v1/pods",
    "apps/v1/statefulsets",
    ...workloadKinds.filter((kind) => kind !== "apps/v1/statefulsets"),
    "batch/v1/cronjobs",
  ],
  what: "A claim is not marked for deletion yet. But its StatefulSet was scaled down with whenScaled: Delete, or is being deleted and owns the claim. The claim's volume has policy Delete, and a controller or driver carries it out.",
  why: "The claim is deleted as soon as the pod that the set removes, or the set itself, is deleted. The disk is deleted right after that. The set keeps the pod as long as another of its pods is not ready: until then, the claim shows no sign of it.",
  whatToDo:
    'If the data is needed, set the volume to Retain at once: `kubectl patch pv NAME -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`. To keep the claim too, see `kubectl pvguard why pvc/NAME -n NAMESPACE`.',
  sources: [
    "kubernetes/kubernetes pkg/controller/statefulset/stateful_set_control.go updateStatefulSet, 1.36",
    "kubernetes/kubernetes pkg/controller/statefulset/stateful_set_utils.go updateClaimOwnerRefForSetAndPod, 1.36",
    "kubernetes/enhancements keps/sig-apps/1847-autoremove-statefulset-pvcs/README.md",
  ],
  check(claim, context): RuleAnswer {
    if (isTerminating(claim)) return [];
    const { cluster } = context;
    const condemned = condemnedWith(claim, cluster);
    if (condemned.found === "none") return [];
    if (condemned.found === "unread")
      return mayBeCondemned(claim, cluster) ? { unread: condemned.unread } : [];
    const name = claim.spec?.volumeName ?? "";
    if (name === "") return [];
    const volume = cluster.get("v1/persistentvolumes", name);
    if (volume.state === "unread") return { unread: volume.unread };
    if (volume.state === "absent" || !releaseDestroys(volume.object)) return [];
    const disk = volumeHandleOf(volume.object) ?? "its disk";
    const on = refOf(volume.object);
    return diagnosedFinding(claim, context, {
      by: ["deleted-with-pod"],
      wanted: () => true,
      more: ({ message, evidence, remedies }) => ({
        message: say`${message}, and ${disk} is deleted with it (policy Delete)`,
        evidence: [...evidence, proof(on, "spec.persistentVolumeReclaimPolicy", "Delete")],
        remedies: [...remedies, setRetain(volume.object)],
      }),
    });
  },
});
