import { type Category, type KubeObject, type RootCause, type Verdict, words } from "../model/index.ts";
import type { ExplainedGraph } from "./graph.ts";
import { stateOf } from "./state.ts";

/** The worst that is known for certain comes first; what could not be read outweighs what looks normal. */
const gravity: readonly Category[] = ["stuck", "blocked", "unknown", "waiting"];

/** The deepest of the gravest root causes. */
export function primaryRoot(graph: ExplainedGraph): RootCause | undefined {
  for (const category of gravity) {
    const root = graph.roots.find((candidate) => candidate.category === category);
    if (root !== undefined) return root;
  }
  return undefined;
}

export function verdictOf(object: KubeObject, graph: ExplainedGraph): Verdict {
  const root = primaryRoot(graph);
  if (root === undefined)
    return { category: "healthy", reason: stateOf(object), summary: words("nothing is wrong with it") };
  return { category: root.category, reason: root.reason, summary: root.message };
}
