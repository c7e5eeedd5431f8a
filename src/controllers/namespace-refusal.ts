import { type Namespace, type Phrase, say } from "../model/index.ts";
import { conditionOf } from "./namespace-conditions.ts";

/** Who refused to delete something in a namespace that is being deleted, and how it said so. */
export interface Refusal {
  /** Known by its name alone. Of a webhook, its configuration is not named. */
  readonly by: { readonly policy: string } | { readonly webhook: string };
  /** The kind of what was refused, as in `volumesnapshots.snapshot.storage.k8s.io`. A webhook's words do not say it. */
  readonly of?: string;
  readonly message: Phrase;
}

/**
 * As in `pods "Unknown" is forbidden: ValidatingAdmissionPolicy 'keep' with binding 'keep' denied request: never`.
 * kubernetes/kubernetes staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/validating/dispatcher.go Dispatch, 1.36.
 */
const byPolicy =
  /(?:([\w.-]+) "[^"]*" is forbidden: )?ValidatingAdmissionPolicy '([^']+)'(?: with binding '[^']*')? denied request: (.*?)(?=, [\w.-]+(?: "[^"]*")? is \w+: |$)/gs;

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

/** Each once. Empty where no policy or webhook is named, as where a permission is missing. */
export function refusalsIn(namespace: Namespace): readonly Refusal[] {
  return once(allIn(namespace));
}

/**
 * Those of objects of one kind, as far as that is said: there is one for each kind, the first that its collection met.
 *
 * @param plural as in `pods`, with its group where it has one
 */
export function refusalsOf(plural: string, namespace: Namespace): readonly Refusal[] {
  const all = allIn(namespace);
  const own = all.filter(({ of }) => of === plural);
  const unsaid = all.filter(({ of }) => of === undefined);
  return once([own, unsaid, all].find((each) => each.length > 0) ?? []);
}

function allIn(namespace: Namespace): readonly Refusal[] {
  const message = refusedIn(namespace) ?? "";
  const policies = [...message.matchAll(byPolicy)].map(
    ([, of, policy = "", because = ""]): Refusal => ({
      by: { policy },
      ...(of === undefined ? {} : { of }),
      message: say`the ValidatingAdmissionPolicy ${policy} denies it: ${because}`,
    }),
  );
  const webhooks = [...message.matchAll(byWebhook)].map(
    ([, denying, failing = ""]): Refusal => ({
      by: { webhook: denying ?? failing },
      message:
        denying === undefined
          ? say`the API server must call the admission webhook ${failing}, but could not`
          : say`the admission webhook ${denying} denies it`,
    }),
  );
  return [...policies, ...webhooks];
}

function once(refusals: readonly Refusal[]): readonly Refusal[] {
  return [...new Map(refusals.map((each) => [JSON.stringify(each.by), each])).values()];
}

/** As it is once nothing refuses. */
export function withoutRefusal(namespace: Namespace): Namespace {
  const conditions = namespace.status?.conditions?.filter(
    ({ type }) => type !== "NamespaceDeletionContentFailure",
  );
  return conditions === undefined ? namespace : { ...namespace, status: { ...namespace.status, conditions } };
}
