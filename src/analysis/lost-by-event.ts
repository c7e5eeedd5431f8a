import { objectOf } from "../cluster/index.ts";
import { claimOf } from "../controllers/index.ts";
import type { Relative } from "../define/index.ts";
import type { KubeObject, ObjectRef } from "../kubernetes/index.ts";
import { distinct, nameKey, refOf } from "../kubernetes/index.ts";
import type { Act, DataFate, Fate } from "../report/index.ts";
import type { Analysis, Event, Timeline } from "./analysis.ts";
import { backingOf, isDiskRecord } from "./disks/disks.ts";
import { unseenFate } from "./disks/fate.ts";
import { claimsFreedBy } from "./disks/freed-claims.ts";
import { ifReachable } from "./disks/known-already.ts";
import type { Exposure } from "./exposure.ts";
import { exposureIn, givesNoDisk } from "./exposure.ts";
import type { LostDisk } from "./losses.ts";
import { isAmong, lossesIn, unseenBesideHolder } from "./losses.ts";
import { keepsOneOfMany } from "./timeline/around.ts";
import { claimsGiven } from "./timeline/steps.ts";
import type { Sight } from "./unseen-disks.ts";
import { unseenDisks } from "./unseen-disks.ts";
import { goingWithUsers, volumesForClaimOf, waitingFor } from "./waiting-for.ts";

/** What comes of an event and would not come, or not so early, without it. */
interface LossesByEvent {
  /** @param object for which the acts are done: its future is looked at too */
  lostBy(acts: readonly Act[], object: KubeObject): readonly Fate[];
  /** By what a person does that ends the root causes of the object. */
  lostOnceReleased(object: KubeObject): readonly Fate[];
}

/**
 * The future after an event, held against the future without it. Each is run once: many objects are offered the same step,
 * and many steps end around the same disk.
 */
