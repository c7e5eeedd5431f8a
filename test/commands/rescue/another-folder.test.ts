/** The record of what was scaled down is in another folder: what stands still is seen all the same, and said. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { test } from "node:test";
import type { Deployment, KubeObject } from "../../../src/kubernetes/index.ts";
import { memoryDisk } from "../../changes/executor/support/memory-disk.ts";
import { deploymentUsing, pair, setOf } from "../../changes/rescue/situation.ts";
import { pod } from "../../support/objects.ts";
import { movingCluster } from "./moving-cluster.ts";

const argv = ["rescue", "pvc/data", "-n", "shop"];
const byHand = pod({ name: "by-hand", claims: ["data"] });
const stands =
  /deployment\/web \(shop\) would use pvc\/data \(shop\) with 1 replica or more, but is scaled to 0\. This run does not start it\. If an earlier rescue stopped it, only the --backup-dir of that run says how many replicas it had/;

/** A first run, with its folder, has scaled the Deployment down and waits for a person. */
async function stopped(context: TestContext) {
  const first = memoryDisk();
  const other = memoryDisk();
  let disk = first;
  const cluster = await movingCluster(context, () => disk);
  cluster.reset([...pair({ claim: "deleted" }), ...deploymentUsing("data"), byHand]);
  const { code, err } = await cluster.run(argv, first);
  assert.equal(code, 5, err);
  cluster.pass();
  const left = cluster.objects().filter(({ metadata: { name } }) => name !== "shop" && name !== "by-hand");
  cluster.reset(left);
  disk = other;
  return { ...cluster, first, other };
}

test("the plan says so, and the end", async (context) => {
  const { run, other } = await stopped(context);
  const planned = await run([...argv, "--dry-run"], other);
  assert.match(planned.err, stands);
  const done = await run(argv, other);
  assert.equal(done.code, 0, done.err);
  assert.match(done.err, stands);
  assert.match(done.out, stands);
});

test("a claim that is well again: there is nothing to rescue, but what stands still is said", async (context) => {
  const { run, other } = await stopped(context);
  await run(argv, other);
  const well = await run(argv, memoryDisk());
  assert.equal(well.code, 0, well.err);
  assert.match(well.out, /There is nothing to rescue\./);
  assert.match(well.out, stands);
});

test("the folder of the first run knows, and says nothing of it", async (context) => {
  const { run, first } = await stopped(context);
  const { code, err, out } = await run(argv, first);
  assert.equal(code, 0, err);
  assert.doesNotMatch(`${err}${out}`, /is scaled to/);
});

async function plan(context: TestContext, objects: readonly KubeObject[], claim: string) {
  const cluster = await movingCluster(context, () => memoryDisk());
  cluster.reset(objects);
  return (await cluster.run(["rescue", `pvc/${claim}`, "-n", "shop", "--dry-run"], memoryDisk())).err;
}

test("a StatefulSet that ends before the pod of the claim", async (context) => {
  const [set, ...pods] = setOf(1);
  const objects = [...pair({ name: "data-web-2", claim: "deleted" }), ...pods];
  const err = await plan(context, [set, ...objects], "data-web-2");
  assert.match(err, /statefulset\/web .* with 3 replicas or more, but is scaled to 1\. This run does not/);
});

test("who changed it, and how many kubectl applied last, is said where it is on record", async (context) => {
  const [web, ...others] = deploymentUsing("data");
  const applied = JSON.stringify({ spec: { replicas: 3 } });
  const managedFields = [{ manager: "pvguard", operation: "Update", time: "2026-11-20T11:00:00Z" }];
  const annotations = { "kubectl.kubernetes.io/last-applied-configuration": applied };
  const down: Deployment = {
    ...web,
    metadata: { ...web.metadata, annotations, managedFields },
    spec: { ...web.spec, replicas: 0 },
  };
  const objects = [...pair({ claim: "deleted" }), down, ...others.slice(0, 1)];
  const err = await plan(context, objects, "data");
  assert.match(
    err,
    /is scaled to 0\. pvguard changed it at 2026-11-20T11:00:00Z\. This run does not start it\./,
  );
  assert.match(err, /The manifest that was last applied with kubectl says 3\./);
});

test("workloads that run, or that use other claims, are not told of", async (context) => {
  const [web, set, one] = deploymentUsing("else");
  const other = [...[web, set].map((each) => ({ ...each, spec: { ...each.spec, replicas: 0 } })), one];
  const objects = [...pair({ claim: "deleted" }), ...setOf(3), ...other];
  assert.doesNotMatch(await plan(context, objects, "data"), /is scaled to/);
});
