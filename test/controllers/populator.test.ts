/** kubernetes-csi/lib-volume-populator populator-machinery/controller.go syncPvc, v3.2: its branches in order. */
import assert from "node:assert/strict";
import test from "node:test";
import type { PopulatorFacts } from "../../src/controllers/index.ts";
import { annotationNames, syncPopulator } from "../../src/controllers/index.ts";
import type { ClaimFacts } from "../support/objects.ts";
import { claim, storageClass } from "../support/objects.ts";

const delayed = storageClass({ volumeBindingMode: "WaitForFirstConsumer" });
const world: PopulatorFacts = { dataSource: "exists", storageClass: storageClass(), prime: "absent" };
const prime = (phase: "Bound" | "Lost") => claim({ name: "prime-data-uid", namespace: "populator", phase });

type Row = readonly [name: string, facts: ClaimFacts, world: Partial<PopulatorFacts>, outcome: string];

const rows: readonly Row[] = [
  ["not bound yet", {}, {}, "populating"],
  [
    "bound, and the prime claim has lost its volume",
    { volumeName: "pv" },
    { prime: prime("Lost") },
    "clean up",
  ],
  [
    "bound, and the prime claim is not Lost yet",
    { volumeName: "pv" },
    { prime: prime("Bound") },
    "populating",
  ],
  ["bound, and the prime claim is gone", { volumeName: "pv" }, {}, "clean up"],
  ["deleted while it is filled", { deletionTimestamp: true }, { prime: prime("Bound") }, "clean up"],
  [
    "deleted, and the data source is gone: not cleaned up",
    { deletionTimestamp: true },
    { dataSource: "missing" },
    "data source missing",
  ],
  [
    "deleted, and the class is gone: not cleaned up",
    { deletionTimestamp: true },
    { storageClass: "missing" },
    "class missing",
  ],
  [
    "deleted, no node selected: not cleaned up",
    { deletionTimestamp: true },
    { storageClass: delayed },
    "no node selected",
  ],
  [
    "deleted, with a node",
    { deletionTimestamp: true, annotations: { [annotationNames.selectedNode]: "node-a" } },
    { storageClass: delayed },
    "clean up",
  ],
  ["no class at all", { deletionTimestamp: true }, { storageClass: "none" }, "clean up"],
];

test("volume populator: syncPvc", async (t) => {
  for (const [name, facts, changes, outcome] of rows) {
    await t.test(name, () => {
      const sync = syncPopulator(claim(facts), { ...world, ...changes });
      assert.equal("because" in sync ? sync.because : sync.result, outcome);
    });
  }
});
