import type { TestContext } from "node:test";
import type { Act } from "../../../../src/report/index.ts";
import { testSurroundings } from "./edge.ts";
import type { Answer, Fate } from "./middleman.ts";
import { volume, volumePath } from "./objects.ts";
import { item, now, plan } from "./plans.ts";
import type { Told, Troubled } from "./subject.ts";
import { run, troubled } from "./subject.ts";

export const volumes = "v1/persistentvolumes";
const on = { apiVersion: "v1", kind: "PersistentVolume", name: "disk", uid: "u1" };
export const a = "example.com/a";
export const drop: Act = { do: "drop-finalizer", on, finalizer: a };

interface Ended extends Told {
  readonly check: string;
  readonly puts: number;
  readonly left: "absent" | "there";
  readonly it: Troubled;
}

/** Removes the only finalizer, while these things become of the PUTs, one after the other. */
export async function removed(context: TestContext, fates: readonly Fate[]): Promise<Ended> {
  // Only what never comes has to be waited for.
  const limits = fates.includes("hangs") ? { headers: 300 } : {};
  const it = await troubled(context, [volume([a])], testSurroundings(), { limits });
  const step = now(drop, await it.raw(volumes), volumes);
  it.trouble((_, count) => fates[Math.min(count, fates.length - 1)] ?? "passes");
  const [told] = await run(it, plan(item([step])));
  if (told === undefined) throw new Error("nothing was told");
  const puts = it.middleman.seen.filter(({ method }) => method === "PUT").length;
  return { ...told, puts, left: (await it.read(volumePath)) === "absent" ? "absent" : "there", it };
}

export const answers = (answer: Answer): readonly Fate[] => [{ answer }];