export function lossesByEvent(analysis: Analysis): LossesByEvent {
  const { cluster } = analysis;
  const exposure = exposureIn(cluster);
  const after = new Map<string, After>();
  const without = new Map<string, Without>();
  /** Each of thousands of holds can offer a step, and all of them are judged by the same. */
  const onceReleased = new Map<string, readonly Fate[]>();
  /** Each claim of a pod can ask for the deletion of the pod. */
  const waiting = new Map<string, readonly Relative[]>();

  function lossesAfter(event: Event, object: KubeObject): After {
    const timeline = analysis.future(object, event);
    const given = claimsGiven(timeline.moves);
    const losses = lossesIn(timeline, cluster).flatMap((loss) => byEvent(loss, object, given));
    const told = [...losses, ...unseenIn(timeline)];
    const follows = new Set(timeline.followed.map((each) => nameKey(refOf(each))));
    return { fates: [...told, ...unseenDisksIn(timeline, object, told)], follows };
  }

  /** Where something was not read, no move may tell what is lost: what the controllers would do with the data then is not known. */
  function unseenIn(timeline: Timeline): readonly Fate[] {
    if (timeline.unread.length === 0 && !timeline.isCut) return [];
    const moved = timeline.moves.flatMap(({ action }) => found(action.object) ?? []);
    const met = [...timeline.followed, ...moved];
    // A claim that gets its volume only in this future, and is deleted then, leads to it.
    const all = [...met, ...objectsIn(met.flatMap((each) => volumesForClaimOf(each, cluster)))];
    return [...new Set(all)].filter(isDiskRecord).flatMap((record) => {
      const outcome = timeline.outcomeOf(record);
      if (outcome === undefined || isAlsoWithout(record, outcome.data)) return [];
      const fate = outcome.tell();
      if (fate.unseen !== undefined) return [fate];
      const mayBeLost = fate.data === "destroyed" || fate.data === "unknown";
      return mayBeLost ? [{ ...fate, unseen: "rest" as const }] : [];
    });
  }

  /** What was not read can hide how an object goes on: whether its disk is deleted is not known then. */
  function unseenDisksIn(timeline: Timeline, object: KubeObject, told: readonly Fate[]): readonly Fate[] {
    const disks = unseenDisks(timeline, () => lossesWithout(object), cluster);
    return disks.flatMap((disk) => {
      if ("unread" in disk) return unseenFate(disk.unread);
      const { object: record } = disk;
      if (told.some(({ volume }) => volume !== undefined && isSame(volume, record))) return [];
      if (isAlsoWithout(record, timeline.outcomeOf(record)?.data ?? "unknown")) return [];
      return [{ ...fateOf({ record: refOf(record), data: "unknown" }), unseen: "rest" }];
    });
  }

  /** What cannot be known without the event either could be lost by it all the same, and what is lost later without it, earlier. */
  function isAlsoWithout(record: KubeObject, data: DataFate): boolean {
    if (data === "unknown" || analysis.dataOf(record) !== data) return false;
    const isAtOnce = (loss: LostDisk) => isSame(loss.record, record) && loss.after?.length === 0;
    return data !== "destroyed" || lossesWithout(record).surely.some(isAtOnce);
  }

  /** Nothing, where it comes without the event too, and no controller is about to protect the claim from it. */
  function byEvent(loss: LostDisk, object: KubeObject, given: ReadonlySet<string>): readonly Fate[] {
    const record = found(loss.record);
    const claims = record === undefined ? [] : claimOfRecord(record);
    const around = record === undefined ? [object] : [record, ...claims, object];
    const comes = (how: "surely" | "perhaps") => around.some((of) => isAmong(loss, lossesWithout(of)[how]));
    const fate = fateOf(loss);
    const bare = claims.map((claim) => nameKey(refOf(claim))).filter((key) => !given.has(key));
    const before = lossesWithout(object);
    if (bare.some((key) => before.given.has(key))) return [fate];
    // What was not read of a snapshot could have its controller protect the claim.
    if (bare.length > 0 && object.kind === "VolumeSnapshot" && !before.isWhole)
      return [{ ...fate, unseen: "rest" }];
    if (comes("surely")) return [];
    return [comes("perhaps") ? { ...fate, unseen: "rest" } : fate];
  }

  /** What was not read could keep from being lost what waits for something: then that does not surely come. */
  function lossesWithout(object: KubeObject): Without {
    return remembered(without, nameKey(refOf(object)), () => {
      const timeline = analysis.future(object, undefined, "as after an event");
      const losses = lossesIn(timeline, cluster);
      const isWhole = timeline.unread.length === 0 && !timeline.isCut;
      const { unseen, followed } = timeline;
      const told = { given: claimsGiven(timeline.moves), unseen, followed, isWhole };
      if (isWhole) return { surely: losses, perhaps: [], ...told };
      return { surely: losses.filter(comesInAnyCase), perhaps: losses, ...told };
    });
  }

  function comesInAnyCase({ record, after }: LostDisk): boolean {
    const object = found(record);
    const isSeen = object !== undefined && analysis.causesOf(object).unread.length === 0;
    return after?.length === 0 && isSeen;
  }

  function exposureOf(acts: readonly Act[], object: KubeObject): Exposure {
    if (!acts.every(givesNoDisk)) return "some";
    const acted = actedOn(acts);
    const near = exposureNear([object, ...acted, ...objectsIn(waitingOn(acts))]);
    return near === "none" ? exposureNear(acted.flatMap((each) => goingWithUsers(each, cluster))) : near;
  }

  function exposureNear(objects: readonly KubeObject[]): Exposure {
    for (const object of objects) {
      const found = exposure(object);
      if (found !== "none") return found;
    }
    return "none";
  }

  function actedOn(acts: readonly Act[]): readonly KubeObject[] {
    return acts.flatMap(({ on }) => found(on) ?? []);
  }

  function waitingOn(acts: readonly Act[]): readonly Relative[] {
    return actedOn(acts).flatMap((each) =>
      remembered(waiting, nameKey(refOf(each)), () => waitingFor(each, cluster)),
    );
  }

  function claimOfRecord(record: KubeObject): readonly KubeObject[] {
    const claim = record.kind === "PersistentVolume" ? claimOf(record) : undefined;
    const object = claim && found(claim);
    return object === undefined ? [] : [object];
  }

  function fateOf({ record, data }: { readonly record: ObjectRef; readonly data: DataFate }): Fate {
    const object = found(record);
    const where = object !== undefined && isDiskRecord(object) ? backingOf(object) : undefined;
    const { policy: _, ...told } = where ?? {};
    const onlyIf = data === "destroyed" && object !== undefined ? ifReachable(object, cluster) : {};
    return { data, because: [], volume: record, ...onlyIf, ...told };
  }

  /** Where the run around the first of them does not reach another, there is one around that too. */
  function lostAround([first, ...others]: readonly KubeObject[], event: Event, key: string): readonly Fate[] {
    if (first === undefined) return [];
    const reached = remembered(after, key, () => lossesAfter(event, first));
    const beside = others.filter((each) => !reached.follows.has(nameKey(refOf(each))));
    const besides = beside.map((each) =>
      remembered(after, `${nameKey(refOf(each))} ${key}`, () => lossesAfter(event, each)),
    );
    return distinct(
      [reached, ...besides].flatMap(({ fates }) => fates),
      (fate) => JSON.stringify(fate),
    );
  }

  function lostByRelease(object: KubeObject): readonly Fate[] {
    const released = analysis.causesOf(object).rootHolds;
    const unseen = released.flatMap((hold) => unseenBesideHolder(hold, object, cluster));
    const elsewhere = released.flatMap(({ held }) => (isSame(held, object) ? [] : (found(held) ?? [])));
    // What holds the object itself frees its own data, and that of the claims that wait for it: that is told anyway.
    if (elsewhere.length === 0) return unseen;
    const exposed = exposureNear([object, ...elsewhere]);
    if (exposed === "none") return unseen;
    if (exposed !== "some") return unseenFate(exposed.unread);
    // A snapshot that comes right frees its claim, of which the run around this object does not hear: but not one of many.
    const isOneOfMany = elsewhere.length > few || keepsOneOfMany(object, [], cluster);
    const freed = isOneOfMany ? [] : elsewhere.flatMap((each) => claimsFreedBy(each, cluster));
    return [...lostAround([object, ...freed], { released }, `released ${nameKey(refOf(object))}`), ...unseen];
  }

  function found(ref: ObjectRef): KubeObject | undefined {
    return objectOf(cluster.resolve(ref));
  }

  /** Where something was missed, each that asks is to hear of it. */
  function remembered<T>(known: Map<string, T>, key: string, workOut: () => T): T {
    const before = known.get(key);
    if (before !== undefined) return before;
    const { value, missed } = cluster.noting(workOut);
    if (missed.length === 0 && !analysis.isVoid()) known.set(key, value);
    return value;
  }

  return {
    lostBy(acts, object) {
      const exposed = exposureOf(acts, object);
      if (exposed === "none") return [];
      if (exposed !== "some") return unseenFate(exposed.unread);
      const [of = object] = actedOn(acts);
      const waits = waitingOn(acts);
      const lost = lostAround([of, object, ...objectsIn(waits)], { done: acts }, JSON.stringify(acts));
      return [...lost, ...waits.flatMap((each) => ("unread" in each ? unseenFate(each.unread) : []))];
    },
    lostOnceReleased: (object) =>
      remembered(onceReleased, nameKey(refOf(object)), () => lostByRelease(object)),
  };
}

/** What more than these hold up together is not freed by the end of some of them. */
const few = 8;

/** What is lost without the event, and what else two futures are held against each other by. */
interface Without extends Sight {
  /** By key. */
  readonly given: ReadonlySet<string>;
  readonly surely: readonly LostDisk[];
  readonly perhaps: readonly LostDisk[];
  readonly isWhole: boolean;
}

interface After {
  readonly fates: readonly Fate[];
  /** The objects that were followed, by key. */
  readonly follows: ReadonlySet<string>;
}

function objectsIn(relatives: readonly Relative[]): readonly KubeObject[] {
  return relatives.flatMap((each) => ("object" in each ? [each.object] : []));
}

function isSame(ref: ObjectRef, object: KubeObject): boolean {
  return nameKey(ref) === nameKey(refOf(object));
}
