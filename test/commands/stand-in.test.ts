/** A claim that does not exist is explained by what should have created it, or names it. It is said all the same that it is missing. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { inputSource } from "../../src/commands/index.ts";
import type { KubeObject, Resource } from "../../src/kubernetes/index.ts";
import { claim, pod, statefulSet } from "../support/objects.ts";
import { answeringInRounds } from "../support/rounds.ts";
import { snapshotOf } from "../support/snapshot.ts";
import { runCommand } from "./support/run-command.ts";

const sets: Resource = "apps/v1/statefulsets";

const why = (name: string, objects: readonly KubeObject[], ...hidden: readonly Resource[]) =>
  runCommand(["why", `pvc/${name}`, "-n", "shop"], inputSource(snapshotOf(objects, hidden)));

test("the set whose template makes a claim of that name answers", async () => {
  const { out, err, code } = await why("data-web-0", [statefulSet()]);
  assert.match(
    out,
    /^pvc\/data-web-0 does not exist\. statefulset\/web should have created it:\n\nstatefulset\/web/,
  );
  assert.match(err, /persistentvolumeclaims "data-web-0" not found/);
  assert.equal(code, 2);
});

test("template and set can both have hyphens", async () => {
  const set = statefulSet({ name: "my-db", templates: ["my-data"] });
  assert.match((await why("my-data-my-db-0", [set])).out, /statefulset\/my-db should have created it/);
});

test("it is told once of a set that two missing claims are of", async () => {
  const ran = await runCommand(
    ["why", "pvc/data-web-0", "pvc/data-web-1", "-n", "shop"],
    inputSource(snapshotOf([statefulSet({ replicas: 2 })])),
  );
  assert.equal(ran.out.match(/^statefulset\/web \(shop\) is/gm)?.length, 1);
});

const none = [
  { what: "no set has a template of that name", objects: [statefulSet({ templates: ["logs"] })] },
  { what: "the set is in another namespace", objects: [statefulSet({ namespace: "bank" })] },
  { what: "the claim has no number", objects: [statefulSet()], name: "data-web" },
  { what: "only a finished pod names it", objects: [pod({ phase: "Succeeded", claims: ["data-web-0"] })] },
];

for (const { what, objects, name = "data-web-0" } of none)
  test(`nothing stands in: ${what}`, async () => {
    const { out, err, code } = await why(name, objects);
    assert.deepEqual([out, code], ["", 2]);
    assert.equal(err, `error: persistentvolumeclaims "${name}" not found in the input (test)\n`);
  });

test("of a set that has no such number it is only said how many pods it should have", async () => {
  const { out, err, code } = await why("data-web-1", [statefulSet()]);
  assert.deepEqual([out, code], ["", 2]);
  assert.match(err, /statefulset\/web \(shop\) should have only the pod 0/);
});

test("a pod that names it answers", async () => {
  const { out, code } = await why("media", [pod({ phase: "Pending", nodeName: "", claims: ["media"] })]);
  assert.match(out, /^pvc\/media does not exist\. pod\/\S+ names it:\n\npod\//);
  assert.equal(code, 2);
});

test("it is said where sets or pods could not be read", async () => {
  assert.match((await why("data-web-0", [], sets)).err, /StatefulSets could not be read/);
  assert.match((await why("media", [], "v1/pods")).err, /Pods could not be read/);
});

test("nothing stands in for a claim that exists, nor where a person waits for its deletion", async () => {
  const found = await why("data-web-0", [statefulSet(), claim({ name: "data-web-0" })]);
  assert.match(found.out, /^pvc\/data-web-0 \(shop\)/);
  assert.equal(found.err, "");
});

test("of a cluster the sets are asked for by name, and the pods of the namespace alone", async () => {
  const { source, rounds } = answeringInRounds([], Date.parse("2026-11-20T12:00:00Z"));
  await runCommand(["why", "pvc/data-my-db-0", "-n", "default"], source);
  const asked = rounds.flat().filter((path) => !/^\/(api|apis)\/?$/.test(path));
  assert.deepEqual(
    asked.filter((path) => path.includes("statefulsets")),
    [
      "/apis/apps/v1/namespaces/default/statefulsets/my-db",
      "/apis/apps/v1/namespaces/default/statefulsets/db",
    ],
  );
  assert.ok(asked.every((path) => !/^\/api\/v1\/pods/.test(path)));
});

test("of a node that is gone, what names it is asked for in one round, and its pods alone", async () => {
  const { source, rounds } = answeringInRounds([], Date.parse("2026-11-20T12:00:00Z"));
  const { code } = await runCommand(["why", "node/n1"], source);
  assert.equal(code, 2);
  const asked = rounds.flat();
  assert.ok(asked.some((path) => /^\/api\/v1\/pods\?.*fieldSelector=spec\.nodeName=n1/.test(path)));
  assert.ok(
    asked.every((path) => !/events|secrets|leases/.test(path)),
    asked.join("\n"),
  );
});

test("of a node or a class that nothing names it is only said that it does not exist", async () => {
  for (const what of ["node/n1", "sc/gp3"]) {
    const { out, err, code } = await runCommand(["why", what], inputSource(snapshotOf([])));
    assert.deepEqual([out, code], ["", 2]);
    assert.match(err, /not found in the input/);
  }
});

test("of a node that may be named by what was not read, that is said", async () => {
  const { err } = await runCommand(["why", "node/n1"], inputSource(snapshotOf([], ["v1/pods"])));
  assert.match(err, /Not read: pods\. Some of them may still name it/);
});
