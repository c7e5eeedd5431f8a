import { deniedIn } from "./denied.ts";
import type { RefusalText } from "./namespace.ts";
import { refusalsSaid } from "./namespace.ts";

/** What a controller could not create, and what the API server said. */
export interface CreationText {
  readonly pod?: string;
  readonly claim?: string;
  /** Whole, as it came. */
  readonly error: string;
  readonly refusedBy: RefusedBy;
}

/** Who refused it, as far as the words say. */
export type RefusedBy =
  | { readonly is: "quota"; readonly quota: string }
  | { readonly is: "limit-range" }
  | { readonly is: "admission"; readonly refusal: RefusalText }
  | { readonly is: "pod-security" }
  /** The controller itself may not create it. */
  | { readonly is: "permissions" }
  /** A claim of that name is being deleted. */
  | { readonly is: "old-claim"; readonly claim: string }
  | { readonly is: "unknown" };

/**
 * As in `create Claim data-db-1 for Pod db-1 in StatefulSet db failed error: …` and `create Pod db-1 in StatefulSet db failed
 * error: …`.
 * kubernetes/kubernetes pkg/controller/statefulset/stateful_pod_control.go recordClaimEvent, recordPodEvent, 1.36.
 */
const bySet = /^create (?:Claim (\S+) (?:for )?)?Pod (\S+) in StatefulSet \S+ failed error: (.*)$/s;

/** kubernetes/kubernetes pkg/controller/controller_utils.go createPods ("Error creating: %v"), 1.36. */
const byOthers = /^Error creating: (.*)$/s;

/** What the event of a pod says of its claim. The same function as `ofOldClaim`. */
const ofClaim = /^failed to create PVC (\S+): (.*)$/s;

/** What an event with the reason FailedCreate says. */
export function creationFailed(message: string): CreationText {
  const [, claimNamed, pod, ofSet] = bySet.exec(message) ?? [];
  const [, ofOthers] = byOthers.exec(message) ?? [];
  const whole = ofSet ?? ofOthers ?? message;
  const [, claim = claimNamed, error = whole] = pod === undefined ? [] : (ofClaim.exec(whole) ?? []);
  return {
    error,
    refusedBy: refuserIn(error),
    ...(pod === undefined ? {} : { pod }),
    ...(claim === undefined ? {} : { claim }),
  };
}

/**
 * kubernetes/kubernetes staging/src/k8s.io/apiserver/pkg/admission/plugin/resourcequota/controller.go CheckRequest
 * ("exceeded quota: %s, requested: …", "failed quota: %s: must specify …", "status unknown for quota: …"), 1.36.
 */
const ofQuota = /(?:exceeded quota|failed quota|status unknown for quota): ([a-z0-9][-a-z0-9.]*)/;

/**
 * As in `maximum storage usage per PersistentVolumeClaim is 5Gi, but request is 10Gi`.
 * kubernetes/kubernetes plugin/pkg/admission/limitranger/admission.go maxRequestConstraint, minConstraint, 1.36.
 */
const ofLimitRange = /(?:maximum|minimum) \S+ usage per (?:PersistentVolumeClaim|Pod|Container) is /;

/** kubernetes/kubernetes staging/src/k8s.io/pod-security-admission/admission/admission.go EvaluatePod, 1.36. */
const ofPodSecurity = /violates PodSecurity "/;

/** kubernetes/kubernetes pkg/controller/statefulset/stateful_pod_control.go createPersistentVolumeClaims, 1.36. */
const ofOldClaim = /\bpvc (\S+) is being deleted/;

function refuserIn(error: string): RefusedBy {
  const quota = ofQuota.exec(error)?.[1];
  if (quota !== undefined) return { is: "quota", quota };
  if (ofLimitRange.test(error)) return { is: "limit-range" };
  const [refusal] = refusalsSaid(error);
  if (refusal !== undefined) return { is: "admission", refusal };
  if (ofPodSecurity.test(error)) return { is: "pod-security" };
  const claim = ofOldClaim.exec(error)?.[1];
  if (claim !== undefined) return { is: "old-claim", claim };
  return deniedIn(error) === "service-account" ? { is: "permissions" } : { is: "unknown" };
}
