import {
  type AnyController,
  type Cluster,
  type Decision,
  type KubeObject,
  kindNamed,
  type ObjectRef,
  type Resource,
} from "../model/index.ts";
import type { Change, ChangedObjects } from "./changed.ts";
import { type Answered, type Asked, Decisions, Listening } from "./decisions.ts";
import { type Near, type Neighbour, Neighbours, nearOf } from "./neighbours.ts";
import { relativesOf, type Tie } from "./relatives.ts";

/** A cluster, what was changed of it, and how it is now. */
interface Changed {
  readonly base: Cluster;
  readonly now: Cluster;
  readonly changes: ReadonlyMap<Resource, ChangedObjects>;
}

export interface Remembering {
  /** The relatives of an object now. */
  near(object: Neighbour): readonly Near[];
  /** What a controller decides about the object now; `undefined` if it does not exist. */
  decision(controller: AnyController, object: Neighbour): Decision | undefined;
}

/** Marks the cluster of a world: what was so in it need not be so for the next world that is made on it. */
export const mayChange = Symbol("may change");

/** The answer is that of the cluster below. */
const asBefore = "";

/** Answers for a changed cluster from what is known of the one below, wherever no change has to do with it. */
export function remembering({ base, now, changes }: Changed): Remembering {
  const { neighbours, decisions } = mayChange in base ? unchanged(base) : unchangedFor(base);

  function find(ref: ObjectRef): KubeObject | undefined {
    const found = now.resolve(ref);
    return found?.state === "found" ? found.object : undefined;
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
  function answerTo(asked: Asked): string | undefined {
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
    const listening = new Listening(now);
    const { value: decision, missed } = base.noting(() => controller.decide(object, listening));
    const answered = listening.asked.flatMap((asked) => {
      const answer = answerTo(asked);
      return answer === undefined ? [] : [{ asked, answer }];
    });
    if (missed.length === 0 && answered.length === listening.asked.length)
      decisions.keep(controller, key, { decision, answered });
    return decision;
  }

  return {
    near(object) {
      const change = changeOf(object.ref);
      const before = change === undefined ? neighbours.of(object) : undefined;
      if (before?.ties.every((tie) => isAsBefore(tie, before.all))) return before.all;
      const present = change ?? find(object.ref);
      return present === undefined || present === "gone" ? [] : relativesOf(present, now).map(nearOf);
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
  readonly neighbours: Neighbours;
  readonly decisions: Decisions;
}

function unchanged(cluster: Cluster): Unchanged {
  return { neighbours: new Neighbours(cluster), decisions: new Decisions() };
}

const known = new WeakMap<Cluster, Unchanged>();

/** One for all worlds that are made on a cluster. */
function unchangedFor(cluster: Cluster): Unchanged {
  const before = known.get(cluster) ?? unchanged(cluster);
  known.set(cluster, before);
  return before;
}
