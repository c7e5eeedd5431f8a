import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { inputSource } from "../../src/commands/index.ts";
import { claim, pod, volume } from "../support/objects.ts";
import { runCli } from "../support/run-cli.ts";
import { snapshotOf } from "../support/snapshot.ts";
import { memorySource } from "./support/memory-source.ts";
import { runCommand } from "./support/run-command.ts";

const example = join(import.meta.dirname, "../../docs/example/cluster.yaml");
const audit = async (line: string) => {
  const { out, err, code } = await runCli(["audit", ...line.split(" "), "--from", example, "-o", "name"], 0);
  return { found: out.split("\n").filter((each) => each !== ""), err, code };
};

test("of a type, the objects of that type are found, and no others", async () => {
  const whole = await audit("--fail-on=never");
  const claims = whole.found.filter((name) => name.startsWith("persistentvolumeclaim/"));
  assert.ok(claims.length > 0 && claims.length < whole.found.length);
  assert.deepEqual((await audit("pvc")).found, claims);
});

test("of a name, what belongs to it is found too", async () => {
  assert.deepEqual((await audit("pvc/data-0 -n shop")).found, [
    "persistentvolumeclaim/data-0",
    "pod/import-x7k2p",
  ]);
  assert.deepEqual((await audit("pv/pvc-scratch")).found, [
    "volumeattachment.storage.k8s.io/csi-scratch",
    "persistentvolume/pvc-scratch",
  ]);
});

test("of a workload, what its pods use is found", async () => {
  assert.deepEqual((await audit("job/import -n shop")).found, [
    "persistentvolumeclaim/data-0",
    "pod/import-x7k2p",
  ]);
});

test("a name that does not exist is refused", async () => {
  const { found, err, code } = await audit("pvc/nope -n shop");
  assert.deepEqual([found, code], [[], 2]);
  assert.match(err, /persistentvolumeclaims "nope" not found/);
});

test("a baseline compares whole audits alone", async () => {
  const { err, code } = await audit("pvc --baseline old.json");
  assert.equal(code, 2);
  assert.match(err, /--baseline compares whole audits/);
});

const shop = "shop";
const data = claim({ name: "data", namespace: shop, phase: "Bound" });
const objects = [data, pod({ name: "web", namespace: shop }), volume({ name: "pv1" })];

test("a bare name is the claim or the pod of that name", async () => {
  const source = inputSource(snapshotOf(objects));
  const why = async (name: string) => await runCommand(["why", name, "-n", shop, "-o", "name"], source);
  assert.deepEqual((await why("data")).out, "persistentvolumeclaim/data\n");
  assert.deepEqual((await why("web")).out, "pod/web\n");
});

test("a bare name that two objects have is refused, one that none has is a type that does not exist", async () => {
  const twice = [...objects, pod({ name: "data", namespace: shop })];
  const several = await runCommand(["why", "data", "-n", shop], memorySource(snapshotOf(twice)));
  assert.match(
    several.err,
    /several objects are named "data": specify one of persistentvolumeclaim\/data, pod\/data/,
  );
  assert.equal(several.code, 2);
  const none = await runCommand(["why", "dta", "-n", shop], memorySource(snapshotOf(objects)));
  assert.match(none.err, /doesn't have a resource type "dta"/);
  assert.equal(none.code, 2);
});

test("where claims may not be read, a pod of that name is not taken for what was meant", async () => {
  const blind = memorySource(snapshotOf(objects, ["v1/persistentvolumeclaims"]));
  const { err, code } = await runCommand(["why", "web", "-n", shop], blind);
  assert.match(err, /Forbidden/);
  assert.equal(code, 3);
});
