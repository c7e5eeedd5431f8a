/**
 * What `before delete` says of several objects: reading less never turns a loss into nothing lost, and more deletions never make
 * one of them harmless.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { allOf, deletionReporter } from "../../src/analysis/index.ts";
import { knowledge } from "../../src/knowledge.ts";
import type { KubeObject, Resource } from "../../src/kubernetes/index.ts";
import { isTerminating, kindNamed, kinds } from "../../src/kubernetes/index.ts";
import type { DeletionReport, Loss } from "../../src/report/index.ts";
import { losses } from "../../src/report/index.ts";
import { clusters } from "../support/arbitrary-cluster.ts";
import { runs } from "../support/runs.ts";
import { snapshotOf } from "../support/snapshot.ts";

const count = runs(6, 1 / 10);

const subjects = [
  "PersistentVolumeClaim",
  "PersistentVolume",
  "Pod",
  "VolumeSnapshot",
  "VolumeSnapshotContent",
  "Namespace",
  "StatefulSet",
];

function judged(
  deleted: readonly KubeObject[],
  objects: readonly KubeObject[],
  hidden: readonly Resource[] = [],
): DeletionReport {
  return allOf(deletionReporter(deleted, knowledge)(snapshotOf(objects, hidden)));
}

function subjectsOf(objects: readonly KubeObject[]): readonly KubeObject[] {
  return objects.filter((object) => subjects.includes(object.kind) && !isTerminating(object));
}

function isWorse(loss: Loss, than: Loss): boolean {
  return losses.indexOf(loss) < losses.indexOf(than);
}

const hidden = fc.constantFrom(...kinds.map(({ resource }) => resource));

test("without a list, a loss never becomes nothing lost", () => {
  fc.assert(
    fc.property(clusters, hidden, (objects, resource) => {
      for (const object of subjectsOf(objects)) {
        // What was not read itself cannot be named.
        if (kindNamed(object.apiVersion, object.kind)?.resource === resource) continue;
        const [whole, partial] = [judged([object], objects), judged([object], objects, [resource])];
        const about = `${object.kind}/${object.metadata.name} without ${resource}`;
        if (whole.loses === "data" || whole.loses === "record")
          assert.notEqual(partial.loses, "nothing", about);
      }
    }),
    { numRuns: count },
  );
});

test("with other deletions beside it, no deletion loses less", () => {
  fc.assert(
    fc.property(clusters, (objects) => {
      const wanted = subjectsOf(objects).slice(0, 4);
      if (wanted.length < 2) return;
      const together = judged(wanted, objects);
      for (const [at, object] of wanted.entries()) {
        const alone = judged([object], objects);
        const one = together.objects[at]?.loses ?? "nothing";
        assert.ok(
          !isWorse(alone.loses, one),
          `${object.kind}/${object.metadata.name}: ${alone.loses}, ${one}`,
        );
        assert.ok(!isWorse(one, together.loses), "the whole is as bad as its worst part");
      }
    }),
    { numRuns: count },
  );
});
