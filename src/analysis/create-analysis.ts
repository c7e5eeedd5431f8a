import type { Cluster } from "../cluster/index.ts";
import type { Basis, Knowledge } from "../define/index.ts";
import type { KubeObject } from "../kubernetes/index.ts";
import { nameKey, refOf } from "../kubernetes/index.ts";
import type { ControllerStep, DataFate, Fate } from "../report/index.ts";
import type { Analysis, Event, Outcome, Timeline } from "./analysis.ts";
import type { Causes } from "./causes.ts";
import { causesOf, remarkOn, verdictOf } from "./causes.ts";
import { decisiveStepIn } from "./disks/decisive-step.ts";
import { disksOf } from "./disks/disks.ts";
import { ownOutcome } from "./disks/fate.ts";
import type { TracedHold } from "./holds.ts";
import { holdsOf } from "./holds.ts";
import { lossesByEvent } from "./lost-by-event.ts";
import { isIdle } from "./timeline/holds-ahead.ts";
import { futureOf } from "./timeline/timeline.ts";

/**
 * The account of a cluster that does not change.
 *
 * @param isVoid whether what is concluded now will be asked again, since something was missed
 */
export function createAnalysis(
  cluster: Cluster,
  knowledge: Knowledge,
  isVoid: () => boolean = () => false,
): Analysis {
  const basis: Basis = { cluster, knowledge };
  const own = latest((object) => holdsOf(object, basis), cluster);
  const behind = holdsBehind(basis);
  const causes = latest(
    (object): Causes =>
      causesOf(object, basis, (each, depth) => (depth === 0 ? own(each) : behind(each, depth))),
    cluster,
  );
  /** Those of a claim are asked for again for each of its snapshots. */
  const idle = new Map<string, readonly TracedHold[]>();
  /** Those of a claim are asked for again for its pods, snapshots and attachments, each of which may free it. */
  const fates = new Map<string, { readonly fate: Fate | undefined }>();
  const data = new Map<string, { readonly data: DataFate | undefined }>();
  /** Thousands of volumes can share a disk, and each asks for the one that is deleted. */
  const ownFates = new Map<string, Fate>();

  /** Each pod of a claim asks for that of its disk. */
  const decisive = new Map<string, readonly ControllerStep[]>();

  /** Where something was missed, each that asks is to hear of it. */
  function remembered<T>(known: Map<string, T>, object: KubeObject, workOut: () => T): T {
    const key = nameKey(refOf(object));
    const before = known.get(key);
    if (before !== undefined) return before;
    const { value, missed } = cluster.noting(workOut);
    if (missed.length === 0 && !isVoid()) known.set(key, value);
    return value;
  }

  function outcomeOf(object: KubeObject): Outcome | undefined {
    return analysis.future(object).outcomeOf(object);
  }

  const futures: Asked[] = [];

  /** Who diagnoses an object, who labels what is offered for it and who plans it ask for the same. */
  function future(of: KubeObject, event?: Event, reach?: "as after an event"): Timeline {
    const same = futures.find((each) => each.of === of && each.reach === reach && isSame(each.event, event));
    if (same !== undefined && !same.timeline.hasMissed) return same.timeline;
    const { value: timeline, missed } = cluster.noting(() => futureOf(of, event, analysis, reach));
    if (missed.length > 0) return timeline;
    futures.unshift({ of, event, reach, timeline });
    if (futures.length > few) futures.pop();
    return timeline;
  }

  const analysis: Analysis = {
    ...basis,
    holdsOf: own,
    idleHoldsOf: (object) => remembered(idle, object, () => holdsOf(object, basis).filter(isIdle)),
    causesOf: causes,
    remarkOn: (object) => remarkOn(object, basis),
    verdictOf(object) {
      const found = causes(object);
      return verdictOf(object, found, found.holds.length === 0 ? remarkOn(object, basis) : undefined);
    },
    disksOf: (object) => disksOf(object, cluster),
    future,
    fateOf: (object) => remembered(fates, object, () => ({ fate: outcomeOf(object)?.tell() })).fate,
    dataOf: (object) => remembered(data, object, () => ({ data: outcomeOf(object)?.data })).data,
    ownFateOf: (volume) =>
      remembered(ownFates, volume, () => ownOutcome(volume, analysis.future(volume), analysis).tell()),
    decisiveStepOf: (record) => remembered(decisive, record, () => decisiveStepIn(record, analysis)),
    lostBy: (acts, object) => consequences.lostBy(acts, object),
    lostOnceReleased: (object) => consequences.lostOnceReleased(object),
    isVoid,
    over: (changed) => createAnalysis(changed, knowledge, isVoid),
  };
  const consequences = lossesByEvent(analysis);
  return analysis;
}

/** What holds so many objects is remembered: a chain is gone through again from each of its objects. */
const mostBehind = 4096;

/**
 * What holds an object on the way to a cause. What is nearer than that is seldom met again, and not remembered; nor is what
 * was not wholly read, since each that asks is to know that.
 */
function holdsBehind(basis: Basis) {
  const known = new Map<string, readonly TracedHold[]>();
  return (object: KubeObject, depth: number): readonly TracedHold[] => {
    const key = nameKey(refOf(object));
    const before = known.get(key);
    if (before !== undefined) return before;
    const { value: holds, missed } = basis.cluster.noting(() => holdsOf(object, basis, "on the way"));
    if (depth > 1 && known.size < mostBehind && missed.length === 0) known.set(key, holds);
    return holds;
  };
}

/** So many objects and futures are remembered: who asks about an object asks about what is around it in between. */
const few = 8;

/**
 * Remembers what was made of the last few objects, however many rules ask. Where something was missed, each that asks is to hear
 * of it.
 */
function latest<T>(make: (object: KubeObject) => T, cluster: Cluster): (object: KubeObject) => T {
  const last: { readonly object: KubeObject; readonly made: T }[] = [];
  return (object) => {
    const before = last.find((each) => each.object === object);
    if (before !== undefined) return before.made;
    const { value: made, missed } = cluster.noting(() => make(object));
    if (missed.length > 0) return made;
    last.unshift({ object, made });
    if (last.length > few) last.pop();
    return made;
  };
}

/** A future that was asked for. */
interface Asked {
  readonly of: KubeObject;
  readonly event: Event | undefined;
  readonly reach: "as after an event" | undefined;
  readonly timeline: Timeline;
}

/** The same acts and holds are one list wherever they are looked ahead from. */
function isSame(one: Event | undefined, other: Event | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  if ("done" in one) return "done" in other && one.done === other.done;
  if ("released" in one) return "released" in other && one.released === other.released;
  return "deleted" in other && one.by === other.by && nameKey(one.deleted) === nameKey(other.deleted);
}
