/** What is proposed is done as it is printed, and then comes what was foretold. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync } from "node:fs";
import { after, before, test } from "node:test";
import { hasUser, testApi } from "../support/e2e.ts";
import { finishPod, newNode } from "../support/node.ts";
import { why } from "./support/answers.ts";
import { heldByFinishedPod } from "./support/finished-pod.ts";
import type { Program } from "./support/program.ts";
import { buildProgram } from "./support/program.ts";
import type { World } from "./support/world.ts";
import { claims, newWorld, pods, volumes } from "./support/world.ts";

const deployments = "apps/v1/deployments";
const api = testApi();
let program: Program;
before(async () => {
  program = await buildProgram();
});
after(() => program.remove());

async function diagnosisOf(world: World, target: string) {
  const { said } = await why(program, undefined, target, "-n", world.namespace);
  const [diagnosis] = said.diagnoses ?? [];
  assert.ok(diagnosis !== undefined);
  return diagnosis;
}

/** Runs the commands of the step that is proposed. */
async function doAsProposed(world: World, target: string): Promise<void> {
  const { remedies } = await diagnosisOf(world, target);
  const proposed = remedies.find(({ primary }) => primary);
  assert.ok(proposed !== undefined && proposed.commands.length > 0, "a step with commands is proposed");
  for (const line of proposed.commands) {
    const { code, stderr } = await program.shell(line);
    assert.equal(code, 0, `${line}: ${stderr}`);
  }
}

test("a finished pod: the proposed step frees the claim, and the data stays", async (context) => {
  const { world, volume } = await heldByFinishedPod(context, api);
  assert.equal((await diagnosisOf(world, "pvc/data")).fate?.data, "kept");
  await doAsProposed(world, "pvc/data");
  await world.untilGone(claims, world.place("data"));
  await world.until(volumes, { name: volume }, ({ status }) => status?.phase === "Released");
});

/** The controllers of a cluster that a person named may run on another machine. */
const skip = hasUser("view-only") ? false : "the data would be deleted on another machine";

test("an ending pod: once it has ended the data is destroyed", { skip }, async (context) => {
  const world = await newWorld(context, api, await newNode(context, api));
  const volume = world.name("volume");
  const path = `/tmp/pvguard-test/${volume}`;
  mkdirSync(path, { recursive: true });
  await world.bound(volume, "data", { persistentVolumeReclaimPolicy: "Delete" });
  await world.pod("web");
  await world.podPhase("web", "Running");
  await world.delete(pods, "web");
  await world.delete(claims, "data");
  const { verdict, fate } = await diagnosisOf(world, "pvc/data");
  assert.deepEqual([verdict.reason, fate?.data], ["PodEnding", "destroyed"]);
  assert.ok(existsSync(path));
  await finishPod(api, { name: "web", namespace: world.namespace });
  await world.untilGone(volumes, { name: volume });
  assert.ok(!existsSync(path), "the deleter has removed what was behind the volume");
});

test("an owner that waits for its own finalizer: when it goes, the claim and its data go", {
  skip,
}, async (context) => {
  const world = await newWorld(context, api, "");
  const volume = world.name("volume");
  const path = `/tmp/pvguard-test/${volume}`;
  mkdirSync(path, { recursive: true });
  const labels = { app: "registry" };
  const owner = world.place("registry");
  await world.create({
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { ...owner, finalizers: ["operators.example.com/cleanup"] },
    spec: {
      replicas: 0,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: { containers: [{ name: "main", image: "example.invalid/main" }] },
      },
    },
  });
  const { metadata } = await world.until(deployments, owner, () => true);
  await world.bound(volume, "data", { persistentVolumeReclaimPolicy: "Delete" });
  const ownerReferences = [
    { apiVersion: "apps/v1", kind: "Deployment", name: "registry", uid: metadata.uid },
  ];
  await api.patch(claims, world.place("data"), { metadata: { ownerReferences } });
  await world.delete(deployments, "registry");
  for (const target of ["pvc/data", `pv/${volume}`]) {
    const { verdict, fate } = await diagnosisOf(world, target);
    assert.deepEqual([verdict.reason, fate?.data], ["UnknownFinalizer", "destroyed"], target);
  }
  assert.ok(existsSync(path));
  await api.patch(deployments, owner, { metadata: { finalizers: null } });
  await world.untilGone(volumes, { name: volume });
  assert.ok(!existsSync(path), "the deleter has removed what was behind the volume");
});

test("a Failed volume that nothing deletes: the proposed step ends it, and touches no data", async (context) => {
  const world = await newWorld(context, api, "");
  const volume = world.name("volume");
  const nfs = { hostPath: null, nfs: { server: "nfs.example.invalid", path: "/export" } };
  await world.bound(volume, "data", { ...nfs, persistentVolumeReclaimPolicy: "Delete" });
  await world.delete(claims, "data");
  await world.until(volumes, { name: volume }, ({ status }) => status?.phase === "Failed");
  const { verdict, fate } = await diagnosisOf(world, `pv/${volume}`);
  assert.deepEqual([verdict.reason, fate?.data], ["NoDeleterForVolume", "kept"]);
  await doAsProposed(world, `pv/${volume}`);
  await world.untilGone(volumes, { name: volume });
});
