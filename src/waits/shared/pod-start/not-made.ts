import { latestEvent } from "../../../controllers/index.ts";
import { couldNotRead, nameOf } from "../../../engine/index.ts";
import {
  type Cluster,
  hint,
  type ObjectRef,
  type Pod,
  type PodVolume,
  proof,
  refOf,
  say,
} from "../../../model/index.ts";
import { isOverdue } from "../overdue.ts";
import type { StartHold } from "./by-claim.ts";

const maker = { controller: "ephemeral-volume-controller" } as const;

/**
 * The claim of an ephemeral volume, which a controller creates; if that fails, an event of the pod says so.
 * kubernetes/kubernetes pkg/controller/volume/ephemeral/controller.go syncHandler, handleVolume, 1.36.
 */
export function notMade(pod: Pod, { name = "" }: PodVolume, claim: ObjectRef, cluster: Cluster): StartHold {
  const failure = latestEvent(refOf(pod), ["FailedBinding"], cluster);
  if (failure.state === "unread") return couldNotRead(failure.unread);
  const evidence = proof(refOf(pod), "spec.volumes", name);
  const message = failure.state === "found" ? (failure.object.message ?? "") : "";
  if (message.startsWith(`ephemeral volume ${name}: `)) {
    return {
      reason: "EphemeralClaimNotMade",
      holder: maker,
      message: say`${nameOf(claim)} cannot be created for the pod: ${message}`,
      evidence: [evidence, hint(refOf(pod), "event", message)],
    };
  }
  if (isOverdue([pod], cluster)) {
    return {
      reason: "EphemeralClaimNotMade",
      category: "stuck",
      holder: maker,
      message: say`${nameOf(claim)} has not been created for the pod's ephemeral volume in more than five minutes, and no failure is recorded`,
      evidence: [evidence],
      remedies: [
        { remedy: "check-controller", on: refOf(pod), using: { controller: "kube-controller-manager" } },
      ],
    };
  }
  return {
    reason: "ClaimNotBound",
    holder: maker,
    message: say`${nameOf(claim)} has not been created yet for the pod's ephemeral volume`,
    evidence: [evidence],
  };
}
