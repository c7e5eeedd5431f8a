/** Thousands of objects can be held behind one: what each of them does next is compared with what holds it alone. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createAnalysis } from "../../src/analysis/index.ts";
import type { AnyController } from "../../src/controllers/index.ts";
import { finalizerNames } from "../../src/controllers/index.ts";
import type { Knowledge } from "../../src/define/define.ts";
import type { PersistentVolumeClaim } from "../../src/kubernetes/index.ts";
import { refOf, words } from "../../src/kubernetes/index.ts";
import { clusterOf } from "../controllers/decisions/decide.ts";
import { claim, snapshot } from "../support/objects.ts";

const crowd = "example.com/crowd";
const late = "example.com/late";

/** How often a prediction asks what kind of holder keeps a snapshot. */
function looksAt(count: number): number {
  let looks = 0;
  const lateHolder = () =>
    new Proxy(
      { controller: "late" },
      {
        has(target, key) {
          looks += 1;
          return key in target;
        },
      },
    );
  const going = { deletionTimestamp: true } as const;
  const held: PersistentVolumeClaim = claim({ ...going, finalizers: [crowd, finalizerNames.pvcAsSource] });
  const snapshots = Array.from({ length: count }, (_, at) =>
    snapshot({ ...going, name: `of-${at}`, finalizers: [late] }),
  );
  const common = { reason: "Late", message: words(""), category: "stuck", evidence: [] };
  const finalizers = [
    {
      on: ["v1/persistentvolumeclaims"],
      finalizer: crowd,
      reasons: {},
      holds: () => snapshots.map((each) => ({ ...common, holder: { object: refOf(each) } })),
    },
    {
      on: ["snapshot.storage.k8s.io/v1/volumesnapshots"],
      finalizer: late,
      reasons: {},
      holds: () => [{ ...common, holder: lateHolder() }],
    },
  ];
  const controller: AnyController = {
    name: "late",
    on: "snapshot.storage.k8s.io/v1/volumesnapshots",
    sources: ["none"],
    decide: (object) => ({
      decides: "act",
      actions: [{ do: "remove-finalizer", object: refOf(object), finalizer: late }],
    }),
  };
  const knowledge = {
    finalizers,
    waits: [],
    remedies: [],
    controllers: [controller],
  } as unknown as Knowledge;
  assert.ok(createAnalysis(clusterOf([held, ...snapshots]), knowledge).future(held).moves.length > 0);
  return looks;
}

test("of ten times as many held objects the holders are looked at ten times as often", () => {
  const [few, many] = [looksAt(10), looksAt(100)];
  assert.ok(few > 0);
  assert.ok(many <= few * 12, `${few} looks for 10 objects, ${many} for 100`);
});
