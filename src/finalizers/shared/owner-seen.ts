import type { Cluster } from "../../cluster/index.ts";
import { everywhere } from "../../cluster/index.ts";
import type { KubeObject, Phrase, Pod } from "../../kubernetes/index.ts";
import { isTerminating, nameOf, say } from "../../kubernetes/index.ts";
import type { Evidence } from "../../report/index.ts";
import { hint, noneFound, proof } from "../../report/index.ts";

/** What was seen around an object that waits for a third party. */
interface Seen {
  readonly words: Phrase;
  readonly evidence: readonly Evidence[];
}

export const notLookedFor: Seen & { readonly pods?: "none" } = { words: [], evidence: [] };

/** The pods of the cluster with this in their names. A product can run under another name, so that none is no proof. */
export function podsNamed(
  word: string,
  held: KubeObject,
  cluster: Cluster,
): Seen & { readonly pods?: "none" } {
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
export function namespaceOf({ metadata }: KubeObject, cluster: Cluster): Seen {
  if (metadata.namespace === undefined) return notLookedFor;
  const found = cluster.get("v1/namespaces", metadata.namespace);
  if (found.state !== "found" || !isTerminating(found.object)) return notLookedFor;
  const { object: namespace } = found;
  const deletion = proof(namespace, "metadata.deletionTimestamp", namespace.metadata.deletionTimestamp);
  const type = "NamespaceFinalizersRemaining";
  const remaining = namespace.status?.conditions?.find(
    (condition) => condition.type === type && condition.status === "True",
  );
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
