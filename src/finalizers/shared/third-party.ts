import type { Cluster } from "../../cluster/index.ts";
import { everywhere } from "../../cluster/index.ts";
import { trueCondition } from "../../controllers/index.ts";
import type { AnyFinalizerEntry, ReasonPage } from "../../define/index.ts";
import { blocked, defineFinalizer, notToRemove } from "../../define/index.ts";
import type { AnyObject, KubeObject, Phrase, Pod, Resource } from "../../kubernetes/index.ts";
import { annotationOf, asSpoken, isTerminating, nameOf, say } from "../../kubernetes/index.ts";
import { checkController } from "../../remedies/index.ts";
import type { Evidence } from "../../report/index.ts";
import { hint, noneFound, proof } from "../../report/index.ts";

/** What is known of a finalizer whose owner is not part of Kubernetes. */
interface ThirdParty {
  readonly finalizer: string;
  readonly matches?: (finalizer: string) => boolean;
  readonly on: readonly Resource[];
  /** The product and its controller, the subject of "has not removed". */
  readonly owner: string;
  /** A sentence. */
  readonly addedWhen: string;
  /** A clause after "it is removed", such as "once ...". */
  readonly removedWhen: string;
  /** What would be lost or left behind if it were removed manually; a clause. */
  readonly ifForced: string;
  /** `safe` only where nothing at all can be lost; `loses-data` where data or the only record of it can be. */
  readonly safety: "safe" | "risky" | "loses-data";
  /** What must be true before a person removes it; a sentence. */
  readonly check: string;
  /** The product and the version or commit that was read. */
  readonly since: string;
  /** What is in the names of its pods. */
  readonly runsAs?: string;
  /** An annotation that names the object that the owner works on. */
  readonly annotation?: string;
  readonly sources: readonly [string, ...string[]];
}

const waitsForOwner: ReasonPage = blocked("A third-party controller has not removed its finalizer", {
  what: "The finalizer belongs to a product that is not part of Kubernetes, and that product has not removed it.",
  why: "The product has work to do before the object can be deleted, or it is not running, or it was uninstalled.",
  whatToDo:
    "Check that product: is its controller running, and what do its own objects say? `kubectl pvguard explain FINALIZER` shows who owns the finalizer, and what is lost without it.",
});

/** An entry whose condition lies outside what the Kubernetes API shows: it always waits for its owner. */
export function thirdParty(party: ThirdParty): AnyFinalizerEntry {
  const { on, finalizer, owner, runsAs } = party;
  return defineFinalizer({
    ...party,
    on: [...on],
    needs: ["v1/namespaces", "v1/pods"],
    releasedWhen: party.removedWhen,
    ifForced: `If it were removed manually, ${party.ifForced}.`,
    manualRemoval: { safety: party.safety, check: party.check },
    reasons: { WaitsForThirdParty: waitsForOwner },
    holds(held: KubeObject, cluster: Cluster) {
      const seen = runsAs === undefined ? notLookedFor : podsNamed(runsAs, held, cluster);
      const namespace = namespaceOf(held, cluster);
      const absent = seen.pods === "none" ? { pods: "none" as const } : {};
      return {
        reason: "WaitsForThirdParty",
        holder: { controller: owner },
        message: say`${asSpoken(owner)} has not removed ${finalizer}; it is removed ${party.removedWhen}${seen.words}${namespace.words}`,
        evidence: [
          ...ownFinalizer(held, party),
          ...named(held, party.annotation),
          ...seen.evidence,
          ...namespace.evidence,
        ],
        remedies: [checkController(held, { controller: owner, ...absent })],
        // Nothing speaks against it where nothing can be lost.
        avoid: party.safety === "safe" ? [] : [notToRemove(finalizer, held, say`${party.ifForced}`)],
      };
    },
  });
}

function ownFinalizer(object: AnyObject, { finalizer, matches }: ThirdParty): readonly Evidence[] {
  const found = object.metadata.finalizers?.find((each) => matches?.(each) ?? each === finalizer);
  return found === undefined ? [] : [proof(object, "metadata.finalizers", found)];
}

function named(object: AnyObject, annotation: string | undefined): readonly Evidence[] {
  const value = annotation === undefined ? undefined : annotationOf(object, annotation);
  return value === undefined ? [] : [proof(object, `metadata.annotations[${annotation}]`, value)];
}

/** What was seen around an object that waits for a third party. */
interface Seen {
  readonly words: Phrase;
  readonly evidence: readonly Evidence[];
}

const notLookedFor: Seen & { readonly pods?: "none" } = { words: [], evidence: [] };

/** The pods of the cluster with this in their names. A product can run under another name, so that none is no proof. */
function podsNamed(word: string, held: KubeObject, cluster: Cluster): Seen & { readonly pods?: "none" } {
  const all = cluster.walkAll("v1/pods", everywhere);
  if (!all.read) return notLookedFor;
  const found: Pod[] = [];
  for (const pod of all.objects) if (isNamed(pod, word)) found.push(pod);
  if (found.length === 0)
    return {
      pods: "none",
      words: say`; no pod of the cluster has ${word} in its name`,
      evidence: [noneFound(held, `pods named *${word}*`)],
    };
  const idle = found.find((pod) => !isWell(pod));
  if (idle === undefined) return notLookedFor;
  const phase = idle.status?.phase ?? "unknown";
  return {
    words: say`; ${nameOf(idle)} is ${phase} and not Ready`,
    evidence: [hint(idle, "status.phase", phase)],
  };
}

function isNamed({ metadata, spec }: Pod, word: string): boolean {
  return [metadata.name, ...(spec?.containers ?? []).map(({ name = "" }) => name)].some((name) =>
    name.includes(word),
  );
}

function isWell({ status }: Pod): boolean {
  const ready = status?.conditions?.find(({ type }) => type === "Ready");
  return status?.phase === "Running" && ready?.status !== "False";
}

/**
 * That the namespace of the object is being deleted, and what its conditions say of finalizers, whichever kinds have them.
 * kubernetes/kubernetes pkg/controller/namespace/deletion/status_condition_utils.go, 1.36.
 */
function namespaceOf({ metadata }: KubeObject, cluster: Cluster): Seen {
  if (metadata.namespace === undefined) return notLookedFor;
  const found = cluster.get("v1/namespaces", metadata.namespace);
  if (found.state !== "found" || !isTerminating(found.object)) return notLookedFor;
  const { object: namespace } = found;
  const deletion = proof(namespace, "metadata.deletionTimestamp", namespace.metadata.deletionTimestamp);
  const type = "NamespaceFinalizersRemaining";
  const remaining = trueCondition(namespace.status?.conditions, type);
  const message = remaining?.message ?? "";
  const says = message === "" ? [] : say`, and reports: ${message}`;
  return {
    words: say`; ${nameOf(namespace)} is being deleted${says}`,
    evidence: [
      deletion,
      ...(message === "" ? [] : [proof(namespace, `status.conditions[${type}].message`, message)]),
    ],
  };
}
