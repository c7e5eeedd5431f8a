import type { ObjectRef, Phrase } from "../kubernetes/index.ts";
import { counted, nameKey, say, words } from "../kubernetes/index.ts";
import type { Category, Diagnosis, Evidence, Fate, Hold, Holder, Report } from "../report/index.ts";
import { headlineOf } from "./card/headline.ts";
import { diskOf } from "./card/rows.ts";
import { fateWords } from "./labels.ts";
import type { RenderOptions } from "./renderer.ts";
import { byName, holderName } from "./terminal/holds.ts";
import { unreadLine, widest } from "./terminal/unread.ts";

/** The chain of holds as a graph: from each object that was asked about to its root causes, and to its disk. */
export interface Graph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

/**
 * `missing`: an object that does not exist. `actor`: a controller, a driver or a person. `unread`: what could not be read; without
 * an edge, it could change the answer. `more`: what is left out here.
 */
export type GraphNodeKind = "object" | "missing" | "actor" | "unread" | "disk" | "more";

export interface GraphNode {
  /** `n1`: a plain word in every language. */
  readonly id: string;
  readonly is: GraphNodeKind;
  readonly name: Phrase;
  /** The state of an object, or what happens to a disk. */
  readonly state?: Phrase;
  readonly isAsked: boolean;
  readonly isRoot: boolean;
  readonly object?: ObjectRef;
  readonly fate?: Fate;
}

/** `from` stays as it is until `to` releases it; or `to` is the disk of `from`. */
export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  /** The finalizer or the wait; `data` for a disk. */
  readonly by: Phrase;
  /** Absent for a disk. */
  readonly reason?: string;
  readonly category?: Category;
  readonly isRoot: boolean;
}

/** What is drawn of one diagnosis. Of a finding of an audit the state is not told. */
export type Chain = Pick<Diagnosis, "object" | "holds" | "fate"> & {
  readonly state?: string;
  readonly roots: readonly Pick<Hold, "held" | "reason" | "holder" | "message">[];
};

/** A larger drawing is of no use to a person. */
const mostDrawn = 100;

/** More than this are counted. */
const mostUnread = 20;

/** @param most so many objects that were asked about, and so many holds: more are counted */
export function graphOf(
  { diagnoses, unread }: { readonly diagnoses: readonly Chain[]; readonly unread: Report["unread"] },
  most = mostDrawn,
): Graph {
  const drawn = diagnoses.slice(0, most);
  const drawing = new Drawing(drawn, most);
  for (const { object } of drawn) drawing.object(object);
  for (const diagnosis of drawn) drawing.holds(diagnosis);
  for (const diagnosis of drawn) drawing.disk(diagnosis);
  drawing.more("object", diagnoses.length - drawn.length);
  const missed = widest(unread);
  for (const missing of missed.slice(0, mostUnread)) drawing.holder({ unread: missing });
  drawing.more("failed read", missed.length - mostUnread);
  return drawing.graph();
}

type Parts = Partial<Omit<GraphNode, "id" | "is">> & Pick<GraphNode, "name">;

/** Each node once, by a key of its own, and each edge once. */
class Drawing {
  readonly #nodes = new Map<string, GraphNode>();
  readonly #edges = new Map<string, GraphEdge>();
  readonly #asked: ReadonlyMap<string, Chain>;
  readonly #states: ReadonlyMap<string, Phrase>;
  readonly #most: number;

  constructor(diagnoses: readonly Chain[], most: number) {
    this.#most = most;
    this.#asked = new Map(diagnoses.map((each) => [nameKey(each.object), each]));
    this.#states = statesIn(diagnoses);
  }

  graph(): Graph {
    return { nodes: [...this.#nodes.values()], edges: [...this.#edges.values()] };
  }

  /** The node of that key. What is a root cause once stays one. */
  add(key: string, is: GraphNodeKind, parts: Parts): GraphNode {
    const known = this.#nodes.get(key);
    const id = known?.id ?? `n${this.#nodes.size + 1}`;
    const isRoot = known?.isRoot === true || parts.isRoot === true;
    const node: GraphNode =
      known === undefined ? { id, is, isAsked: false, ...parts, isRoot } : { ...known, isRoot };
    this.#nodes.set(key, node);
    return node;
  }

  object(object: ObjectRef, isRoot = false): GraphNode {
    const key = nameKey(object);
    const diagnosis = this.#asked.get(key);
    const state = diagnosis?.state === undefined ? this.#states.get(key) : say`${diagnosis.state}`;
    const name = holderName({ object }, undefined);
    const isAsked = diagnosis !== undefined;
    return this.add(key, "object", { name, object, isAsked, isRoot, ...(state && { state }) });
  }

  holder(holder: Holder, held?: ObjectRef, isRoot = false): GraphNode {
    if ("object" in holder) return this.object(holder.object, isRoot);
    const name =
      "unread" in holder ? say`not read: ${unreadLine(holder.unread)}` : holderName(holder, undefined);
    if ("missing" in holder) {
      const object = holder.missing;
      // Asked about, it is there with the state NotFound.
      return this.#asked.has(nameKey(object))
        ? this.object(object, isRoot)
        : this.add(nameKey(object), "missing", { name, object, isRoot });
    }
    // The owner of one object is not that of another.
    const isOwner = "person" in holder && holder.person === "owner";
    const key = JSON.stringify([isOwner ? held : "", name]);
    return this.add(key, "unread" in holder ? "unread" : "actor", { name, isRoot });
  }

  /** Those of the object itself come first, so that what is left out is the farthest away. */
  holds({ object, holds, roots }: Chain): void {
    const isRoot = new Set(roots.map(identity));
    const reached = new Set([nameKey(object)]);
    const left = new Map<string, Hold[]>();
    for (const hold of holds) {
      if (!reached.has(nameKey(hold.held))) continue;
      const from = this.object(hold.held);
      if (this.#edges.size >= this.#most) {
        left.set(from.id, [...(left.get(from.id) ?? []), hold]);
        continue;
      }
      if ("object" in hold.holder) reached.add(nameKey(hold.holder.object));
      const isOne = isRoot.has(identity(hold));
      const to = this.holder(hold.holder, hold.held, isOne);
      this.#edge(from, to, {
        by: byName(hold.by),
        reason: hold.reason,
        category: hold.category,
        isRoot: isOne,
      });
    }
    for (const [id, omitted] of left) this.#leftOut(id, omitted, isRoot);
  }

