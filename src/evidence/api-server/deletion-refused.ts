import type { Cluster, Unread } from "../../cluster/index.ts";
import type { Operation } from "../../controllers/index.ts";
import { configurationsWith, refusedIn } from "../../controllers/index.ts";
import type { KubeObject, Namespace, Phrase } from "../../kubernetes/index.ts";
import {
  apiVersionOf,
  distinct,
  groupOf,
  kindNamed,
  pluralOf,
  refOf,
  say,
  words,
} from "../../kubernetes/index.ts";
import type { Holder } from "../../report/index.ts";
import { proof } from "../../report/index.ts";
import type { Weighed } from "../answer.ts";
import { weigh } from "../answer.ts";
import type { RefusalText } from "../error-text/index.ts";
import { refusalsSaid } from "../error-text/index.ts";

/** Who refused to delete something in a namespace that is being deleted, and how it said so. */
export interface Refusal extends RefusalText {
  readonly message: Phrase;
}

/**
 * Does a policy or a webhook refuse that something in a namespace is deleted? The condition of its controller says who, each
 * once. No policy and no webhook is named where a permission is missing.
 */
export function deletionRefused(namespace: Namespace): Weighed & { readonly refusals: readonly Refusal[] } {
  const message = refusedIn(namespace);
  const refusals = once(allIn(namespace));
  return message === undefined
    ? { ...weigh([]), refusals }
    : {
        ...weigh([proof(namespace, "status.conditions[NamespaceDeletionContentFailure]", message)]),
        refusals,
      };
}

/** Those of objects of one kind, as far as that is said: there is one for each kind, the first that its collection met. */
export function refusalsOf(object: KubeObject, namespace: Namespace): readonly Refusal[] {
  const plural = pluralWithGroup(object);
  const all = allIn(namespace);
  const own = all.filter(({ of }) => of === plural);
  const unsaid = all.filter(({ of }) => of === undefined);
  return once([own, unsaid, all].find((each) => each.length > 0) ?? []);
}

/** As the API server names a kind where it forbids something. */
function pluralWithGroup({ apiVersion, kind }: KubeObject): string {
  const resource = kindNamed(apiVersion, kind)?.resource;
  if (resource === undefined) return "";
  const group = groupOf(apiVersionOf(resource));
  return group === "" ? pluralOf(resource) : `${pluralOf(resource)}.${group}`;
}

function allIn(namespace: Namespace): readonly Refusal[] {
  return refusalsSaid(refusedIn(namespace) ?? "").map((refusal) => ({
    ...refusal,
    message: wordsFor(refusal),
  }));
}

function wordsFor({ by, how, why = "" }: RefusalText): Phrase {
  if ("policy" in by) return say`the ValidatingAdmissionPolicy ${by.policy} denied it: ${why}`;
  return how === "unreachable"
    ? say`the API server could not call the admission webhook ${by.webhook} when the namespace controller last reported`
    : say`the admission webhook ${by.webhook} denied it`;
}

function once(refusals: readonly Refusal[]): readonly Refusal[] {
  return distinct(refusals, ({ by }) => JSON.stringify(by));
}

/** What has to be changed so that a request is no longer refused. */
export interface Refuser {
  /** A policy, or the configuration of the webhook, where it is known. */
  readonly holder?: Holder;
  /** Why what refused it then refuses nothing now: no configuration that exists has the webhook for such a request. */
  readonly over?: Phrase;
  /** Whether the webhook still exists is unknown. */
  readonly unread?: Unread;
}

/** Held against the configurations of webhooks that exist. Whether a policy still exists is not read. */
export function refuserOf({ by }: Pick<RefusalText, "by">, operation: Operation, cluster: Cluster): Refuser {
  if ("policy" in by)
    return {
      holder: {
        object: {
          apiVersion: "admissionregistration.k8s.io/v1",
          kind: "ValidatingAdmissionPolicy",
          name: by.policy,
        },
      },
    };
  const found = configurationsWith(by.webhook, operation, cluster);
  if (!found.read) return { unread: found.unread };
  const [only, ...others] = found.items;
  if (only === undefined)
    return {
      over: say`no webhook configuration asks ${by.webhook} before a ${words(operation)} request now`,
    };
  return others.length > 0 ? {} : { holder: { object: refOf(only) } };
}
