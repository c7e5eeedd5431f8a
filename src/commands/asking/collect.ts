import type { Interruptible } from "../../analysis/index.ts";
import type { Demand, Reading, Snapshot, Unread } from "../../cluster/index.ts";
import { covers } from "../../cluster/index.ts";
import type { ObjectRef } from "../../kubernetes/index.ts";
import { distinct, isOtherResource, otherKind } from "../../kubernetes/index.ts";
import type { PodsOrder } from "../../reading/live/index.ts";
import type { Readings, Source } from "../sources/source.ts";
import { noReadings } from "../sources/source.ts";
import type { Surroundings } from "../surroundings.ts";
import type { Asking } from "./widen.ts";
import { demandKey, isWithinOne, widened } from "./widen.ts";

/** Says what an answer will need, besides `missing`, that it cannot know of yet. */
export type Foresee = (snapshot: Snapshot, missing: readonly Demand[]) => readonly Demand[];

/** An answer that says what it would have needed. */
export interface Answerable {
  readonly unread: readonly Unread[];
  /** Owners of kinds that pvguard has no definition of, which are asked for where the source can. */
  readonly owners?: readonly Unread[];
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

/** What is asked for besides what is needed. */
interface Wider {
  readonly foresee?: Foresee | undefined;
  readonly asking?: Asking;
}

/**
 * Answers from what is known, reads what was missing from the source, and repeats until the source returns nothing new.
 * So pvguard reads only what the question needs from a live cluster. Files, which have nothing to add, use the same code.
 */
export async function collect<T extends Answerable>(
  make: (snapshot: Snapshot) => T | Promise<T>,
  known: Snapshot,
  source: Source,
  { foresee, asking = "about all" }: Wider = {},
): Promise<Collected<T>> {
  const asked = new Set<string>();
  let snapshot = known;
  let made = await make(snapshot);
  for (let round = 0; round < mostRounds; round += 1) {
    const needed = missing(made).filter((demand) => !asked.has(demandKey(demand)));
    const owners = wantedOwners(made).filter((owner) => !asked.has(demandKey(owner)));
    if (needed.length === 0 && owners.length === 0) break;
    const beside = unknown(foresee?.(snapshot, needed) ?? [], snapshot);
    for (const demand of [...needed, ...owners]) asked.add(demandKey(demand));
    const order = foresee === undefined ? "last" : "beside";
    const [{ readings, skipped }, came] = await Promise.all([
      needed.length === 0 ? noReadings : answers({ needed, beside, asking }, source, order),
      source.owners(owners.slice(0, mostOwners).map(ownerIn)),
    ]);
    if (readings.length === 0 && came.found.length === 0 && came.missing.length === 0) break;
    snapshot = {
      ...snapshot,
      readings: [...snapshot.readings, ...readings],
      otherOwners: [...(snapshot.otherOwners ?? []), ...came.found],
      missingOwners: [...(snapshot.missingOwners ?? []), ...came.missing],
      skipped: [...snapshot.skipped, ...skipped],
    };
    made = await make(snapshot);
  }
  return { made, snapshot };
}

/** So many owners are read in one round, each with a request of its own. What is said of the others is that they were not. */
const mostOwners = 20;

/** What would have been needed, and can still be asked for. Who may not list a kind may read an object of it. */
export function missing({ unread }: Answerable): readonly Demand[] {
  return unread.flatMap(({ resource, scope, reason }) => {
    const canBeAsked = reason === "NotCollected" || (reason === "Forbidden" && scope.of === "object");
    return canBeAsked && !isOtherResource(resource) ? [{ resource, scope }] : [];
  });
}

function wantedOwners({ owners = [] }: Answerable): readonly Unread[] {
  return distinct(owners, demandKey);
}

function ownerIn({ resource, scope }: Unread): ObjectRef {
  if (!isOtherResource(resource) || scope.of !== "object")
    throw new Error(`no owner is named by ${resource}`);
  const { name, namespace } = scope;
  return { ...otherKind(resource), name, ...(namespace === undefined ? {} : { namespace }) };
}

function unknown(demands: readonly Demand[], { readings }: Snapshot): readonly Demand[] {
  const isKnown = (demand: Demand) =>
    readings.some((reading) => reading.resource === demand.resource && covers(reading.scope, demand.scope));
  return demands.filter((demand) => !isKnown(demand));
}

/** What is asked for together. */
interface Round {
  readonly needed: readonly Demand[];
  readonly beside: readonly Demand[];
  readonly asking: Asking;
}

/**
 * Many objects of a kind are read as one list; where the list may not be read, one by one after all. What was asked for
 * beside what is needed says nothing by not being read: a single object of a list that may not be read can be readable.
 */
async function answers(
  { needed, beside, asking }: Round,
  source: Source,
  pods: PodsOrder,
): Promise<Readings> {
  const demands = [...needed, ...beside];
  const neededKeys = new Set(needed.map(demandKey));
  const first = await source.collect(widened(demands, asking), pods);
  const refused = first.readings.filter(isRefused);
  const kept = first.readings.filter((reading) => !isRefused(reading) || neededKeys.has(demandKey(reading)));
  const refusedKeys = new Set(refused.map(demandKey));
  const single = needed.filter((demand) => isWithinOne(demand, refusedKeys));
  if (single.length === 0) return { readings: kept, skipped: first.skipped };
  const second = await source.collect(single, pods);
  return { readings: [...kept, ...second.readings], skipped: [...first.skipped, ...second.skipped] };
}

export function isRefused(reading: Reading): boolean {
  return !reading.read && reading.reason !== "NotServed";
}

/** So many steps are taken before others have their turn: for a healthy object, one takes less than a millisecond. */
const stepsInATurn = 16;

/** Goes through what takes long, and rests now and then: else an interruption would be heard of only at the end. */
export function inTurns<T>(
  begin: (snapshot: Snapshot) => Interruptible<T>,
  rest: Surroundings["rest"],
): (snapshot: Snapshot) => Promise<T> {
  return async (snapshot) => {
    const steps = begin(snapshot);
    for (let taken = 1; ; taken += 1) {
      const step = steps.next();
      if (step.done === true) return step.value;
      if (taken % stepsInATurn === 0) await rest();
    }
  };
}
