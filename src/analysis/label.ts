import { costOf } from "../define/index.ts";
import type {
  Acceptance,
  Act,
  Consequence,
  Edit,
  Fate,
  MarkedRemedy,
  Remedy,
  Safety,
} from "../report/index.ts";
import { safestFirst } from "../report/index.ts";

/** What becomes of the data, as far as a remedy can change it; the future without it is the same for all. */
export interface Futures {
  /** Once the holds end for which the remedies are offered. */
  released(): readonly Fate[];
  /** Once these acts are done, and what holds the objects then ends. */
  after(acts: readonly Act[]): readonly Fate[];
  /** What is lost by these acts anywhere around, and would not be without them. */
  lostBy(acts: readonly Act[]): readonly Fate[];
}

/**
 * The one label of a step. Safe: after it no disk is destroyed, exposed or left behind that would not be without it, and what
 * it does can be undone. Loses data: a disk is destroyed or exposed after it, or may be for all that could be read: what was
 * not read is taken for the usual case, in which the disk is deleted. Risky: the rest.
 */
export function labelled(remedy: Remedy, futures: Futures): MarkedRemedy {
  const own = dangerOf(remedy);
  const follows = own === "loses-data" ? undefined : following(remedy, own, futures);
  if (follows === undefined) return { ...remedy, safety: own };
  const safety = graver(own, labelOf(follows));
  const isTold = remedy.tells !== undefined && follows.unseen === undefined;
  return isTold ? { ...remedy, safety } : { ...remedy, safety, follows };
}

/** What the model of the controllers cannot see: the dangers that are named, and that a finalizer cannot be put back. */
export function dangerOf(remedy: Remedy): Safety {
  const { dangers = [], fix } = remedy;
  const named = [...dangers, ...(fix?.accept ?? []).map(({ name }) => name)];
  if (named.some((name) => costOf(name) === "loss")) return "loses-data";
  return removesFinalizer(remedy) || named.length > 0 ? "risky" : "safe";
}

/** That cannot be undone. */
export function removesFinalizer({ does, fix }: Remedy): boolean {
  return (fix?.acts ?? does ?? []).some((act) => act.do === "drop-finalizer");
}

/** No safer than what must be accepted for it. */
export function safetyWith(safety: Safety, accept: readonly Acceptance[]): Safety {
  const costs = accept.map(({ name }) => (costOf(name) === "loss" ? "loses-data" : "risky"));
  return costs.reduce(graver, safety);
}

function following(remedy: Remedy, own: Safety, futures: Futures): Consequence | undefined {
  const fate = worstOf(fatesOnceDone(remedy, futures));
  return fate && consequence(fate, own);
}

/** What becomes of the data after it. What else it loses is asked only where it does not destroy what it is done for. */
export function fatesOnceDone(remedy: Remedy, futures: Futures): readonly Fate[] {
  const acts = remedy.fix?.acts ?? remedy.does ?? [];
  const goesOn = sparesData(remedy) ? [] : acts.every(onlyAsks) ? futures.released() : futures.after(acts);
  const isTold = goesOn.some(({ data }) => data === "destroyed") || acts.every(isKeeping);
  return isTold ? goesOn : [...goesOn, ...futures.lostBy(acts)];
}

/** An annotation changes nothing itself: the controllers do what they would do once the hold ends. */
export function onlyAsks(act: Act): boolean {
  return act.do === "edit" && act.edits.every(({ path }) => path.startsWith("/metadata/annotations"));
}

/** Worst first. */
const worst: readonly ((fate: Fate) => boolean)[] = [
  ({ data }) => data === "destroyed",
  ({ data }) => data === "exposed",
  ({ data, unseen }) => data === "unknown" && unseen === "policy",
  ({ data, unseen }) => data === "unknown" && unseen !== undefined,
  ({ data }) => data === "leaked",
  ({ data }) => data === "unknown",
];

function worstOf(fates: readonly Fate[]): Fate | undefined {
  return worst.map((is) => fates.find(is)).find((fate) => fate !== undefined);
}

function consequence({ because: _, ...fate }: Fate, own: Safety): Consequence | undefined {
  const { data } = fate;
  switch (data) {
    case "destroyed":
    case "exposed":
    case "leaked":
      return { ...fate, data };
    case "unknown":
      // What a person cannot know either makes nothing worse that is risky already.
      return fate.unseen === undefined && own === "risky" ? undefined : { ...fate, data };
    case "kept":
    case "already-gone":
    case "none":
      return undefined;
  }
}

function labelOf({ data, unseen }: Consequence): Safety {
  switch (data) {
    case "destroyed":
    case "exposed":
      return "loses-data";
    case "leaked":
      return "risky";
    case "unknown":
      return unseen === undefined ? "risky" : "loses-data";
  }
}

export function graver(a: Safety, b: Safety): Safety {
  return safestFirst.indexOf(a) < safestFirst.indexOf(b) ? b : a;
}

/** It ends no hold, or ends it only after the data was kept. */
export function sparesData({ spares, does, fix }: Remedy): boolean {
  const acts = fix?.acts ?? does;
  if (spares !== undefined || acts === undefined) return spares !== undefined;
  return acts.every(isKeeping) || acts.some(isRetaining);
}

/** It sets the policy of volumes to Retain, and does nothing else. */
export function onlyRetains({ fix }: Remedy): boolean {
  return fix?.acts.every(isRetaining) ?? false;
}

/** Nothing can be lost by it: it may be done also where not everything could be read. */
export function isKeeping(act: Act): boolean {
  if (act.do !== "edit") return false;
  return act.edits.every(
    (edit) =>
      edit.path.startsWith("/metadata/finalizers") ||
      edit.path.startsWith("/metadata/annotations/pvguard.dev~1ignore") ||
      setsRetain(edit),
  );
}

/** After it nothing destroys what the object stands for, whatever else happens. */
export function isRetaining(act: Act): boolean {
  return act.do === "edit" && act.edits.some(setsRetain);
}

function setsRetain(edit: Edit): boolean {
  return edit.op !== "remove" && edit.value === "Retain";
}
