import type { Demand, Snapshot, Unread } from "../model/index.ts";
import type { Readings, Source } from "./source.ts";
import { isWithin, keyOf, widened } from "./widen.ts";

/** An answer that says what it would have needed. */
export interface Answerable {
  readonly unread: readonly Unread[];
}

export interface Collected<T> {
  readonly made: T;
  /** Everything that was read for it. */
  readonly snapshot: Snapshot;
}

/**
 * A question leads to another: claim, pod, node, lease … The longest chain known has ten: the dependents of an object
 * that is deleted in the foreground, kind after kind.
 */
const mostRounds = 20;

/**
 * Answers from what is known, asks the source for what was missing, and does so again until nothing new comes. So a live
 * cluster is asked for just what the question needs, and files, which have nothing to add, run through the same code.
 */
export async function collect<T extends Answerable>(
  make: (snapshot: Snapshot) => T,
  known: Snapshot,
  source: Source,
): Promise<Collected<T>> {
  const asked = new Set<string>();
  let snapshot = known;
  let made = make(snapshot);
  for (let round = 0; round < mostRounds; round += 1) {
    const demands = missing(made).filter((demand) => !asked.has(keyOf(demand)));
    if (demands.length === 0) break;
    for (const demand of demands) asked.add(keyOf(demand));
    const { readings, skipped } = await answers(demands, source);
    if (readings.length === 0) break;
    snapshot = {
      ...snapshot,
      readings: [...snapshot.readings, ...readings],
      skipped: [...snapshot.skipped, ...skipped],
    };
    made = make(snapshot);
  }
  return { made, snapshot };
}

function missing({ unread }: Answerable): readonly Demand[] {
  return unread
    .filter(({ reason }) => reason === "NotCollected")
    .map(({ resource, scope }) => ({ resource, scope }));
}

/** Many objects of a kind are read as one list; where the list may not be read, one by one after all. */
async function answers(demands: readonly Demand[], source: Source): Promise<Readings> {
  const merged = widened(demands);
  const first = await source.collect(merged);
  const { readings } = first;
  const wide = merged.filter((demand) => !demands.includes(demand));
  const refused = wide.filter((demand) =>
    readings.some(
      (reading) => !reading.read && reading.reason !== "NotServed" && keyOf(reading) === keyOf(demand),
    ),
  );
  if (refused.length === 0) return first;
  const single = demands.filter((demand) => refused.some((list) => isWithin(demand, list)));
  const kept = readings.filter((reading) => !refused.some((list) => keyOf(list) === keyOf(reading)));
  const second = await source.collect(single);
  return { readings: [...kept, ...second.readings], skipped: [...first.skipped, ...second.skipped] };
}
