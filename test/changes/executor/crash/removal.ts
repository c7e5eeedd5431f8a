import type { Executor } from "../../../../src/changes/executor/index.ts";
import { item, now, plan } from "../support/plans.ts";
import { run } from "../support/subject.ts";

const on = { apiVersion: "v1", kind: "PersistentVolume", name: "disk", uid: "u1" };

/** Plans and runs the removal of the only finalizer. Gives how it ended, or that there was nothing to do. */
export async function removal(executor: Executor): Promise<readonly string[]> {
  const read = await executor.read("v1/persistentvolumes", on);
  if (read.state !== "found") return [read.state];
  const step = now(
    { do: "drop-finalizer", on, finalizer: "example.com/a" },
    read.raw,
    "v1/persistentvolumes",
  );
  const ends = await run({ executor }, plan(item([step])));
  return ends.map(({ status }) => status);
}
