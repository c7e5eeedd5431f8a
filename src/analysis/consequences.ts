import { claimOf } from "../controllers/index.ts";
import type { KubeObject, ObjectRef } from "../kubernetes/index.ts";
import { nameKey, refOf } from "../kubernetes/index.ts";
import type { Act, Fate } from "../report/index.ts";
import type { Analysis, Timeline } from "./analysis.ts";
import { backingOf, isRecord } from "./disks/disks.ts";
import { unseenFate } from "./disks/fate.ts";
import type { Loss } from "./losses.ts";
import { isAmong, lossesIn } from "./losses.ts";
import type { Exposure } from "./reach.ts";
import { addsNothing, exposureIn, sourcesOf } from "./reach.ts";

/** What comes of acts and would not come, or not so early, without them. */
export interface Consequences {
  /** @param object for which the acts are done: its future is looked at too */
  lostBy(acts: readonly Act[], object: KubeObject): readonly Fate[];
}

/**
 * The future after acts, held against the future without them. Each is run once: many objects are offered the same step,
 * and many steps end around the same disk.
 */
export function consequencesIn(analysis: Analysis): Consequences {
  const { cluster } = analysis;
  const exposure = exposureIn(cluster);
  const after = new Map<string, After>();
  const without = new Map<string, readonly Loss[]>();

  function lossesAfter(acts: readonly Act[], object: KubeObject): After {
    const timeline = analysis.future(object, { done: acts });
    const losses = lossesIn(timeline, cluster).filter((loss) => !comesAnyway(loss, object));
    const fates = [...losses.map(fateOf), ...unseenIn(timeline)];
    return { fates, follows: new Set(timeline.followed.map((each) => nameKey(refOf(each)))) };
  }

  /** Where something was not read, no move may tell what is lost: what the controllers would do with the data then is not known. */
  function unseenIn(timeline: Timeline): readonly Fate[] {
    if (timeline.unread.length === 0) return [];
    return timeline.followed.filter(isRecord).flatMap((record) => {
      const outcome = timeline.outcomeOf(record);
      if (outcome === undefined || analysis.dataOf(record) === outcome.data) return [];
      const fate = outcome.tell();
      return fate.data === "destroyed" || fate.unseen !== undefined ? [fate] : [];
    });
  }

  function comesAnyway(loss: Loss, object: KubeObject): boolean {
    const record = found(loss.record);
    const around = record === undefined ? [object] : [record, ...claimOfRecord(record), object];
    return around.some((each) => isAmong(loss, lossesWithout(each)));
  }

  function lossesWithout(object: KubeObject): readonly Loss[] {
    return remembered(without, nameKey(refOf(object)), () => {
      const timeline = analysis.future(object);
      // What was not read could keep it from being lost: then it does not come anyway.
      return timeline.unread.length > 0 ? [] : lossesIn(timeline, cluster);
    });
  }

  function exposureOf(acts: readonly Act[], object: KubeObject): Exposure {
    if (!acts.every(addsNothing)) return "some";
    const near = [object, ...actedOn(acts), ...sourcesFor(acts)].map(exposure);
    return near.find((each) => each !== "none") ?? "none";
  }

  function actedOn(acts: readonly Act[]): readonly KubeObject[] {
    return acts.flatMap(({ on }) => found(on) ?? []);
  }

  function sourcesFor(acts: readonly Act[]): readonly KubeObject[] {
    return actedOn(acts).flatMap((each) => sourcesOf(each, cluster));
  }

  function claimOfRecord(record: KubeObject): readonly KubeObject[] {
    const claim = record.kind === "PersistentVolume" ? claimOf(record) : undefined;
    const object = claim && found(claim);
    return object === undefined ? [] : [object];
  }

  function fateOf({ record, data }: Loss): Fate {
    const object = found(record);
    const where = object !== undefined && isRecord(object) ? backingOf(object) : undefined;
    const { policy: _, ...told } = where ?? {};
    return { data, because: [], volume: record, ...told };
  }

  function found(ref: ObjectRef): KubeObject | undefined {
    const resolved = cluster.resolve(ref);
    return resolved?.state === "found" ? resolved.object : undefined;
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
      const key = JSON.stringify(acts);
      const [of = object] = actedOn(acts);
      const reached = remembered(after, key, () => lossesAfter(acts, of));
      const beyond = [object, ...sourcesFor(acts)].filter(
        (each) => !reached.follows.has(nameKey(refOf(each))),
      );
      const others = beyond.map((each) =>
        remembered(after, `${nameKey(refOf(each))} ${key}`, () => lossesAfter(acts, each)),
      );
      return [reached, ...others].flatMap(({ fates }) => fates);
    },
  };
}

interface After {
  readonly fates: readonly Fate[];
  /** The objects that were followed, by key. */
  readonly follows: ReadonlySet<string>;
}
