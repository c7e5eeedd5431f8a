import type { Act, Consequence, Edit, Fate, MarkedRemedy, Remedy, Safety } from "../report/index.ts";

/** Safer first. */
export const labels: readonly Safety[] = ["safe", "risky", "loses-data"];

/** Worst first. */
const worst: readonly ((fate: Fate) => boolean)[] = [
  ({ data }) => data === "destroyed",
  ({ data }) => data === "exposed",
  ({ data, unseen }) => data === "unknown" && unseen === "policy",
  ({ data, unseen }) => data === "unknown" && unseen !== undefined,
  ({ data }) => data === "leaked",
  ({ data }) => data === "unknown",
];

/** The worst that a step can bring on which allows what becomes of this data to continue. */
export function worstOf(fates: readonly Fate[]): Fate | undefined {
  return worst.map((is) => fates.find(is)).find((fate) => fate !== undefined);
}

/**
 * The one label of a step: no safer than what it does itself, and than what comes of it. What could not be read is taken for
 * the usual case, in which the disk is deleted.
 */
export function labelled(remedy: Remedy, fate: Fate | undefined): MarkedRemedy {
  const follows = fate === undefined ? undefined : consequence(remedy, fate);
  if (follows === undefined) return remedy;
  return { ...remedy, safety: graver(remedy.safety, labelOf(follows)), follows };
}

/** What only keeps things lets nothing go on. Of what loses data itself the remedy says how. */
function consequence(remedy: Remedy, { because: _, ...fate }: Fate): Consequence | undefined {
  const { data } = fate;
  if (remedy.safety === "loses-data" || sparesData(remedy)) return undefined;
  switch (data) {
    case "destroyed":
    case "exposed":
    case "leaked":
      return { ...fate, data };
    case "unknown":
      // What a person cannot know either makes nothing worse that is risky already.
      return fate.unseen === undefined && remedy.safety === "risky" ? undefined : { ...fate, data };
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

function graver(a: Safety, b: Safety): Safety {
  return labels.indexOf(a) < labels.indexOf(b) ? b : a;
}

export function sparesData({ spares, fix }: Remedy): boolean {
  if (fix === undefined) return spares !== undefined;
  return fix.acts.every(isKeeping) || fix.acts.some(isRetaining);
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
