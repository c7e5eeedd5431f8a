/** A volume with two finalizers, and a step for each. */
import type { TestContext } from "node:test";
import type { PlannedWrite } from "../../../../src/report/index.ts";
import { testSurroundings } from "../support/edge.ts";
import { volume } from "../support/objects.ts";
import { now } from "../support/plans.ts";
import { a, drop, volumes } from "../support/removed.ts";
import { troubled } from "../support/subject.ts";

const b = "example.com/b";
export const dropOther = { ...drop, finalizer: b } as typeof drop;
export const name = "pv/disk";

export async function stage(context: TestContext, surroundings = testSurroundings()) {
  const it = await troubled(context, [volume([a, b])], surroundings);
  const first = now(drop, await it.raw(volumes), volumes);
  const second: PlannedWrite = { when: "later", act: dropOther };
  const puts = () => it.middleman.seen.filter(({ method }) => method === "PUT").length;
  return { it, surroundings, first, second, puts };
}

export const saves = (surroundings: ReturnType<typeof testSurroundings>) =>
  surroundings.events.filter(({ told }) => told === "saved").length;
