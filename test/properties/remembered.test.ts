/**
 * Where many objects are around one, settling uses what it remembers of predictions before. It must come to what it would
 * without, whatever was changed between them.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { nearOf } from "../../src/analysis/remembering.ts";
import type { Sandbox } from "../../src/analysis/timeline/sandbox.ts";
import { createSandbox } from "../../src/analysis/timeline/sandbox.ts";
import { settle } from "../../src/analysis/timeline/settle.ts";
import type { Cluster } from "../../src/cluster/index.ts";
import { createCluster } from "../../src/cluster/index.ts";
import { controllers } from "../../src/controllers/index.ts";
import { relativesOf } from "../../src/define/relatives.ts";
import type { KubeObject, ObjectRef } from "../../src/kubernetes/index.ts";
import { kinds, refOf } from "../../src/kubernetes/index.ts";
import { clusters } from "../support/arbitrary-cluster.ts";
import { workloads } from "../support/arbitrary-workloads.ts";
import { runs } from "../support/runs.ts";
import { snapshotOf } from "../support/snapshot.ts";

const count = runs(3, 0.05);
const someKinds = fc.subarray(kinds.map(({ resource }) => resource));
const tampering = fc.array(fc.tuple(fc.nat(), fc.constantFrom("delete", "remove", "strip")), {
  minLength: 1,
  maxLength: 6,
});

/** Enough that are not there to make a crowd. */
const crowd: readonly ObjectRef[] = Array.from({ length: 20 }, (_, at) => ({
  apiVersion: "v1",
  kind: "Pod",
  namespace: "crowd",
  name: `nobody-${at}`,
}));

/** The same world, that remembers nothing. */
function forgetful(world: Sandbox, used: { answers: number }): Sandbox {
  const forgets: Partial<Sandbox> = {
    near({ ref }) {
      const object = world.find(ref);
      return object === undefined ? [] : relativesOf(object, world.cluster).map(nearOf);
    },
    decision(controller, { ref }) {
      used.answers += 1;
      const object = world.find(ref);
      return object && controller.decide(object, world.cluster);
    },
  };
  return Object.assign(Object.create(world), forgets);
}

type Tampering = readonly (readonly [number, "delete" | "remove" | "strip"])[];

function tamper(world: Sandbox, objects: readonly KubeObject[], all: Tampering): void {
  for (const [at, how] of all) {
    const object = objects[at % objects.length];
    if (object === undefined) return;
    const ref = refOf(object);
    if (how === "delete") world.deleteObject(ref);
    else if (how === "remove") world.removeObject(ref);
    else
      for (const finalizer of object.metadata.finalizers ?? [])
        world.apply({ do: "remove-finalizer", object: ref, finalizer });
  }
}

test(`${count} generated clusters: what is remembered is what would be worked out`, () => {
  const used = { answers: 0 };
  let moves = 0;
  fc.assert(
    fc.property(clusters, workloads, someKinds, tampering, (some, more, hidden, how) => {
      const objects = [...some, ...more];
      const settled = (cluster: Cluster, start: ObjectRef, changes: Tampering, isForgetful: boolean) => {
        const plain = createSandbox(cluster);
        const world = isForgetful ? forgetful(plain, used) : plain;
        tamper(world, objects, changes);
        return settle(world, controllers, [...crowd, start]);
      };
      for (const cluster of [
        createCluster(snapshotOf(objects)),
        createCluster(snapshotOf(objects, hidden)),
      ]) {
        for (const object of objects) {
          // One after the other, so that each finds what those before it have left behind.
          for (const changes of [[], how.slice(0, 1), how, how.slice(1), []]) {
            const remembered = settled(cluster, refOf(object), changes, false);
            const workedOut = settled(cluster, refOf(object), changes, true);
            assert.deepEqual(remembered, workedOut);
            moves += remembered.moves.length;
          }
        }
      }
    }),
    { numRuns: count },
  );
  assert.ok(used.answers > 1000 && moves > 300, `${used.answers} decisions, ${moves} moves`);
});
