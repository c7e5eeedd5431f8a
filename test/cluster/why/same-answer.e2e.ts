import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { defineSnapshots } from "../csi/snapshot-kinds.ts";
import { hasUser, testApi } from "../support/e2e.ts";
import { newNode } from "../support/node.ts";
import { scenarios } from "./scenarios/index.ts";
import { blockersIn, reasonOf, sameAnswers, why } from "./support/answers.ts";
import type { Program } from "./support/program.ts";
import { buildProgram } from "./support/program.ts";
import type { Scenario } from "./support/scenario.ts";
import type { World } from "./support/world.ts";
import { newWorld } from "./support/world.ts";

/** Who may only read gets every answer. A cluster that a person named need not have such a user. */
const user = hasUser("view-only") ? "view-only" : undefined;

/** Without it the attach-detach controller leaves a node's volumes to the kubelet. */
const managed = { "volumes.kubernetes.io/controller-managed-attach-detach": "true" };

const patience = 60;

test("a live cluster and its snapshot give the same answer", { concurrency: 3 }, async (context) => {
  const api = testApi();
  const node = await newNode(context, api);
  await api.patch("v1/nodes", { name: node }, { metadata: { annotations: managed } });
  await defineSnapshots(api);
  const program = await buildProgram();
  context.after(() => program.remove());
  await Promise.all(
    scenarios.map((scenario, position) =>
      context.test(scenario.name, async (each) => {
        const extent = position % 2 === 0 ? "cluster" : "namespace";
        await check(scenario, await newWorld(each, api, node), program, extent);
      }),
    ),
  );
});

/** A snapshot of one namespace has all that an answer about it needs, as one of the cluster has. */
async function check(
  scenario: Scenario,
  world: World,
  program: Program,
  extent: "cluster" | "namespace",
): Promise<void> {
  const target = [await scenario.make(world), "-n", world.namespace];
  await settled(scenario, target, program);
  const flags = extent === "cluster" ? [] : ["-n", world.namespace];
  const answers = await sameAnswers(program, user, target, { flags, code: 0 });
  assert.equal(reasonOf(answers.why), scenario.reason);
  if (scenario.says !== undefined) assert.ok(JSON.stringify(answers.why.said).includes(scenario.says));
  if (scenario.blockers !== undefined)
    assert.deepEqual([...blockersIn(answers.blockers)].sort(), [...scenario.blockers].sort());
}

/** The controllers need their time; the last answer is the one that counts. */
async function settled({ reason }: Scenario, target: readonly string[], program: Program): Promise<void> {
  for (const end = performance.now() + patience * 1000; performance.now() < end; await sleep(500)) {
    if (reasonOf(await why(program, user, ...target)) === reason) return;
  }
}
