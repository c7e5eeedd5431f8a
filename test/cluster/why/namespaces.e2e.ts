/** Namespaces that do not go. Last of these files by name, since a dead API holds up the deletion of every namespace. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { after, before, test } from "node:test";
import { defineSnapshots } from "../csi/snapshot-kinds.ts";
import { newName, testApi } from "../support/e2e.ts";
import { persistentVolumeClaim } from "../support/manifests.ts";
import { blockersIn, reasonOf, sameAnswers } from "./support/answers.ts";
import type { Program } from "./support/program.ts";
import { buildProgram } from "./support/program.ts";
import { claims, World } from "./support/world.ts";

const api = testApi();
let program: Program;
before(async () => {
  program = await buildProgram();
  await defineSnapshots(api);
});
after(() => program.remove());

/** Its namespace is deleted by the test itself. */
async function doomedWorld(context: TestContext): Promise<World> {
  const world = new World(context, api, newName("pvguard-test"), "");
  await world.create({ apiVersion: "v1", kind: "Namespace", metadata: { name: world.namespace } });
  return world;
}

async function deleted(world: World, condition: string): Promise<void> {
  await api.remove("v1/namespaces", { name: world.namespace });
  await world.until("v1/namespaces", { name: world.namespace }, ({ status }) =>
    (status?.conditions ?? []).some(({ type, status: state }) => type === condition && state === "True"),
  );
}

test("a claim in the namespace has a finalizer", async (context) => {
  const world = await doomedWorld(context);
  await world.create(persistentVolumeClaim(world.place("data")));
  await world.addFinalizer(claims, world.place("data"), "backup.example.com/keep", "backup-operator");
  await deleted(world, "NamespaceFinalizersRemaining");
  const { why, blockers } = await sameAnswers(program, undefined, [`ns/${world.namespace}`]);
  assert.equal(reasonOf(why), "UnknownFinalizer");
  assert.deepEqual(blockersIn(blockers), ["persistentvolumeclaim/data"]);
});

test("an aggregated API is dead", async (context) => {
  const world = await doomedWorld(context);
  const group = `${newName("dead")}.example.com`;
  const service = { name: `v1.${group}` };
  await world.create({
    apiVersion: "apiregistration.k8s.io/v1",
    kind: "APIService",
    metadata: service,
    spec: {
      group,
      version: "v1",
      groupPriorityMinimum: 1000,
      versionPriority: 15,
      insecureSkipTLSVerify: true,
      service: { name: "gone", namespace: world.namespace },
    },
  });
  await world.until("apiregistration.k8s.io/v1/apiservices", service, ({ status }) =>
    (status?.conditions ?? []).some(({ type, status: state }) => type === "Available" && state === "False"),
  );
  await deleted(world, "NamespaceDeletionDiscoveryFailure");
  const { why } = await sameAnswers(program, undefined, [`ns/${world.namespace}`]);
  assert.equal(reasonOf(why), "ApiGroupUnavailable");
});
