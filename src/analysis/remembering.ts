import type { Cluster, Unread } from "../cluster/index.ts";
import { objectOf } from "../cluster/index.ts";
import type { AnyController, Decision } from "../controllers/index.ts";
import { snapshotsBySourceClaim } from "../controllers/index.ts";
import type { Relative, Tie } from "../define/index.ts";
import { tied, tiesOf } from "../define/index.ts";
import type { KubeObject, ObjectRef, Resource } from "../kubernetes/index.ts";
import { kindNamed, nameKey, refOf } from "../kubernetes/index.ts";
import type { Answered, Question } from "./decisions.ts";
import { Decisions, notingQuestions } from "./decisions.ts";
import type { Change, ChangedObjects } from "./timeline/changed-objects.ts";

/** A cluster, what was changed of it, and how it is now. */
interface Changed {
  readonly base: Cluster;
  readonly now: Cluster;
  readonly changes: ReadonlyMap<Resource, ChangedObjects>;
  readonly ties: TiesOf;
}

/** Where the relatives of an object are looked for. */
export type TiesOf = (object: KubeObject) => readonly Tie[];

/** But not from a claim to its snapshots: to one of them, the others only hold the claim, and there can be thousands. */
export function tiesToNoOther(object: KubeObject): readonly Tie[] {
  return tiesOf(object).filter((tie) => tie.to === "one" || tie.index !== snapshotsBySourceClaim);
}

export interface Remembering {
  /** The relatives of an object now. */
  near(object: Neighbour): readonly Near[];
  /** What a controller decides about the object now; `undefined` if it does not exist. */
  decision(controller: AnyController, object: Neighbour): Decision | undefined;
}

/** Marks the cluster of a sandbox: what was so in it need not be so for the next sandbox that is made on it. */
export const mayChange = Symbol("may change");

/** The answer is that of the cluster below. */
const asBefore = "";

/** Answers for a changed cluster from what is known of the one below, wherever no change has to do with it. */
export function remembering({ base, now, changes, ties }: Changed): Remembering {
  const { neighbours: known, decisions } = mayChange in base ? unchanged() : unchangedFor(base);
  const neighbours = known.get(ties) ?? new Neighbours(base, ties);
  known.set(ties, neighbours);

  /** What was asked for the decision that is being made. */
  let questions: Question[] = [];
  const hearing = notingQuestions(now, (asked) => questions.push(asked));

  function find(ref: ObjectRef): KubeObject | undefined {
    return objectOf(now.resolve(ref));
  }

  function changeOf(ref: ObjectRef): Change | undefined {
    const kind = kindNamed(ref.apiVersion, ref.kind);
    return kind && changes.get(kind.resource)?.get(ref.name, kind.namespaced ? ref.namespace : undefined);
  }

  /** Are at the end of the tie the same as before? What was changed goes by the same name. */
  function isAsBefore(tie: Tie, before: readonly Neighbour[]): boolean {
    const changed = changes.get(tie.to === "one" ? tie.on : tie.index.on);
    if (changed === undefined) return true;
    if (tie.to === "all") return !changed.concerns(tie.index, tie.key);
    const change = changed.get(tie.name, tie.namespace);
    if (change === undefined) return true;
    return change !== "gone" && before.some(({ ref }) => ref.uid === change.metadata.uid);
  }

  function isAnsweredSo({ asked, answer }: Answered): boolean {
    return answerTo(asked) === answer;
  }

  /** Of one object, all that it has by now; of several, only that none of them was changed: else it is not told. */
  function answerTo(asked: Question): string | undefined {
    const changed = changes.get(asked.of === "key" ? asked.index.on : asked.on);
    if (changed === undefined) return asBefore;
    switch (asked.of) {
      case "one":
        return changed.textOf(asked.name, asked.namespace) ?? asBefore;
      case "key":
        return changed.concerns(asked.index, asked.key) ? undefined : asBefore;
      case "kind":
        return undefined;
    }
  }

  function newDecision(controller: AnyController, key: string, object: KubeObject): Decision {
    questions = [];
    const { value: decision, missed } = base.noting(() => controller.decide(object, hearing));
    const answered = questions.flatMap((asked) => {
      const answer = answerTo(asked);
      return answer === undefined ? [] : [{ asked, answer }];
    });
    if (missed.length === 0 && answered.length === questions.length)
      decisions.keep(controller, key, { decision, answered });
    return decision;
  }

  return {
    near(object) {
      const change = changeOf(object.ref);
      const before = change === undefined ? neighbours.of(object) : undefined;
      if (before?.ties.every((tie) => isAsBefore(tie, before.all))) return before.all;
      const present = change ?? find(object.ref);
      if (present === undefined || present === "gone") return [];
      return ties(present).flatMap((tie) => tied(tie, now).map(nearOf));
    },
    decision(controller, { ref, key }) {
      const isChanged = changeOf(ref) !== undefined;
      const before = isChanged ? [] : decisions.of(controller, key);
      const same = before.find(({ answered }) => answered.every(isAnsweredSo));
      if (same !== undefined) return same.decision;
      const object = find(ref);
      if (object === undefined) return undefined;
      return isChanged ? controller.decide(object, now) : newDecision(controller, key, object);
    },
  };
}

