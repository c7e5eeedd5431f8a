import {
  type Category,
  type KubeObject,
  nameOf,
  type Phrase,
  type RootCause,
  say,
  type Verdict,
  words,
} from "../model/index.ts";
import type { Remark } from "./define.ts";
import type { ExplainedGraph } from "./graph.ts";
import type { GeneralReason } from "./reasons.ts";
import { stateOf } from "./state.ts";

interface Grave {
  readonly category: Category;
  readonly reason: string;
}

const order: readonly Category[] = ["stuck", "blocked", "unknown", "waiting"];

/**
 * The worst that is known for certain comes first; what could not be read outweighs what looks normal. A finalizer that
 * is only waiting to be taken off comes after those that wait for something.
 */
function gravity({ category, reason }: Grave): number {
  const rank = order.indexOf(category) * 2;
  return reason === ("ControllerNotActing" satisfies GeneralReason) ? order.indexOf("blocked") * 2 + 1 : rank;
}

/** The gravest first; those of equal gravity stay in their order. */
export function byGravity<T extends Grave>(causes: readonly T[]): readonly T[] {
  return [...causes].sort((a, b) => gravity(a) - gravity(b));
}

/** The deepest of the gravest root causes. */
function primaryRoot(graph: ExplainedGraph): RootCause | undefined {
  return byGravity(graph.roots)[0];
}

export function verdictOf(object: KubeObject, graph: ExplainedGraph, remark?: Remark): Verdict {
  const root = primaryRoot(graph);
  if (root === undefined)
    return {
      category: categoryOf(remark),
      reason: remark?.reason ?? stateOf(object),
      summary: remark?.message ?? words("nothing is wrong with it"),
    };
  return { category: root.category, reason: root.reason, summary: summaryOf(root, graph) };
}

/** What is deleted without being held is not healthy: its data is lost too. */
function categoryOf(remark: Remark | undefined): Verdict["category"] {
  switch (remark?.end) {
    case "goes":
      return "waiting";
    case "may go":
      return "unknown";
    case undefined:
      return "healthy";
  }
}

/** A cause that lies deeper speaks of another object: it is named, unless the message does so itself. */
function summaryOf(root: RootCause, graph: ExplainedGraph): Phrase {
  const held = graph.rootHolds[graph.roots.indexOf(root)]?.held;
  if (held === undefined || root.depth === 0) return root.message;
  return names(root.message, held.name) ? root.message : say`${nameOf(held)}: ${root.message}`;
}

/** As a whole: `raw-copy` does not name `raw`. */
function names(message: Phrase, name: string): boolean {
  return message.some((part) => "data" in part && part.data.split(/[^-.\w]+/).includes(name));
}
