/** Whether any protection controller works is told from the first claims, however many are being deleted. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { audit } from "../../src/analysis/index.ts";
import { createSandbox } from "../../src/analysis/timeline/sandbox.ts";
import { createCluster } from "../../src/cluster/index.ts";
import { finalizerNames } from "../../src/controllers/index.ts";
import { nobodyProtects } from "../../src/finalizers/kubernetes.io__pvc-protection.ts";
import { knowledge } from "../../src/knowledge.ts";
import type { PersistentVolumeClaim } from "../../src/kubernetes/index.ts";
import { flatten, refOf } from "../../src/kubernetes/index.ts";
import { claim, ownedBy } from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";

function claimsOf(count: number): readonly [PersistentVolumeClaim, ...PersistentVolumeClaim[]] {
  const made = (at: number) =>
    claim({ name: `data-${at}`, deletionTimestamp: true, finalizers: [finalizerNames.pvcProtection] });
  return [made(0), ...Array.from({ length: count - 1 }, (_, at) => made(at + 1))];
}

/** What is said of the first of so many, in a world where one has gone, and how many claims were made for it. */
function told(count: number): { readonly message: string; readonly made: number } {
  const claims = claimsOf(count);
  const [first] = claims;
  const snapshot = snapshotOf(claims);
  let made = 0;
  const readings = snapshot.readings.map((reading) => {
    if (!reading.read || reading.resource !== "v1/persistentvolumeclaims") return reading;
    const { items } = reading;
    const at = (position: number) => {
      made += 1;
      return items.at(position);
    };
    return { ...reading, items: { ...items, length: items.length, at } };
  });
  const cluster = createCluster({ ...snapshot, readings });
  nobodyProtects(first, cluster);
  const world = createSandbox(cluster);
  world.removeObject(refOf(claims.at(-1) ?? first));
  made = 0;
  const hold = nobodyProtects(first, world.cluster);
  return { message: flatten(hold?.message ?? [], (data) => data), made };
}

test("two hundred are looked at, of however many", () => {
  assert.match(told(150).message, /: 149 of 149 claims /);
  assert.match(told(201).message, /: 200 of 200 claims /);
  const { message, made } = told(7000);
  assert.match(message, /: at least 200 of 200 claims /);
  assert.ok(made < 1000, `${made} claims were made`);
});

test("eight of them are named as evidence, or each of thousands of claims would tell of hundreds", () => {
  const claims = claimsOf(300);
  const hold = nobodyProtects(claims[0], createCluster(snapshotOf(claims)));
  assert.equal(hold?.evidence?.length, 8);
});

test("an owner that goes after many claims gives once what they all rest on", () => {
  const owner = claim({
    name: "owner",
    deletionTimestamp: true,
    finalizers: [finalizerNames.foregroundDeletion],
  });
  const claims = claimsOf(30).map((each) => ({
    ...each,
    metadata: { ...each.metadata, ownerReferences: [ownedBy(owner)] },
  }));
  const rules = knowledge.rules.filter(({ code }) => code === "PVG101");
  const scope = { namespace: undefined, olderThan: 300 };
  const report = audit(rules, scope, snapshotOf([owner, ...claims]), knowledge);
  const found = report.findings.find(({ subject }) => subject.name === "owner");
  assert.equal(found?.reason, "NoProtectionController");
  assert.equal(found.evidence.length, 8);
});
