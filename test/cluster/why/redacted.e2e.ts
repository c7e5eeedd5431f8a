/** A redacted snapshot holds no name of the cluster, and leads to the same verdicts. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { defineSnapshots } from "../csi/snapshot-kinds.ts";
import { testApi } from "../support/e2e.ts";
import { eventually } from "../support/eventually.ts";
import { newNode } from "../support/node.ts";
import { scenarios } from "./scenarios/index.ts";
import { answer } from "./support/answers.ts";
import type { Ended } from "./support/program.ts";
import { buildProgram } from "./support/program.ts";
import { newWorld } from "./support/world.ts";

const chosen = [
  "a finished pod still names a deleted claim, and one without a node waits for it",
  "a finalizer that nobody knows",
  "a snapshot of the claim is not ready",
  "the class does not exist",
  "a Bound volume was deleted before its claim",
  "a Released volume with policy Retain",
];

/** What is said of each object, without its name, in an order that does not depend on names. */
function verdictsIn(ended: Ended): readonly string[] {
  const { diagnoses = [] } = answer(ended).said;
  return diagnoses
    .map(({ verdict, fate }) => [verdict.category, verdict.reason, fate?.data].join(" "))
    .sort();
}

test("a redacted snapshot keeps every verdict and no name", async (context) => {
  const api = testApi();
  const node = await newNode(context, api);
  await defineSnapshots(api);
  const program = await buildProgram();
  context.after(() => program.remove());
  const names: string[] = [node];
  for (const { make } of scenarios.filter(({ name }) => chosen.includes(name))) {
    const world = await newWorld(context, api, node);
    names.push(world.namespace, (await make(world)).split("/")[1] ?? "");
  }
  const file = join(program.folder, "redacted.yaml");
  const ask = (...from: readonly string[]) =>
    program.alone(undefined, "why", "pvc,pv", "-A", "-o", "json", ...from);
  // Controllers may still be at work on what other tests left behind.
  const verdicts = await eventually("the same verdicts", async () => {
    const live = verdictsIn(await ask());
    const taken = await program.alone(undefined, "snapshot", "--redact", "-o", file);
    assert.equal(taken.code, 0, taken.stderr);
    return JSON.stringify(verdictsIn(await ask("--from", file))) === JSON.stringify(live) ? live : undefined;
  });
  assert.ok(verdicts.length >= chosen.length, verdicts.join("\n"));
  const text = readFileSync(file, "utf8");
  for (const name of names.filter((each) => each !== "data"))
    assert.ok(!text.includes(name), `${name} is in the file`);
});