  disk({ object, fate }: Chain): void {
    if (fate === undefined || fate.data === "none") return;
    const { volumeHandle, volume, driver, data } = fate;
    const own = JSON.stringify([driver, volumeHandle ?? volume ?? object, data]);
    const node = this.add(`disk ${own}`, "disk", {
      name: diskOf(fate),
      state: words(data === "unknown" ? "what happens to the data is UNKNOWN" : fateWords(fate).ahead),
      fate,
    });
    const recorded = volume && this.#nodes.get(nameKey(volume));
    this.#edge(recorded ?? this.object(object), node, { by: words("data"), isRoot: false });
  }

  /** What is left out. Absent from the drawing is not absent from the cluster. */
  more(what: string, count: number, isRoot = false, key = what): GraphNode | undefined {
    if (count <= 0) return undefined;
    return this.add(`more ${key}`, "more", {
      name: words(`${counted(count, `more ${what}`)}: -o json lists them`),
      isRoot,
    });
  }

  #leftOut(id: string, holds: readonly Hold[], isRoot: ReadonlySet<string>): void {
    const hasRoot = holds.some((hold) => isRoot.has(identity(hold)));
    const node = this.more("hold", holds.length, hasRoot, `of ${id}`);
    if (node === undefined) return;
    const edge = { from: id, to: node.id, by: words("and more"), isRoot: hasRoot };
    this.#edges.set(JSON.stringify(edge), edge);
  }

  #edge(from: GraphNode, to: GraphNode, how: Omit<GraphEdge, "from" | "to">): void {
    const edge = { from: from.id, to: to.id, ...how };
    this.#edges.set(JSON.stringify(edge), edge);
  }
}

/** What is told of a node, one line each. */
export function nodeLines({ name, state, isRoot }: GraphNode): readonly Phrase[] {
  return [name, ...(state === undefined ? [] : [state]), ...(isRoot ? [words("root cause")] : [])];
}

/** What is told of an edge, one line each. */
export function edgeLines({ by, reason }: GraphEdge): readonly Phrase[] {
  return reason === undefined ? [by] : [by, words(reason)];
}

/** What a drawing is of, and of which moment. */
export function titleOf(report: Report, { now }: Pick<RenderOptions, "now">): Phrase {
  const { diagnoses, takenAt, skipped } = report;
  const [only, ...others] = diagnoses;
  const many = words(only === undefined ? "Nothing to draw" : `What holds ${diagnoses.length} objects`);
  const what = only === undefined || others.length > 0 ? many : headlineOf(only, now ?? takenAt);
  const missed =
    skipped.length === 0 ? [] : words("; parts of the input could not be used: -o json lists them");
  return say`${what} (as of ${takenAt}${missed})`;
}

function identity({
  held,
  reason,
  holder,
  message,
}: Pick<Hold, "held" | "reason" | "holder" | "message">): string {
  return JSON.stringify([nameKey(held), reason, holder, message]);
}

/** As far as the evidence says it. What is Running, Bound or Pending can be Terminating as well, so that says nothing. */
function statesIn(diagnoses: readonly Chain[]): ReadonlyMap<string, Phrase> {
  const evidence = diagnoses.flatMap(({ holds }) => holds.flatMap((hold) => hold.evidence));
  const told = (path: string, state: (observed: Evidence["observed"]) => Phrase) =>
    evidence
      .filter((each) => each.path === path && each.verdict === "proves" && each.observed !== null)
      .map(({ about, observed }) => [nameKey(about), state(observed)] as const)
      .filter(([, phrase]) => phrase.length > 0);
  return new Map([
    ...told("status.phase", (phase) => (ended.has(phase) ? say`${String(phase)}` : [])),
    ...told("metadata.deletionTimestamp", () => words("Terminating")),
  ]);
}

const ended: ReadonlySet<Evidence["observed"]> = new Set(["Succeeded", "Failed", "Released", "Lost"]);
