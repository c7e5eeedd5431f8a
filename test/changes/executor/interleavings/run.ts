import type { TestContext } from "node:test";
import { subject } from "../support/subject.ts";
import { broken } from "./contract.ts";
import type { Schedule } from "./schedules.ts";
import { schedules } from "./schedules.ts";
import type { Action, Writer } from "./world.ts";
import { play } from "./world.ts";

interface Played {
  readonly orders: number;
  /** Each order in which the contract was broken, with how. */
  readonly broken: readonly string[];
}

/** Plays every order of these actors against the writer. */
export async function playAll(
  context: TestContext,
  actors: readonly (readonly Action[])[],
  finalizers: readonly string[],
  writer: Writer,
): Promise<Played> {
  const it = await subject(context, []);
  const all = schedules(actors);
  const found: string[] = [];
  for (const [number, schedule] of all.entries()) {
    const ending = await play(it, number, schedule, finalizers, writer);
    for (const how of broken(schedule, finalizers, ending))
      found.push(`${how}: ${told(schedule)} -> ${ending.said}`);
  }
  return { orders: all.length, broken: found };
}

function told(schedule: Schedule<Action>): string {
  return schedule.map(([gate, action]) => `${action} ${gate}`).join(", ");
}
