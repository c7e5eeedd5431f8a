import { isTerminating } from "../../../../src/kubernetes/index.ts";
import type { Api } from "../../support/api.ts";
import { Refused } from "../../support/api.ts";
import type { Outcome } from "../batch.ts";
import { observe } from "../observe.ts";
import { rest } from "../rest.ts";
import { circumstances, stateOf } from "../state.ts";
import { byState, isOneOf, ownObjects } from "../states.ts";
import type { Trial } from "../trial.ts";
import type { Act } from "./repairs.ts";
import type { Said } from "./said.ts";
import { rootLine, saidOf } from "./said.ts";

/** What became of the deleted objects that stayed. */
export interface Freed {
  readonly gone: number;
  /** How many had each root cause at first. */
  readonly reasons: ReadonlyMap<string, number>;
  /** Those that stayed although everything that pvguard named was removed. */
  readonly stayed: readonly Stay[];
}

interface Stay {
  readonly state: string;
  readonly uid: string;
  /** What it was, what pvguard said, and what was done, in each round. */
  readonly story: string[];
}

const mostRounds = 8;

/** Removes the root causes that pvguard names for each stuck object, until the object is gone or none is new. */
export async function free<State>(
  api: Api,
  trial: Trial<State>,
  outcomes: readonly Outcome<State>[],
): Promise<Freed> {
  await trial.beforeFreeing?.();
  const stays = outcomes.flatMap((outcome) => staysIn(outcome, trial));
  const reasons = new Map<string, number>();
  const done = new Set<string>();
  let left: readonly Stay[] = stays;
  for (let [round, idle] = [0, 0]; round < mostRounds && idle < 2 && left.length > 0; round += 1) {
    const said = await hear(api, trial, left);
    left = said.map(({ stay }) => stay);
    if (round === 0) for (const { roots } of said) for (const { reason } of roots) count(reasons, reason);
    const acts = newActs(said, done);
    idle = acts.length === 0 ? idle + 1 : 0;
    for (const { stay, ...each } of said) tell(stay.story, storyOf(each));
    await Promise.all(acts.map((act) => carryOut(api, act)));
    await rest(api, trial.compared, 6);
  }
  const said = await hear(api, trial, left);
  return {
    gone: stays.length - said.length,
    reasons,
    stayed: said.map(({ stay }) => stay),
  };
}

function staysIn<State>({ name, after, disagreement }: Outcome<State>, trial: Trial<State>): readonly Stay[] {
  if (disagreement !== undefined) return [];
  const objects = ownObjects(after, name, trial.homeOf).filter(isOneOf(trial.compared));
  return objects
    .filter(isTerminating)
    .map(({ metadata }) => ({ state: name, uid: metadata.uid ?? "", story: [] }));
}

async function hear<State>(
  api: Api,
  { homeOf, repairs }: Trial<State>,
  stays: readonly Stay[],
): Promise<readonly (Said & { readonly stay: Stay })[]> {
  const parts = byState(await observe(api), new Set(stays.map(({ state }) => state)), homeOf);
  return stays.flatMap((stay) => {
    const part = parts.get(stay.state);
    const said = part === undefined ? undefined : saidOf(stay.uid, part, repairs);
    return said === undefined ? [] : [{ ...said, stay }];
  });
}

/** Those that were not carried out before, each once. */
function newActs(said: readonly Said[], done: Set<string>): readonly Act[] {
  return said
    .flatMap(({ acts }) => acts)
    .filter(({ what }) => {
      const isNew = !done.has(what);
      done.add(what);
      return isNew;
    });
}

/** Another act may have removed the object meanwhile. */
async function carryOut(api: Api, act: Act): Promise<void> {
  try {
    await act.carryOut(api);
  } catch (error) {
    if (!(error instanceof Refused && error.status === 404)) throw error;
  }
}

function storyOf({ object, roots, acts }: Said): string {
  return [
    `  is     ${object.kind} ${stateOf(object)}; ${circumstances(object)}`,
    ...roots.map((root) => `  root   ${rootLine(root)}`),
    ...acts.map(({ what }) => `  done   ${what}`),
  ].join("\n");
}

/** Once, however many rounds it stays so. */
function tell(story: string[], chapter: string): void {
  if (story.at(-1) !== chapter) story.push(chapter);
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
