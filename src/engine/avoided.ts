import {
  type Avoid,
  type Deed,
  type Hold,
  type KubeObject,
  nameKey,
  nameOf,
  type Phrase,
  type Remedy,
  refOf,
  say,
} from "../model/index.ts";

/** Warns against removing a finalizer, unless the same report offers that. */
export function notToRemove(finalizer: string, from: KubeObject, because: Phrase): Avoid {
  return {
    step: say`remove the finalizer ${finalizer} from ${nameOf(refOf(from))}`,
    because,
    deed: { do: "drop-finalizer", on: refOf(from), finalizer },
  };
}

/** What its holds warn of, each of them once. */
export function avoidedOf(holds: readonly Hold[]): readonly Avoid[] {
  return [...new Set(holds.map(({ avoid }) => avoid))].flat();
}

/**
 * The warnings of a report that offers these remedies. Of one deed there is one warning. What a remedy does at once is no
 * warning; what it does after other steps is only wrong without them, and the warning says so.
 */
export function avoided(all: readonly Avoid[], remedies: readonly Remedy[]): readonly Avoid[] {
  const atOnce = new Set(remedies.flatMap(({ fix }) => (fix?.acts ?? []).flatMap(deedsOf)).map(keyOf));
  const inTurn = new Set(remedies.flatMap(({ deeds }) => deeds ?? []).map(keyOf));
  const told = new Set<string>();
  return all.flatMap((avoid) => {
    const step = JSON.stringify(avoid.step);
    const deed = avoid.deed === undefined ? step : keyOf(avoid.deed);
    if (told.has(step) || told.has(deed) || atOnce.has(deed)) return [];
    told.add(step).add(deed);
    return inTurn.has(deed) ? { ...avoid, step: say`${avoid.step} before the steps above are done` } : avoid;
  });
}

function deedsOf(act: NonNullable<Remedy["fix"]>["acts"][number]): readonly Deed[] {
  return act.do === "delete" || act.do === "drop-finalizer" ? [act] : [];
}

function keyOf(deed: Deed): string {
  return JSON.stringify([deed.do, nameKey(deed.on), deed.do === "drop-finalizer" ? deed.finalizer : ""]);
}
