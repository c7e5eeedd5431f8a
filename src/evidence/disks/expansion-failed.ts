import type { Cluster } from "../../cluster/index.ts";
import { trueCondition } from "../../controllers/index.ts";
import type { PersistentVolumeClaim } from "../../kubernetes/index.ts";
import { instant } from "../../kubernetes/index.ts";
import { hint, proof } from "../../report/index.ts";
import type { Answer } from "../answer.ts";
import { notLooked, weigh } from "../answer.ts";
import { lastFailure, toldIn } from "../last-failure.ts";

interface Found {
  /** The error, whole. */
  readonly text?: string;
}

/**
 * Did the last attempt of the external-resizer fail? The condition keeps the words of the last attempt that failed permanently.
 * An attempt that may yet succeed, or that is put off while the volume is in use, leaves an event only. The newer one counts.
 * kubernetes-csi/external-resizer pkg/controller/expand_and_recover.go callResizeOnPlugin, expandAndRecover, v2.2.
 */
export function expansionFailed(claim: PersistentVolumeClaim, cluster: Cluster): Answer<Found> {
  const failure = lastFailure(claim, "expand", cluster);
  const told = toldIn(failure);
  const said = conditionOfClaim(claim, "ControllerResizeError");
  if (said?.message === undefined) {
    if (failure.is === "unread") return notLooked(failure.unread);
    return told === undefined ? weigh([]) : { ...failure, text: told.message };
  }
  const isNewer = told !== undefined && (instant(told.at) ?? 0) > (instant(said.lastTransitionTime) ?? 0);
  return isNewer
    ? { ...weigh([hint(claim, "event", told.message)]), text: told.message }
    : {
        ...weigh([proof(claim, "status.conditions[ControllerResizeError].message", said.message)]),
        text: said.message,
      };
}

/** Did the node fail to expand it? Its kubelet says so by a condition. */
export function nodeExpansionFailed(claim: PersistentVolumeClaim): Answer<Found> {
  const said = conditionOfClaim(claim, "NodeResizeError");
  if (said === undefined) return weigh([]);
  const text = said.message ?? "";
  return { ...weigh([proof(claim, "status.conditions[NodeResizeError].message", text)]), text };
}

/** A condition of a claim that is true now. */
export function conditionOfClaim(claim: PersistentVolumeClaim, type: string) {
  return trueCondition(claim.status?.conditions, type);
}
