import type { Cluster, Unread } from "../cluster/index.ts";
import type { Basis, GeneralReason, Knowledge, Remark } from "../define/index.ts";
import { stateOf, waitsOn } from "../define/index.ts";
import type { KubeObject, ObjectRef, Phrase } from "../kubernetes/index.ts";
import { kindNamed, nameKey, nameOf, refOf, say, words } from "../kubernetes/index.ts";
import type { Category, CauseGraph, Hold, RootCause, Verdict } from "../report/index.ts";
import type { TracedHold } from "./holds.ts";
import { holdsOf, unreadHold } from "./holds.ts";

interface Walk {
  readonly cluster: Cluster;
  readonly holdsAt: HoldsAt;
  readonly holds: { readonly hold: TracedHold; readonly depth: number }[];
  readonly seen: Map<string, readonly TracedHold[]>;
}

/** Who holds an object, who holds the holders, and so on down to the root causes, behind which nothing more is found. */
export interface Causes extends CauseGraph {
  /** Deepest first; those of equal depth in the order of the graph. */
  readonly roots: readonly RootCause[];
  /** The holds that `roots` tell of, in the same order. */
  readonly rootHolds: readonly Hold[];
  /** What was needed to find them, and not read. */
  readonly unread: readonly Unread[];
}

/** What holds an object that is this many holders away from the one that is asked about. */
type HoldsAt = (object: KubeObject, depth: number) => readonly TracedHold[];

/**
 * Follows who holds whom from one object to the root causes. An object that was seen before is not entered again, so
 * that references in a circle end.
 */
export function causesOf(
  root: KubeObject,
  basis: Basis,
  holdsAt: HoldsAt = (object, depth) => holdsOf(object, basis, depth === 0 ? "asked about" : "on the way"),
): Causes {
  const { value: causes, missed } = basis.cluster.noting(() => walkFrom(root, basis, holdsAt));
  return { ...causes, unread: missed };
}

function walkFrom(root: KubeObject, basis: Basis, holdsAt: HoldsAt): Omit<Causes, "unread"> {
  const walk: Walk = { cluster: basis.cluster, holdsAt, holds: [], seen: new Map() };
  let layer: readonly KubeObject[] = enter(root, 0, walk);
  for (let depth = 1; layer.length > 0; depth += 1) {
    layer = layer.flatMap((object) => {
      if (walk.seen.has(nameKey(refOf(object)))) return [];
      return enter(object, depth, walk);
    });
  }
  const leaves = walk.holds.filter(({ hold }) => isLeaf(hold, walk));
  // A warning of what comes by itself ends nothing of what holds each other up beside it.
  const isOfWarnings = leaves.length > 0 && leaves.every(({ hold }) => goesOnByItself(hold, basis.knowledge));
  const circle = isOfWarnings ? walk.holds.filter(({ hold }) => isInCircle(hold, walk)) : [];
  const deepest = [...(leaves.length > 0 ? [...leaves, ...circle] : walk.holds)].sort(
    (a, b) => b.depth - a.depth,
  );
  return {
    root: refOf(root),
    holds: walk.holds.map(({ hold }) => untraced(hold)),
    rootHolds: deepest.map(({ hold }) => untraced(hold)),
    roots: deepest.map(({ hold, depth }) => ({
      held: hold.held,
      holder: hold.holder,
      reason: hold.reason,
      title: hold.title,
      category: hold.category,
      message: hold.message,
      depth,
    })),
  };
}

/** Adds the holds of one object, and returns the holders that may be held themselves. */
function enter(object: KubeObject, depth: number, walk: Walk): KubeObject[] {
  const { cluster, holdsAt } = walk;
  const holds = holdsAt(object, depth).filter(
    (hold) => hold.isPart !== true || isHeldItself(hold, depth, walk),
  );
  walk.seen.set(nameKey(refOf(object)), holds);
  for (const hold of holds) walk.holds.push({ hold, depth });
  return holds.flatMap((hold) => {
    if (hold.isRoot || !("object" in hold.holder)) return [];
    const { object: ref } = hold.holder;
    const holder = cluster.resolve(ref);
    if (holder?.state === "unread") enterUnread(ref, holder.unread, depth + 1, walk);
    return holder?.state === "found" && isSame(holder.object, ref) ? [holder.object] : [];
  });
}

