/**
 * kubernetes/kubernetes pkg/controller/volume/persistentvolume/binder_test.go TestSync, set 3, 1.36: claims that were
 * bound once; and pv_controller_test.go TestRetroactiveStorageClassAssignment.
 */
import assert from "node:assert/strict";
import test from "node:test";
import { annotationNames, syncClaim } from "../../../src/controllers/index.ts";
import type { PersistentVolume, StorageClass } from "../../../src/kubernetes/index.ts";
import type { ClaimFacts } from "../../support/objects.ts";
import { claim, storageClass, volume } from "../../support/objects.ts";

const uid = "claim-uid";
const annotations = { [annotationNames.bindCompleted]: "yes" };
const bound = (facts: ClaimFacts = {}) =>
  claim({ name: "claim", uid, phase: "Bound", volumeName: "pv-data", annotations, ...facts });
const byName = { namespace: "shop", name: "claim" };

interface Row {
  readonly id: string;
  readonly claim?: ClaimFacts;
  readonly named?: PersistentVolume;
  readonly expected: "Bound" | "bind" | "ClaimLost" | "ClaimMisbound";
}

const rows: readonly Row[] = [
  { id: "3-1", claim: { volumeName: "" }, expected: "ClaimLost" },
  { id: "3-2", expected: "ClaimLost" },
  { id: "3-3", named: volume(), expected: "bind" },
  { id: "3-4", named: volume({ claimRef: { ...byName, uid: "other" } }), expected: "ClaimMisbound" },
  { id: "3-5", named: volume({ claimRef: { ...byName, uid } }), expected: "Bound" },
  {
    id: "3-6",
    named: volume({ claimRef: { namespace: "shop", name: "other", uid: "other" } }),
    expected: "ClaimMisbound",
  },
  {
    id: "3-7",
    claim: { spec: { selector: { matchLabels: { disk: "fast" } } } },
    named: volume(),
    expected: "bind",
  },
  { id: "5-4 the volume was deleted", claim: { phase: "Bound" }, expected: "ClaimLost" },
  { id: "own: claimRef by name alone", named: volume({ claimRef: byName }), expected: "ClaimMisbound" },
  { id: "own: Lost, the volume came back free", claim: { phase: "Lost" }, named: volume(), expected: "bind" },
  {
    id: "own: Lost, the volume came back with the uid",
    claim: { phase: "Lost" },
    named: volume({ claimRef: { ...byName, uid } }),
    expected: "Bound",
  },
  {
    id: "own: a Terminating pair stays Bound",
    claim: { deletionTimestamp: true },
    named: volume({ claimRef: { ...byName, uid }, deletionTimestamp: true }),
    expected: "Bound",
  },
];

test("syncBoundClaim: TestSync 3", async (t) => {
  for (const { id, claim: facts = {}, named, expected } of rows) {
    await t.test(id, () => {
      const world = { named, volumes: [], storageClass: undefined, defaultClass: undefined, pods: [] };
      const sync = syncClaim(bound(facts), world);
      assert.equal(sync.result === "Lost" ? sync.reason : sync.result, expected);
    });
  }
});

interface DefaultRow {
  readonly id: string;
  readonly claim?: ClaimFacts;
  readonly volumes?: readonly PersistentVolume[];
  readonly defaultClass?: StorageClass;
  readonly expected: string;
}

const gp3 = storageClass();
const retroactiveRows: readonly DefaultRow[] = [
  { id: "no class, default exists", defaultClass: gp3, expected: "DefaultClassAssigned" },
  { id: "no class, a volume without class does", defaultClass: gp3, volumes: [volume()], expected: "bind" },
  {
    id: "the empty class stays empty",
    claim: { storageClassName: "" },
    defaultClass: gp3,
    expected: "NoVolumeAndNoClass",
  },
  { id: "no class, no default", expected: "NoVolumeAndNoClass" },
];

test("syncUnboundClaim: the default class is filled in when no volume does", async (t) => {
  for (const { id, claim: facts = {}, volumes = [], defaultClass, expected } of retroactiveRows) {
    await t.test(id, () => {
      const world = { named: undefined, volumes, storageClass: undefined, defaultClass, pods: [] };
      const sync = syncClaim(claim(facts), world);
      assert.equal(sync.result === "Pending" ? sync.because.reason : sync.result, expected);
    });
  }
});