/** What is known of a cluster as long as nothing in it changes. */
interface Unchanged {
  readonly neighbours: Map<TiesOf, Neighbours>;
  readonly decisions: Decisions;
}

function unchanged(): Unchanged {
  return { neighbours: new Map(), decisions: new Decisions() };
}

const known = new WeakMap<Cluster, Unchanged>();

/** One for all worlds that are made on a cluster. */
function unchangedFor(cluster: Cluster): Unchanged {
  const before = known.get(cluster) ?? unchanged();
  known.set(cluster, before);
  return before;
}

/** An object that is near another, with its `nameKey`. */
export interface Neighbour {
  readonly ref: ObjectRef;
  readonly key: string;
}

/** The same, or that there may be one which was not read. */
export type Near = Neighbour | { readonly unread: Unread };

/** Where everything about an object was read. */
interface Surroundings {
  readonly ties: readonly Tie[];
  readonly all: readonly Neighbour[];
}

/** So many neighbours are kept in all. */
const most = 100_000;

/**
 * Who is near whom in a cluster that does not change. Everything that is held around one volume or claim asks for its
 * future, and each time all that is around is gone through.
 */
class Neighbours {
  readonly #cluster: Cluster;
  readonly #ties: TiesOf;
  readonly #known = new Map<string, Surroundings>();
  #count = 0;

  constructor(cluster: Cluster, ties: TiesOf) {
    this.#cluster = cluster;
    this.#ties = ties;
  }

  /** `undefined` if the object does not exist, or if something about it was not read: then ask again. */
  of({ ref, key }: Neighbour): Surroundings | undefined {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const found = this.#cluster.resolve(ref);
    if (found?.state !== "found") return undefined;
    const ties = this.#ties(found.object);
    const all = seen(ties.flatMap((tie) => tied(tie, this.#cluster)));
    return all && this.#keep(key, { ties, all });
  }

  #keep(key: string, surroundings: Surroundings): Surroundings {
    this.#count += 1 + surroundings.all.length;
    if (this.#count > most) {
      this.#known.clear();
      this.#count = 1 + surroundings.all.length;
    }
    this.#known.set(key, surroundings);
    return surroundings;
  }
}

export function neighbour(ref: ObjectRef): Neighbour {
  return { ref, key: nameKey(ref) };
}

export function nearOf(relative: Relative): Near {
  return "unread" in relative ? relative : neighbour(refOf(relative.object));
}

function seen(relatives: readonly Relative[]): readonly Neighbour[] | undefined {
  const neighbours: Neighbour[] = [];
  for (const relative of relatives) {
    if ("unread" in relative) return undefined;
    neighbours.push(neighbour(refOf(relative.object)));
  }
  return neighbours;
}
