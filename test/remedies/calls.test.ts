/** A remedy is called as a function: the compiler refuses what it cannot be told, and nothing is made until it is offered. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createCluster } from "../../src/cluster/index.ts";
import { knowledge } from "../../src/knowledge.ts";
import * as remedies from "../../src/remedies/index.ts";
import { deletePod, dropFinalizer, releaseClaimRef, setRetain } from "../../src/remedies/index.ts";
import { claim, pod, volume } from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";

test("what a remedy cannot be told does not compile", () => {
  const [aPod, aVolume, aClaim] = [pod(), volume(), claim()];
  const wrong = () => [
    // @ts-expect-error: a volume is no pod
    deletePod(aVolume),
    // @ts-expect-error: a reference to a pod is none to a volume
    setRetain({ apiVersion: "v1", kind: "Pod", name: "x" }),
    // @ts-expect-error: it must be told which finalizer
    dropFinalizer(aClaim),
    // @ts-expect-error: there is no such part
    releaseClaimRef(aVolume, { part: "half" }),
    // @ts-expect-error: it is told nothing of a driver
    deletePod(aPod, { driver: "x" }),
  ];
  assert.equal(typeof wrong, "function");
});

test("two calls that say the same are the same, and name what they would do", () => {
  const one = dropFinalizer(claim(), { finalizer: "x/y" });
  assert.deepEqual(one, dropFinalizer(claim(), { finalizer: "x/y" }));
  assert.notDeepEqual(one, dropFinalizer(claim(), { finalizer: "x/z" }));
  assert.notDeepEqual(deletePod(pod()), deletePod(pod({ name: "other" })));
  assert.deepEqual([one.remedy, one.on.name, one.using], ["drop-finalizer", "data", { finalizer: "x/y" }]);
  assert.deepEqual(Object.keys(deletePod(pod())), ["remedy", "on"]);
});

test("a call makes the remedy of the cluster that it is asked about", () => {
  const call = setRetain(volume());
  const made = (policy: string) => call.make(createCluster(snapshotOf([volume({ policy })])));
  assert.equal(made("Delete")?.name, "set-retain");
  assert.equal(made("Retain"), undefined);
});

test("each is registered under the name that its function has in camel case", () => {
  for (const [name, { entry }] of Object.entries(remedies)) {
    assert.equal(
      entry.name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
      name,
    );
    assert.ok(knowledge.remedies.includes(entry), name);
  }
});
