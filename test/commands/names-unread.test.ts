/** A list of names has no room for what was not read, and an empty one would say that there are no objects. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { KubeObject, Resource } from "../../src/kubernetes/index.ts";
import { claim, claimRefTo, ebs, namespaceObject, volume } from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";
import { memorySource } from "./support/memory-source.ts";
import { runCommand } from "./support/run-command.ts";

const snapshots = "snapshot.storage.k8s.io/v1/volumesnapshots";
const copied = claim({
  phase: "Bound",
  volumeName: "pv-data",
  deletionTimestamp: true,
  finalizers: ["snapshot.storage.kubernetes.io/pvc-as-source-protection"],
});
const held = volume({
  phase: "Bound",
  spec: ebs,
  claimRef: claimRefTo(copied),
  deletionTimestamp: true,
  finalizers: ["kubernetes.io/pv-protection", "external-attacher/ebs-csi-aws-com"],
});
const fine = claim({ name: "logs", phase: "Bound", volumeName: "pv-logs" });
const logs = volume({ name: "pv-logs", phase: "Bound", spec: ebs, claimRef: claimRefTo(fine) });
const all: readonly KubeObject[] = [copied, held, namespaceObject({ name: "shop" })];

async function asked(hidden: Resource, objects: readonly KubeObject[], ...argv: readonly string[]) {
  return await runCommand(argv, memorySource(snapshotOf(objects, [hidden]), "shop"));
}

test("blockers could not tell when a snapshot, a claim or an attachment that may hold it was not read", async () => {
  const cases: readonly (readonly [Resource, string])[] = [
    [snapshots, "pvc/data"],
    ["v1/pods", "pvc/logs"],
    ["v1/persistentvolumeclaims", "pv/pv-data"],
    ["storage.k8s.io/v1/volumeattachments", "pv/pv-data"],
  ];
  for (const [hidden, target] of cases) {
    const { out, err, code } = await asked(hidden, [...all, fine, logs], "blockers", target, "-oname");
    assert.equal(code, 3, `${target} without ${hidden}`);
    assert.doesNotMatch(out, new RegExp(hidden.split("/").at(-1) ?? ""));
    assert.match(err, new RegExp(`Not read\n {2}- .*${hidden.split("/").at(-1)?.slice(0, -1)}`));
    assert.match(err, /verbs: \["get", "list"\]/);
  }
});

test("why and audit name what they could not read beside their names", async () => {
  const why = await asked("v1/pods", [fine, logs, namespaceObject({ name: "shop" })], "why", "pvc", "-oname");
  assert.equal(why.out, "");
  assert.match(why.err, /^Not read\n {2}- pods in namespace shop: Forbidden/);
  const audit = await asked("v1/pods", all, "audit", "--rules=PVG107", "-oname");
  assert.deepEqual([audit.out, audit.code], ["", 3]);
  assert.match(audit.err, /^Not read\n {2}- pods/);
});

test("nothing is said to be wrong only in what could be read", async () => {
  const all = [fine, logs, namespaceObject({ name: "shop" })];
  const { out } = await asked("v1/pods", all, "why", "pvc");
  assert.match(out, /no problems found in what could be read\.\nNot read\n {2}- pods in namespace shop/);
});
