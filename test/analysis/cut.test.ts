import assert from "node:assert/strict";
import { test } from "node:test";
import { createSandbox } from "../../src/analysis/timeline/sandbox.ts";
import { settle } from "../../src/analysis/timeline/settle.ts";
import { createCluster } from "../../src/cluster/index.ts";
import type { AnyController } from "../../src/controllers/index.ts";
import type { KubeObject } from "../../src/kubernetes/index.ts";
import { refOf } from "../../src/kubernetes/index.ts";
import { claim } from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";

function annotating(value: (object: KubeObject) => string | undefined): AnyController {
  return {
    name: "annotator",
    on: "v1/persistentvolumeclaims",
    sources: ["none: it is made up"],
    decide(object) {
      const next = value(object);
      if (next === undefined) return { decides: "nothing" };
      return {
        decides: "act",
        actions: [{ do: "annotate", object: refOf(object), key: "pvguard.dev/nudge", value: next }],
      };
    },
  };
}

const countOf = (object: KubeObject) => object.metadata.annotations?.["pvguard.dev/nudge"];
const once = annotating((object) => (countOf(object) === undefined ? "1" : undefined));
const without = annotating((object) => String(Number(countOf(object) ?? 0) + 1));

function run(controller: AnyController, count: number) {
  const claims = Array.from({ length: count }, (_, at) => claim({ name: `data-${at}` }));
  const sandbox = createSandbox(createCluster(snapshotOf(claims)));
  return settle(sandbox, [controller], claims.map(refOf));
}

test("thousands of objects can move in one turn, and the prediction is whole", () => {
  const { moves, isCut } = run(once, 3000);
  assert.deepEqual([moves.length, isCut], [3000, false]);
});

test("a controller that never rests cuts the prediction, and that is told", () => {
  const { moves, isCut } = run(without, 1);
  assert.deepEqual([moves.length, isCut], [200, true]);
});
