/** kubernetes/kubernetes staging/src/k8s.io/component-helpers/storage/volume/pv_helpers.go FindMatchingVolume, 1.36. */
import assert from "node:assert/strict";
import test from "node:test";
import { findMatchingVolumes } from "../../../src/controllers/index.ts";
import type { PersistentVolume } from "../../../src/kubernetes/index.ts";
import type { VolumeFacts } from "../../support/objects.ts";
import { claim, volume } from "../../support/objects.ts";

const wanting = claim({ name: "claim", uid: "claim-uid", storageClassName: "" });
const claimRef = { namespace: "shop", name: "claim" };

function free(name: string, storage: string, facts: VolumeFacts = {}): PersistentVolume {
  const made = volume({ name, phase: "Available", ...facts });
  return { ...made, spec: { ...made.spec, storageClassName: "", capacity: { storage } } };
}

const cases: readonly (readonly [string, readonly PersistentVolume[], readonly string[]])[] = [
  ["none", [], []],
  ["the smallest", [free("a", "2Gi"), free("b", "1Gi")], ["b"]],
  ["either of one size", [free("a", "1Gi"), free("b", "1024Mi"), free("c", "2Gi")], ["a", "b"]],
  ["the reserved one, though larger", [free("a", "1Gi"), free("b", "5Gi", { claimRef })], ["b"]],
  [
    "either of two that are reserved, whatever their size",
    [free("a", "1Gi", { claimRef }), free("b", "5Gi", { claimRef: { ...claimRef, uid: "claim-uid" } })],
    ["a", "b"],
  ],
  [
    "not the reserved one of another attributes class",
    [free("a", "1Gi", { claimRef, spec: { volumeAttributesClassName: "gold" } }), free("b", "5Gi")],
    ["b"],
  ],
  [
    "not the one that is being deleted",
    [free("a", "1Gi", { claimRef, deletionTimestamp: true }), free("b", "5Gi", { claimRef })],
    ["b"],
  ],
];

for (const [name, volumes, expected] of cases) {
  test(`findMatchingVolume: ${name}`, () => {
    const names = findMatchingVolumes(wanting, volumes, "immediate").map(({ metadata }) => metadata.name);
    assert.deepEqual(names, expected);
  });
}

test("findMatchingVolume: a volume must offer every access mode that is asked for", () => {
  const asksBoth = claim({ storageClassName: "", accessModes: ["ReadWriteOnce", "ReadWriteMany"] });
  const offers = (name: string, ...accessModes: string[]) => {
    const made = free(name, "1Gi");
    return { ...made, spec: { ...made.spec, accessModes } };
  };
  const volumes = [offers("one", "ReadWriteOnce"), offers("both", "ReadWriteMany", "ReadWriteOnce")];
  const names = findMatchingVolumes(asksBoth, volumes, "immediate").map(({ metadata }) => metadata.name);
  assert.deepEqual(names, ["both"]);
});