/** Is something wrong with the part that is the holder? */
function isHeldItself({ holder }: TracedHold, depth: number, { cluster, holdsAt }: Walk): boolean {
  const part = "object" in holder ? cluster.resolve(holder.object) : undefined;
  return part?.state === "found" && holdsAt(part.object, depth + 1).length > 0;
}

/** A holder that could not be read may be held itself: the chain ends in something unknown, not in the holder. */
function enterUnread(ref: ObjectRef, unread: Unread, depth: number, walk: Walk): void {
  const key = nameKey(ref);
  if (walk.seen.has(key)) return;
  const hold = unreadHold(ref, unread);
  walk.seen.set(key, [hold]);
  walk.holds.push({ hold, depth });
}

function isSame(object: KubeObject, ref: ObjectRef): boolean {
  return ref.uid === undefined || ref.uid === object.metadata.uid;
}

function isLeaf(hold: TracedHold, walk: Walk): boolean {
  if (followsFromAnother(hold, walk)) return false;
  if (hold.isRoot || !("object" in hold.holder)) return true;
  // What an object is made of does not hold up the object itself.
  return (walk.seen.get(nameKey(hold.holder.object)) ?? []).every(({ isPart }) => isPart === true);
}

/** Nothing waits for such a holder: it is a warning. */
export function goesOnByItself({ by }: Hold, { waits }: Knowledge): boolean {
  return "wait" in by && waits.some(({ wait, holder }) => wait === by.wait && holder === "goes on by itself");
}

/** Does the holder wait for what it holds? */
function isInCircle({ held, holder }: TracedHold, { seen }: Walk): boolean {
  const holders = "object" in holder ? [nameKey(holder.object)] : [];
  const met = new Set(holders);
  // What is added on the way is visited, too.
  for (const key of met)
    for (const each of seen.get(key) ?? [])
      if (!each.isRoot && "object" in each.holder) met.add(nameKey(each.holder.object));
  return met.has(nameKey(held));
}

/** What the other hold waits for decides; this one says no more than that it comes after. */
function followsFromAnother({ follows, held }: TracedHold, walk: Walk): boolean {
  if (follows === undefined) return false;
  const others = walk.seen.get(nameKey(held)) ?? [];
  return others.some(({ by }) => "wait" in by && by.wait === follows);
}

function untraced({ isRoot: _isRoot, title: _title, follows: _follows, ...hold }: TracedHold): Hold {
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
function primaryRoot({ roots }: Causes): RootCause | undefined {
  return byGravity(roots)[0];
}

/** What is worth saying of an object that nothing holds. */
export function remarkOn(object: KubeObject, { cluster, knowledge }: Basis): Remark | undefined {
  const resource = kindNamed(object.apiVersion, object.kind)?.resource;
  const entries = resource === undefined ? [] : waitsOn(resource, knowledge);
  return entries.map((entry) => entry.remark?.(object, cluster)).find((remark) => remark !== undefined);
}

export function verdictOf(object: KubeObject, causes: Causes, remark?: Remark): Verdict {
  const root = primaryRoot(causes);
  if (root === undefined)
    return {
      category: categoryOf(remark),
      reason: remark?.reason ?? stateOf(object),
      summary: remark?.message ?? words("nothing is wrong with it"),
    };
  return { category: root.category, reason: root.reason, summary: summaryOf(root, causes) };
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
function summaryOf(root: RootCause, { roots, rootHolds }: Causes): Phrase {
  const held = rootHolds[roots.indexOf(root)]?.held;
  if (held === undefined || root.depth === 0) return root.message;
  return names(root.message, held.name) ? root.message : say`${nameOf(held)}: ${root.message}`;
}

/** As a whole: `raw-copy` does not name `raw`. */
function names(message: Phrase, name: string): boolean {
  return message.some((part) => "data" in part && part.data.split(/[^-.\w]+/).includes(name));
}
