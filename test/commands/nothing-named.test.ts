/** `why` and `blockers` without an object: a table of what is unhealthy, and where to look next. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { inputSource } from "../../src/commands/index.ts";
import type { KubeObject, Resource } from "../../src/kubernetes/index.ts";
import { claim, pod, volume } from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";
import { runCommand } from "./support/run-command.ts";

const gone = { deletionTimestamp: "2026-11-20T09:00:00Z", finalizers: ["kubernetes.io/pvc-protection"] };
const ours = [
  claim({ name: "data", phase: "Bound", volumeName: "pv-1", ...gone }),
  volume({ name: "pv-1", claimRef: { namespace: "shop", name: "data", uid: "data-uid" } }),
  pod({ name: "web-1", claims: ["data"] }),
];
const theirs = [
  claim({ name: "logs", namespace: "other", phase: "Bound", volumeName: "pv-2", ...gone }),
  volume({ name: "pv-2", claimRef: { namespace: "other", name: "logs", uid: "logs-uid" } }),
  pod({ name: "log-1", namespace: "other", claims: ["logs"] }),
];

function run(
  line: string,
  objects: readonly KubeObject[] = [...ours, ...theirs],
  hidden: readonly Resource[] = [],
) {
  return runCommand(line.split(" "), inputSource(snapshotOf(objects, hidden)));
}

test("why: what is not well in the namespace, one line each, and the commands that go on from there", async () => {
  const { out, code } = await run("why -n shop");
  assert.match(out, /^shop +pvc\/data +Terminating +3h/m);
  assert.doesNotMatch(out, /logs|pv-2/);
  assert.match(out, /kubectl pvguard why TYPE\/NAME -n shop\n.*kubectl pvguard fix --dry-run -n shop\n/);
  assert.ok(
    out.endsWith("Pods and workloads were not checked: kubectl pvguard why pods,sts,deploy -n shop\n"),
  );
  assert.equal(code, 0);
});

test("why -A: in all namespaces", async () => {
  const { out } = await run("why -A");
  assert.match(out, /^shop +pvc\/data /m);
  assert.match(out, /^other +pvc\/logs /m);
  assert.match(out, /kubectl pvguard fix --dry-run -A\n.*why pods,sts,deploy -A\n$/);
});

test("why: the commands carry the flags that decide on the cluster", async () => {
  const { out } = await run("why -n shop --context prod");
  assert.match(out, /kubectl pvguard why --context prod TYPE\/NAME -n shop/);
});

test("why: where all is well it says so, and where nothing is there", async () => {
  const well = [claim({ name: "data", phase: "Bound", volumeName: "pv-1" }), volume({ name: "pv-1" })];
  assert.match((await run("why -n shop", well)).out, /no problems found/);
  const { out, err, code } = await run("why -n empty", well);
  assert.deepEqual([out, code], ["", 0]);
  assert.match(err, /^No resources found in empty namespace\.\nPods and workloads were not checked: /);
});

test("why: what could not be read is no namespace where all is well", async () => {
  const { out, err, code } = await run("why -n shop", ours, ["v1/persistentvolumeclaims"]);
  assert.match(out + err, /persistentvolumeclaims/);
  assert.doesNotMatch(out, /no problems found\./);
  assert.equal(code, 3);
});

test("why -o json: the reports of all that is not well", async () => {
  const { out } = await run("why -n shop -o json");
  const { diagnoses } = JSON.parse(out) as { diagnoses: readonly { object: { name: string } }[] };
  assert.ok(diagnoses.some(({ object }) => object.name === "data"));
  assert.ok(diagnoses.every(({ object }) => !["logs", "pv-2"].includes(object.name)));
});

test("blockers: what holds whatever is being deleted, and nothing about what lives", async () => {
  const living = claim({ name: "living", phase: "Bound", volumeName: "pv-3" });
  const { out } = await run("blockers -n shop", [
    ...ours,
    ...theirs,
    living,
    pod({ name: "web-2", claims: ["living"] }),
  ]);
  assert.match(out, /pod\/web-1/);
  assert.doesNotMatch(out, /web-2|log-1/);
  const { out: nothing } = await run("blockers -n shop", [living]);
  assert.equal(nothing, "No object that could be read is being deleted.\n");
});
