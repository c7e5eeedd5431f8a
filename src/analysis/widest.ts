import type { Remedy } from "../report/index.ts";
import { dangerOf } from "./label.ts";

interface Does {
  readonly remedy: Remedy;
  readonly acts: ReadonlySet<string>;
}

/**
 * Tells of a safe remedy which other safe one does all that it does, and most besides; of those that do the same it is the
 * first. To keep one volume of a namespace need not be offered beside keeping them all. Of what is not safe, or deletes, the
 * narrower one stays: more of it is more to lose.
 */
export function widestOf(all: readonly Remedy[]): (remedy: Remedy) => Remedy {
  const doing = new Map<string, Does[]>();
  for (const remedy of all.filter(onlyKeeps)) {
    const acts = actsOf(remedy);
    for (const act of acts) {
      const those = doing.get(act) ?? [];
      those.push({ remedy, acts });
      doing.set(act, those);
    }
  }
  return (remedy) => {
    if (!onlyKeeps(remedy)) return remedy;
    const acts = [...actsOf(remedy)];
    const [first, ...others] = (doing.get(acts[0] ?? "") ?? []).filter((does) =>
      acts.every((act) => does.acts.has(act)),
    );
    if (first === undefined) return remedy;
    return others.reduce((most, does) => (does.acts.size > most.acts.size ? does : most), first).remedy;
  };
}

function onlyKeeps(remedy: Remedy): boolean {
  const { fix } = remedy;
  return dangerOf(remedy) === "safe" && fix?.acts.every((act) => act.do === "edit") === true;
}

function actsOf({ fix }: Remedy): ReadonlySet<string> {
  return new Set((fix?.acts ?? []).map((act) => JSON.stringify(act)));
}
