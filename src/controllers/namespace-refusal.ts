import { join, type Namespace, type ObjectRef, type Phrase, say } from "../model/index.ts";
import { conditionOf } from "./namespace-conditions.ts";

/** Who refused to delete something in a namespace that is being deleted, and how it said so. */
export interface Refusal {
  /** Known by its name alone. Of a webhook, its configuration is not named. */
  readonly policy?: ObjectRef;
  readonly message: Phrase;
}

/**
 * As in `pods "Unknown" is forbidden: ValidatingAdmissionPolicy 'keep' with binding 'keep' denied request: never`.
 * kubernetes/kubernetes staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/validating/dispatcher.go Dispatch, 1.36.
 */
const byPolicy =
  /ValidatingAdmissionPolicy '([^']+)' with binding '[^']*' denied request: (.*?)(?=, [\w.-]+(?: "[^"]*")? is \w+: |$)/gs;

/**
 * As in `admission webhook "keep.example.com" denied the request: never` and `failed calling webhook "keep.example.com"`.
 * kubernetes/kubernetes staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/errors/statuserror.go ToStatusErr, and
 * .../pkg/util/webhook/error.go ErrCallingWebhook, 1.36.
 */
const byWebhook = /admission webhook "([^"]+)" denied the request|failed calling webhook "([^"]+)"/g;

/** As in `unexpected items still remain in namespace: shop for gvr: /v1, Resource=pods`: nothing was refused. */
const stays = /unexpected items still remain in namespace: \S+ for gvr: [^,]*, Resource=[\w.-]+/g;

/** What the namespace controller says of its last round in which something was refused. */
export function refusedIn(namespace: Namespace): string | undefined {
  const message = conditionOf(namespace, "NamespaceDeletionContentFailure")?.message;
  if (message === undefined) return undefined;
  const isRefused = !/^[^:]*: [[\], ]*$/.test(message.replace(stays, ""));
  return isRefused ? message : undefined;
}

/** Each once. Empty where nobody is named, as where a right is missing. */
export function refusalsIn(namespace: Namespace): readonly Refusal[] {
  const message = refusedIn(namespace) ?? "";
  const policies = [...message.matchAll(byPolicy)].map(([, name = "", because = ""]): [string, Refusal] => [
    `policy ${name}`,
    {
      policy: { apiVersion: "admissionregistration.k8s.io/v1", kind: "ValidatingAdmissionPolicy", name },
      message: say`the ValidatingAdmissionPolicy ${name} denies it: ${because}`,
    },
  ]);
  const webhooks = [...message.matchAll(byWebhook)].map(([, denying, failing = ""]): [string, Refusal] => [
    `webhook ${denying ?? failing}`,
    {
      message:
        denying === undefined
          ? say`the admission webhook ${failing} must be asked, and could not be`
          : say`the admission webhook ${denying} denies it`,
    },
  ]);
  return [...new Map([...policies, ...webhooks]).values()];
}

/** Why what lives in the namespace was not deleted with it; `undefined` where nothing was refused. */
export function whyRefused(namespace: Namespace): Phrase | undefined {
  const message = refusedIn(namespace);
  if (message === undefined) return undefined;
  const refusals = refusalsIn(namespace).map((refusal) => refusal.message);
  return refusals.length === 0 ? say`${message}` : join(refusals, "; ");
}

/** As it is once nobody refuses any more. */
export function withoutRefusal(namespace: Namespace): Namespace {
  const conditions = namespace.status?.conditions?.filter(
    ({ type }) => type !== "NamespaceDeletionContentFailure",
  );
  return conditions === undefined ? namespace : { ...namespace, status: { ...namespace.status, conditions } };
}
