import assert from "node:assert/strict";
import { test } from "node:test";
import { createCluster } from "../../../src/cluster/index.ts";
import { claimsBySet, setNamesIn, setsOfClaim } from "../../../src/controllers/index.ts";
import { keyOf } from "../../../src/kubernetes/index.ts";
import { claim, statefulSet } from "../../support/objects.ts";
import { snapshotOf } from "../../support/snapshot.ts";

const sets = [
  statefulSet({ name: "web", namespace: "shop", templates: ["data", "my-logs"] }),
  statefulSet({ name: "logs-web", namespace: "shop", templates: ["my"] }),
  statefulSet({ name: "web", namespace: "bank", templates: ["cache"] }),
];

function found(name: string) {
  const listed = setsOfClaim(claim({ name, namespace: "shop" }), createCluster(snapshotOf(sets)));
  assert.ok(listed.read);
  return listed.items.map(({ set, ordinal }) => `${set.metadata.name} ${ordinal}`);
}

const rows: readonly (readonly [claim: string, sets: readonly string[]])[] = [
  ["data-web-2", ["web 2"]],
  ["my-logs-web-0", ["logs-web 0", "web 0"]],
  ["cache-web-0", []],
  ["data-web", []],
  ["data-db-1", []],
  ["web-1", []],
];
for (const [name, expected] of rows) test(name, () => assert.deepEqual(found(name), expected));

test("where sets were not read nobody knows, whatever the name", () => {
  const cluster = createCluster(snapshotOf(sets, ["apps/v1/statefulsets"]));
  assert.equal(setsOfClaim(claim({ name: "web-1" }), cluster).read, false);
  assert.equal(setsOfClaim(claim({ name: "web" }), cluster).read, true);
});

test("a claim names every set that it can be of", () => {
  const keys = claimsBySet.keys(claim({ name: "my-logs-web-0", namespace: "shop" }));
  assert.deepEqual(keys, [keyOf("shop", "logs-web"), keyOf("shop", "web")]);
  assert.deepEqual(claimsBySet.keys(claim({ name: "my-logs" })), []);
  assert.deepEqual(setNamesIn("-".repeat(1000)), []);
});
