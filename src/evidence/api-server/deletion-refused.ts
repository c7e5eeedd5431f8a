import { refusedIn } from "../../controllers/index.ts";
import type { KubeObject, Namespace, Phrase } from "../../kubernetes/index.ts";
import { apiVersionOf, distinct, groupOf, kindNamed, pluralOf, say } from "../../kubernetes/index.ts";
import { proof } from "../../report/index.ts";
import type { Weighed } from "../answer.ts";
import { weigh } from "../answer.ts";
import type { RefusalText } from "../error-text/index.ts";
import { refusalsSaid } from "../error-text/index.ts";

/** Who refused to delete something in a namespace that is being deleted, and how it said so. */
interface Refusal extends RefusalText {
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
