import type { Cluster, Unread } from "../../cluster/index.ts";
import type { AdmittedRequest } from "../../controllers/index.ts";
import { bindingsDenying, configurationsAsking } from "../../controllers/index.ts";
import type { KubeObject, Phrase } from "../../kubernetes/index.ts";
import { kindNamed, refOf, say, words } from "../../kubernetes/index.ts";
import type { Holder } from "../../report/index.ts";
import type { RefusalText } from "../error-text/index.ts";
import { refusalsSaid } from "../error-text/index.ts";

/** What has to be changed so that a request is no longer refused. */
export interface Refuser {
  /** A policy, or the configuration of the webhook, where it is known. */
  readonly holder?: Holder;
  /** Why what refused it then refuses nothing now: it was removed, or does not cover such a request. */
  readonly over?: Phrase;
  /** What else decides whether it refuses such a request now, and is not evaluated: it is possible, and not proven. */
  readonly undecided?: Phrase;
  /** Whether it still exists and covers the request is unknown. */
  readonly unread?: Unread;
}

/** What the question reads. */
export const refuserKinds = [
  "v1/namespaces",
  "admissionregistration.k8s.io/v1/validatingwebhookconfigurations",
  "admissionregistration.k8s.io/v1/mutatingwebhookconfigurations",
  "admissionregistration.k8s.io/v1/validatingadmissionpolicies",
  "admissionregistration.k8s.io/v1/validatingadmissionpolicybindings",
] as const;

type Quoted = Pick<RefusalText, "by" | "how">;

/**
 * Does what refused a request still exist, and cover the request? Expressions of CEL are not evaluated: with them it may cover
 * the request and still not refuse it. Held against the configurations, policies and bindings.
 */
export function refuserOf({ by, how }: Quoted, request: AdmittedRequest, cluster: Cluster): Refuser {
  const { operation } = request;
  const article = operation === "UPDATE" ? "an" : "a";
  const like = operation === undefined ? "" : `${article} ${operation} request like this `;
  if ("policy" in by) {
    const name = by.policy;
    const policy = { apiVersion: "admissionregistration.k8s.io/v1", kind: "ValidatingAdmissionPolicy", name };
    const denying = bindingsDenying(name, request, cluster);
    if (denying.read && denying.items.length === 0)
      return { over: say`no binding of the ValidatingAdmissionPolicy ${name} denies ${words(like)}now` };
    const undecided = words(
      "whether it denies that now depends on expressions that pvguard does not evaluate",
    );
    return { holder: { object: policy }, undecided, ...(denying.read ? {} : { unread: denying.unread }) };
  }
  const found = configurationsAsking(by.webhook, how, request, cluster);
  if (!found.read) return { unread: found.unread };
  const [only, ...others] = found.items;
  if (only === undefined) return { over: overFor(by.webhook, how, like) };
  const isConditional = found.items.some(({ webhooks = [] }) =>
    webhooks.some(({ name, matchConditions = [] }) => name === by.webhook && matchConditions.length > 0),
  );
  return {
    ...(others.length > 0 ? {} : { holder: { object: refOf(only) } }),
    ...(isConditional
      ? {
          undecided: words(
            "whether it is asked now depends on match conditions that pvguard does not evaluate",
          ),
        }
      : {}),
  };
}

function overFor(webhook: string, how: Quoted["how"], like: string): Phrase {
  const asks = like === "" ? say`names ${webhook}` : say`asks ${webhook} before ${words(like.trim())}`;
  const must = how === "unreachable" ? say` with failurePolicy Fail` : [];
  return say`no webhook configuration ${asks}${must} now`;
}

/** The request that deletes an object. */
export function deletionRequest(object: KubeObject): AdmittedRequest {
  const { namespace } = object.metadata;
  const resource = kindNamed(object.apiVersion, object.kind)?.resource;
  return {
    operation: "DELETE",
    object,
    ...(resource === undefined ? {} : { resource }),
    ...(namespace === undefined ? {} : { namespace }),
  };
}

/** The same of the first refusal that an error quotes; nothing where it quotes none. */
export function refuserIn(error: string, request: AdmittedRequest, cluster: Cluster): Refuser {
  const [refusal] = refusalsSaid(error);
  return refusal === undefined ? {} : refuserOf(refusal, request, cluster);
}
