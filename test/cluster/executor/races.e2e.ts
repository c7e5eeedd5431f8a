/**
 * The executor against a rival, on an API server: whichever is first, nothing is removed that neither meant to remove.
 * `PVGUARD_E2E_RACES` sets how many races of both sorts there are together. The same races with the writes of other tools
 * show that the races can detect a loss.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Ground } from "./race/ground.ts";
import { ground } from "./race/ground.ts";
import type { Tally } from "./race/races.ts";
import { lastFinalizerRace, raceMany, severalFinalizersRace } from "./race/races.ts";
import { executorWriter, indexWriter, patchWriter } from "./race/writers.ts";

const races = Number(process.env.PVGUARD_E2E_RACES ?? 1000);
const half = Math.ceil(races / 2);
/** A loss in one of about fifty is usual, so that none in so many is all but impossible. */
const allButSure = 3000;

let place: Ground;
before(async () => {
  place = await ground();
});
after(() => place.close());

function never(tally: Tally): void {
  for (const end of ["lost", "wrong", "lie"] as const) assert.equal(tally.ends.get(end) ?? 0, 0, end);
  for (const said of tally.said.keys()) assert.match(said, /^(done|already|refused)$/);
}

function told(tally: Tally, seconds: number): string {
  const each = (map: ReadonlyMap<string, number>) =>
    [...map].map(([name, count]) => `${name} ${count}`).join(", ");
  return `${tally.races} races in ${seconds.toFixed(0)} s: ${each(tally.ends)}; the writer said: ${each(tally.said)}`;
}

async function timed(work: () => Promise<Tally>): Promise<readonly [Tally, number]> {
  const begin = performance.now();
  return [await work(), (performance.now() - begin) / 1000];
}

test("S5: no object of a rival is ever lost with the last finalizer", async (context) => {
  const [tally, seconds] = await timed(() => raceMany(half, () => lastFinalizerRace(place, executorWriter)));
  context.diagnostic(told(tally, seconds));
  never(tally);
  assert.ok((tally.ends.get("rival") ?? 0) > 0 && (tally.ends.get("writer") ?? 0) > 0, "it was no race");
});

test("S5: no other finalizer is ever removed", async (context) => {
  const [tally, seconds] = await timed(() =>
    raceMany(half, () => severalFinalizersRace(place, executorWriter)),
  );
  context.diagnostic(told(tally, seconds));
  never(tally);
  assert.ok((tally.ends.get("rival") ?? 0) > 0 && (tally.ends.get("writer") ?? 0) > 0, "it was no race");
});

test("F73: with a PATCH that has uid and version, the same race loses an object", async (context) => {
  const [tally, seconds] = await timed(() =>
    raceMany(
      allButSure,
      () => lastFinalizerRace(place, patchWriter),
      ({ end }) => end === "lost",
    ),
  );
  context.diagnostic(told(tally, seconds));
  assert.ok((tally.ends.get("lost") ?? 0) > 0, `none in ${tally.races}`);
});

test("S4: with a place in the list instead of a name, the same race removes a wrong finalizer", async (context) => {
  const [tally, seconds] = await timed(() =>
    raceMany(
      allButSure,
      () => severalFinalizersRace(place, indexWriter),
      ({ end }) => end === "wrong",
    ),
  );
  context.diagnostic(told(tally, seconds));
  assert.ok((tally.ends.get("wrong") ?? 0) > 0, `none in ${tally.races}`);
});
