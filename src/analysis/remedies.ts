import type { Cluster } from "../cluster/index.ts";
import type { Basis } from "../define/index.ts";
import { callOf, costOf, listed } from "../define/index.ts";
import type { ObjectRef } from "../kubernetes/index.ts";
import { isObjectName, kindNamed } from "../kubernetes/index.ts";
import type { Fate, Hold, MarkedRemedy, OfferedRemedy, Remedy, RemedyCall } from "../report/index.ts";
import { safestFirst } from "../report/index.ts";
import type { Causes } from "./causes.ts";
import { byGravity } from "./causes.ts";
import type { Futures } from "./label.ts";
import {
  dangerOf,
  fatesOnceDone,
  labelled,
  onlyAsks,
  onlyRetains,
  removesFinalizer,
  sparesData,
} from "./label.ts";
import { widestOf } from "./widest.ts";

/**
 * What to do, the safest first. Primary is the first remedy that a root cause asks for. Those that only keep the data
 * come before it, and are primary themselves where it loses data, or where it is not safe and the data would be
 * destroyed. What may lose data for all that could be read is never primary.
 *
 * @param doomed what else is at stake: it can be kept even if nothing holds the object
 * @param sight `partial`: something that was needed to find the causes could not be read
 */
export function offer(graph: Causes, basis: Basis, stakes: Stakes): readonly OfferedRemedy[] {
  const { fate, doomed = [], after = () => [], lostBy = () => [], sight = "whole" } = stakes;
  const { released = () => [...listed(fate), ...doomed] } = stakes;
  const asked = [...byGravity(graph.rootHolds), ...graph.holds].flatMap((hold) => callsOf(hold));
  let isWhole = sight === "whole";
  const byHolds = made(asked, basis.cluster, () => {
    isWhole = false;
  });
  // A hold does not know whether the disk, which another volume shares, is gone.
  const byRoots = fate?.data === "already-gone" ? byHolds.filter((remedy) => !onlyRetains(remedy)) : byHolds;
  const isExplained = graph.holds.some(({ category }) => category !== "unknown");
  const atStake = [
    ...(isExplained ? listed(fate) : []),
    ...(isExplained || graph.holds.length === 0 ? doomed : []),
  ];
  const futures: Futures = { released, after, lostBy };
  const byRemedy = new Map<string, MarkedRemedy>();
  const marked = (remedy: Remedy) => {
    const known = byRemedy.get(identity(remedy)) ?? labelled(remedy, futures);
    byRemedy.set(identity(remedy), known);
    return known;
  };
  const isAtRest = stakes.deletion !== "under way" && atStake.every(({ data }) => data === "kept");
  // That of many disks is asked for by a hold.
  const keepsMany = fate?.data === "destroyed" ? byRoots.filter(onlyRetains) : [];
  const losesNone = isAtRest && byRoots.every((remedy) => sparesDisk(marked(remedy)));
  const keeping = losesNone ? [] : [...keepingOf(atStake, basis), ...keepsMany];
  const roots = [...byRoots].sort(byDanger).map(marked);
  const lost = lostByThem(roots, futures);
  const first = keepingOf(lost, basis);
  const all = [...distinct([...keeping, ...byRoots, ...first])].sort(byDanger);
  const widest = widestOf(all);
  const chosen = chosenOf(roots, [...keeping, ...first][0], fate);
  // Had more been read, another might be the first: what is not safe is then no proposal.
  const isSeen =
    isWhole && [...lost, ...roots.map(({ follows }) => follows)].every((each) => each?.unseen === undefined);
  const isProposed = isSeen || (chosen && (sparesData(chosen) || marked(chosen).safety === "safe"));
  const primary = chosen && isProposed ? identity(widest(chosen)) : "";
  // Each is there once: none of them has to be told for it.
  return all
    .filter((remedy) => widest(remedy) === remedy)
    .map((remedy) => ({ ...marked(remedy), primary: identity(remedy) === primary }))
    .sort(lastResortLast);
}

/** The disk is there after it, as before. */
function sparesDisk({ safety, follows }: MarkedRemedy): boolean {
  return safety !== "loses-data" && (follows === undefined || follows.data === "leaked");
}

/** What can be lost, and what decides about it. */
interface Stakes {
  /** Where none is, the disk is kept and no remedy ends that, what keeps it is not offered. */
  readonly deletion?: "under way" | undefined;
  readonly fate: Fate | undefined;
  readonly doomed?: readonly Fate[];
  readonly released?: Futures["released"];
  readonly after?: Futures["after"];
  readonly lostBy?: Futures["lostBy"];
  readonly sight?: "whole" | "partial";
}

/** What would be done first, as far as its own acts are concerned, decides whether the data has to be kept before. */
function chosenOf(
  roots: readonly MarkedRemedy[],
  keeping: Remedy | undefined,
  fate: Fate | undefined,
): Remedy | undefined {
  const [safest] = [...roots].sort(byLabel);
  if (!isDeadly(roots[0], fate)) return safest;
  if (keeping !== undefined) return keeping;
  return safest?.follows?.unseen !== undefined && safest.safety === "loses-data" ? undefined : safest;
}

/** A remedy that loses data, or that ends what keeps the data from being destroyed. */
function isDeadly(remedy: MarkedRemedy | undefined, fate: Fate | undefined): boolean {
  switch (remedy?.safety) {
    case "loses-data":
      return true;
    case "risky":
      return fate?.data === "destroyed" || leavesBehind(remedy);
    case "safe":
    case undefined:
      return false;
  }
}

