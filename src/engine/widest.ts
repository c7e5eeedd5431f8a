import type { Remedy } from "../model/index.ts";

interface Does {
  readonly remedy: Remedy;
  readonly acts: ReadonlySet<string>;
}

/**
 * Tells of a remedy which one is as safe, does all that it does, and most besides; of those that do the same it is the
 * first. To keep one volume of a namespace need not be offered beside keeping them all.
 */
export function widestOf(all: readonly Remedy[]): (remedy: Remedy) => Remedy {
  const doing = new Map<string, Does[]>();
  for (const remedy of all) {
    const acts = actsOf(remedy);
    for (const act of acts) {
      const those = doing.get(act) ?? [];
      those.push({ remedy, acts });
      doing.set(act, those);
    }
  }
  return (remedy) => {
    const acts = [...actsOf(remedy)];
    const [first, ...others] = (doing.get(acts[0] ?? "") ?? []).filter(
      (does) => does.remedy.safety === remedy.safety && acts.every((act) => does.acts.has(act)),
    );
    if (first === undefined) return remedy;
    return others.reduce((most, does) => (does.acts.size > most.acts.size ? does : most), first).remedy;
  };
}

function actsOf({ fix }: Remedy): ReadonlySet<string> {
  return new Set((fix?.acts ?? []).map((act) => JSON.stringify(act)));
}
