import type { Cluster, Unread } from "../cluster/index.ts";
import type { GeneralReason, Knowledge, Remark } from "../define/index.ts";
import { stateOf } from "../define/index.ts";
import type { KubeObject, ObjectRef, Phrase } from "../kubernetes/index.ts";
import { nameKey, nameOf, refOf, say, words } from "../kubernetes/index.ts";
import type { Category, CauseGraph, Hold, RootCause, Verdict } from "../report/index.ts";
import type { Edge } from "./holds.ts";
import { holdsOf, unreadEdge } from "./holds.ts";

interface Walk {
  readonly edges: { readonly edge: Edge; readonly depth: number }[];
  readonly seen: Map<string, readonly Edge[]>;
}

/** A graph with its leaves: the holds behind which there is nothing more to find. */
export interface ExplainedGraph extends CauseGraph {
  /** Deepest first; those of equal depth in the order of the graph. */
  readonly roots: readonly RootCause[];
  /** The holds that `roots` tell of, in the same order. */
  readonly rootHolds: readonly Hold[];
}

/**
 * Follows who holds whom from one object to the root causes. An object that was seen before is not entered again, so
 * that references in a circle end.
 *
 * @param own what holds the object itself
 * @param behind what holds an object further on, and how far on it is
 */
export function causeGraph(
  root: KubeObject,
  cluster: Cluster,
  knowledge: Knowledge,
  own: readonly Edge[] = holdsOf(root, cluster, knowledge),
  behind: (object: KubeObject, depth: number) => readonly Edge[] = (object) =>
    holdsOf(object, cluster, knowledge),
): ExplainedGraph {
  const walk: Walk = { edges: [], seen: new Map() };
  let layer: readonly KubeObject[] = enter(root, own, 0, walk, cluster);
  for (let depth = 1; layer.length > 0; depth += 1) {
    layer = layer.flatMap((object) => {
      if (walk.seen.has(nameKey(refOf(object)))) return [];
      return enter(object, behind(object, depth), depth, walk, cluster);
    });
  }
  const leaves = walk.edges.filter(({ edge }) => isLeaf(edge, walk));
  const deepest = [...(leaves.length > 0 ? leaves : walk.edges)].sort((a, b) => b.depth - a.depth);
  return {
    root: refOf(root),
    holds: walk.edges.map(({ edge }) => holdOf(edge)),
    rootHolds: deepest.map(({ edge }) => holdOf(edge)),
    roots: deepest.map(({ edge, depth }) => ({
      held: edge.held,
      holder: edge.holder,
      reason: edge.reason,
      title: edge.title,
      category: edge.category,
      message: edge.message,
      depth,
    })),
  };
}

/** Adds the holds of one object, and returns the holders that may be held themselves. */
function enter(
  object: KubeObject,
  edges: readonly Edge[],
  depth: number,
  walk: Walk,
  cluster: Cluster,
): KubeObject[] {
  walk.seen.set(nameKey(refOf(object)), edges);
  for (const edge of edges) walk.edges.push({ edge, depth });
  return edges.flatMap((edge) => {
    if (edge.isRoot || !("object" in edge.holder)) return [];
    const { object: ref } = edge.holder;
    const holder = cluster.resolve(ref);
    if (holder?.state === "unread") comeToUnread(ref, holder.unread, depth + 1, walk);
    return holder?.state === "found" && isSame(holder.object, ref) ? [holder.object] : [];
  });
}

/** A holder that could not be read may be held itself: the chain ends in something unknown, not in the holder. */
function comeToUnread(ref: ObjectRef, unread: Unread, depth: number, walk: Walk): void {
  const key = nameKey(ref);
  if (walk.seen.has(key)) return;
  const edge = unreadEdge(ref, unread);
  walk.seen.set(key, [edge]);
  walk.edges.push({ edge, depth });
}

function isSame(object: KubeObject, ref: ObjectRef): boolean {
  return ref.uid === undefined || ref.uid === object.metadata.uid;
}

function isLeaf(edge: Edge, walk: Walk): boolean {
  if (edge.isRoot || !("object" in edge.holder)) return true;
  return (walk.seen.get(nameKey(edge.holder.object)) ?? []).length === 0;
}

function holdOf({ isRoot: _isRoot, title: _title, ...hold }: Edge): Hold {
  return hold;
}

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