/** It gives up the deletion of the data: a disk with no record is all that remains. */
function leavesBehind({ fix }: MarkedRemedy): boolean {
  return (fix?.accept ?? []).some(({ name }) => costOf(name) === "leak");
}

function callsOf(hold: Hold): readonly RemedyCall[] {
  return hold.category === "unknown" ? [] : hold.remedies;
}

/** What keeps this data. */
export function keepingOf(fates: readonly Fate[], { cluster, knowledge }: Basis): readonly Remedy[] {
  const calls = fates.flatMap((fate) =>
    knowledge.remedies.flatMap((entry) => (entry.volunteer?.(fate) ?? []).map((on) => callOf(entry, on))),
  );
  return made(calls, cluster);
}

/** What backends call a disk. */
const listedNameRule = /^\/?[A-Za-z0-9][\w./:-]*$/;

function isNameable({ apiVersion, kind, name, namespace }: ObjectRef): boolean {
  const isListed = kindNamed(apiVersion, kind)?.presence === "never";
  return (
    (isListed ? listedNameRule.test(name) : isObjectName(name)) &&
    (namespace === undefined || isObjectName(namespace))
  );
}

/**
 * Each call once: every object in a namespace can ask for the same remedy, which looks at all of them.
 *
 * @param onUnseen hears of each that was perhaps not made for want of reading
 */
function made(
  calls: readonly RemedyCall[],
  cluster: Cluster,
  onUnseen: () => void = () => {},
): readonly Remedy[] {
  const identityOf = ({ remedy, on, using }: RemedyCall) => JSON.stringify([remedy, on, using]);
  return eachOnce(calls, ({ remedy }) => remedy, identityOf).flatMap((call) => {
    const { value: found, missed } = cluster.noting(() =>
      isNameable(call.on) ? call.make(cluster) : undefined,
    );
    if (found === undefined && missed.length > 0) onUnseen();
    return found === undefined ? [] : [found];
  });
}

/**
 * What these calls offer, and before it what keeps the data that it would lose: each once, the safest first.
 *
 * @param stakes the data that can be kept
 */
export function remediesFor(
  calls: readonly RemedyCall[],
  basis: Basis,
  futures: Futures,
  stakes: () => readonly Fate[] = futures.released,
): readonly MarkedRemedy[] {
  const asked = distinct(made(calls, basis.cluster));
  const marked = asked.map((remedy) => labelled(remedy, futures));
  if (!marked.some(({ safety }) => safety === "loses-data")) return [...marked].sort(byLabel);
  const keeping = keepingOf([...stakes().filter(canStillBeKept), ...lostByThem(marked, futures)], basis);
  const all = distinct([...keeping, ...asked]);
  const widest = widestOf(all);
  return all
    .filter((remedy) => widest(remedy) === remedy)
    .map((remedy) => marked[asked.indexOf(remedy)] ?? labelled(remedy, futures))
    .sort(byLabel);
}

/** The data that these steps lose, also that of other objects: it is kept right before them. */
function lostByThem(remedies: readonly MarkedRemedy[], futures: Futures): readonly Fate[] {
  return remedies
    .filter(({ safety }) => safety === "loses-data")
    .flatMap((remedy) => fatesOnceDone(remedy, futures).filter(canStillBeKept));
}

/** Something can still be done to keep the data. */
export function canStillBeKept({ data }: Fate): boolean {
  return data === "destroyed" || data === "exposed" || data === "unknown";
}

/** By the dangers that they name. */
function byDanger(a: Remedy, b: Remedy): number {
  return safestFirst.indexOf(dangerOf(a)) - safestFirst.indexOf(dangerOf(b));
}

/** A finalizer that gives up what it waits for is removed as a last resort. The rest comes by its label. */
function lastResortLast(a: MarkedRemedy, b: MarkedRemedy): number {
  const isLast = (remedy: MarkedRemedy) => remedy.tells !== undefined && removesFinalizer(remedy);
  return Number(isLast(a)) - Number(isLast(b)) || byLabel(a, b);
}

/** Of two with one label the first only makes the controllers look again, and the last gives up what is to be done with the data. */
function byLabel(a: MarkedRemedy, b: MarkedRemedy): number {
  const harm = ({ follows }: MarkedRemedy) => (follows === undefined ? 0 : 1);
  const gravity = safestFirst.indexOf(a.safety) - safestFirst.indexOf(b.safety);
  const harms = a.safety === "loses-data" ? harm(b) - harm(a) : harm(a) - harm(b);
  return gravity || placeOf(a) - placeOf(b) || harms;
}

function placeOf(remedy: MarkedRemedy): number {
  if (remedy.safety !== "risky") return 0;
  if (remedy.fix?.acts.every(onlyAsks) === true) return -1;
  return remedy.tells !== undefined && removesFinalizer(remedy) ? 1 : 0;
}

function identity(remedy: Remedy | undefined): string {
  return remedy === undefined
    ? ""
    : JSON.stringify([remedy.name, remedy.first, remedy.commands, remedy.steps]);
}

function distinct(remedies: readonly Remedy[]): readonly Remedy[] {
  return eachOnce(remedies, ({ name }) => name, identity);
}

/** Of those that are the same the first. Only those of one name can be. */
function eachOnce<T>(
  items: readonly T[],
  nameOf: (item: T) => string,
  identityOf: (item: T) => string,
): readonly T[] {
  if (new Set(items.map(nameOf)).size === items.length) return items;
  const seen = new Set<string>();
  return items.filter((item) => {
    const identity = identityOf(item);
    const isNew = !seen.has(identity);
    seen.add(identity);
    return isNew;
  });
}
