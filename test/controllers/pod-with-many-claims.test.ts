/** Each claim of a pod asks which claims are deleted with the pod: what the pod names must then be looked up once. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Cluster } from "../../src/cluster/index.ts";
import { createCluster } from "../../src/cluster/index.ts";
import { claimsTakenAlong } from "../../src/controllers/index.ts";
import type { Pod } from "../../src/kubernetes/index.ts";
import { claim, pod } from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";

const names = Array.from({ length: 50 }, (_, at) => `data-${at}`);
const user: Pod = pod({ name: "db-0", claims: names });
const [owned, ...others] = names.map((name) => claim({ name }));
const ownedByPod = {
  ...owned,
  metadata: {
    ...owned?.metadata,
    ownerReferences: [{ apiVersion: "v1", kind: "Pod", name: "db-0", uid: user.metadata.uid }],
  },
} as NonNullable<typeof owned>;

function counting(base: Cluster): Cluster & { asked: number } {
  const counted = {
    ...base,
    asked: 0,
    get: ((...words: Parameters<Cluster["get"]>) => {
      counted.asked += 1;
      return base.get(...words);
    }) as Cluster["get"],
  };
  return counted;
}

test("the claims that are deleted with a pod of many claims are looked up once", () => {
  const cluster = counting(createCluster(snapshotOf([user, ownedByPod, ...others])));
  const answers = names.map(() => claimsTakenAlong(user, cluster));
  for (const { claims } of answers)
    assert.deepEqual(
      claims.map(({ metadata }) => metadata.name),
      ["data-0"],
    );
  assert.ok(cluster.asked <= names.length, `${cluster.asked} questions`);
});

test("a pod that is not in the cluster is asked about all the same", () => {
  const { claims } = claimsTakenAlong(user, createCluster(snapshotOf([ownedByPod, ...others])));
  assert.deepEqual(
    claims.map(({ metadata }) => metadata.name),
    ["data-0"],
  );
});
