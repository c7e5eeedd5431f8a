import type { ObjectRef, Resource } from "../../model/index.ts";
import { patience, type World } from "../world.ts";
import { type LiveRead, lookAt } from "./live-read.ts";

/** Looks at an object again and again until `isEnough`, the time is over, or `signal` fires; gives what it saw last. */
export async function lookUntil(
  world: World,
  resource: Resource,
  ref: ObjectRef,
  milliseconds: number,
  signal: AbortSignal | undefined,
  isEnough: (seen: LiveRead) => boolean,
): Promise<LiveRead> {
  const { client, edge } = world;
  const end = edge.now() + milliseconds;
  for (let pause = 200; ; pause = Math.min(2 * pause, patience.betweenLooks)) {
    const seen = await lookAt(client, resource, ref, signal);
    if (isEnough(seen) || signal?.aborted === true || edge.now() + pause > end) return seen;
    await edge.sleep(pause, signal);
  }
}
