/**
 * kubernetes/kubernetes pkg/controller/volume/persistentvolume binder_test.go TestSync, set 4, and pv_controller_test.go,
 * set 5, 1.36: what becomes of a volume before it is reclaimed.
 */
import assert from "node:assert/strict";
import test from "node:test";
import type { ClaimSeen, VolumeSync } from "../../../src/controllers/index.ts";
import { annotationNames, syncVolume } from "../../../src/controllers/index.ts";
import type { ClaimFacts, VolumeFacts } from "../../support/objects.ts";
import { claim, volume } from "../../support/objects.ts";

const uid = "claim-uid";
const claimRef = { namespace: "shop", name: "claim", uid };
const chosen = { [annotationNames.boundByController]: "yes" };
const external = { [annotationNames.provisionedBy]: "ebs.csi.aws.com" };
const owner = (facts: ClaimFacts = {}) => claim({ name: "claim", uid, phase: "Bound", ...facts });

interface Row {
  readonly id: string;
  readonly volume: VolumeFacts;
  readonly claim?: ClaimSeen;
  readonly expected: VolumeSync;
}

const notBound: VolumeSync = { result: "unchanged", because: "claim not bound" };

const rows: readonly Row[] = [
  { id: "4-1", volume: { phase: "Pending" }, expected: { result: "Available" } },
  { id: "4-2", volume: { claimRef: { ...claimRef, uid: "" } }, expected: { result: "Available" } },
  { id: "4-3", volume: { phase: "Bound", policy: "Retain", claimRef }, expected: { result: "Released" } },
  {
    id: "4-4",
    volume: { phase: "Bound", policy: "Retain", claimRef },
    claim: owner({ uid: "newer-uid", volumeName: "pv-data" }),
    expected: { result: "Released" },
  },
  {
    id: "4-5 with bound-by-controller",
    volume: { phase: "Bound", claimRef, annotations: chosen },
    claim: owner(),
    expected: notBound,
  },
  { id: "4-5 without", volume: { phase: "Bound", claimRef }, claim: owner(), expected: notBound },
  { id: "4-6", volume: { claimRef }, claim: owner({ volumeName: "pv-data" }), expected: { result: "Bound" } },
  {
    id: "4-7",
    volume: { phase: "Bound", policy: "Retain", claimRef, annotations: chosen },
    claim: owner({ volumeName: "other" }),
    expected: { result: "unbind", part: "whole" },
  },
  {
    id: "4-8",
    volume: { phase: "Bound", policy: "Retain", claimRef },
    claim: owner({ volumeName: "other" }),
    expected: { result: "unbind", part: "uid" },
  },
  {
    id: "4-9",
    volume: { phase: "Bound", claimRef },
    claim: owner({ volumeName: "pv-data" }),
    expected: { result: "Bound" },
  },
  { id: "4-10", volume: { phase: "Bound", claimRef }, expected: { result: "Released" } },
  {
    id: "4-11 the claim is only in the API",
    volume: { phase: "Bound", claimRef },
    claim: owner({ volumeName: "pv-data" }),
    expected: { result: "Bound" },
  },
  {
    id: "4-12 the cache has an older claim of that name",
    volume: { phase: "Bound", claimRef: { ...claimRef, uid: "newer-uid" } },
    claim: owner({ uid: "newer-uid", volumeName: "pv-data" }),
    expected: { result: "Bound" },
  },
  { id: "5-3", volume: { phase: "Bound", policy: "Retain", claimRef }, expected: { result: "Released" } },
  {
    id: "5-6",
    volume: { phase: "Bound", claimRef, annotations: external },
    expected: { result: "Released" },
  },
  {
    id: "8-11, 8-12 two volumes were provisioned for one claim: the loser",
    volume: { phase: "Bound", claimRef, annotations: external },
    claim: owner({ volumeName: "winner" }),
    expected: { result: "Released" },
  },
];

const ownRows: readonly Row[] = [
  {
    id: "a Terminating volume whose claim is alive stays Bound",
    volume: { phase: "Bound", claimRef, deletionTimestamp: true },
    claim: owner({ volumeName: "pv-data" }),
    expected: { result: "Bound" },
  },
  {
    id: "a Released volume whose claimRef.uid was repaired is Bound again",
    volume: { phase: "Released", claimRef },
    claim: owner({ volumeName: "pv-data" }),
    expected: { result: "Bound" },
  },
  {
    id: "a Failed volume without claimRef is Available",
    volume: { phase: "Failed" },
    expected: { result: "Available" },
  },
  {
    id: "two volumes for one claim: the other one stays when it is to be kept",
    volume: { phase: "Bound", policy: "Retain", claimRef, annotations: external },
    claim: owner({ volumeName: "winner" }),
    expected: { result: "unbind", part: "uid" },
  },
  {
    id: "two volumes for one claim: the other one stays when nobody provisioned it",
    volume: { phase: "Bound", policy: "Delete", claimRef },
    claim: owner({ volumeName: "winner" }),
    expected: { result: "unbind", part: "uid" },
  },
  {
    id: "volume modes differ",
    volume: { claimRef, spec: { volumeMode: "Block" } },
    claim: owner(),
    expected: { result: "unchanged", because: "VolumeMismatch" },
  },
  {
    id: "in-tree, deleted, kubernetes.io/pv-controller missing: no sync comes to the phase",
    volume: {
      phase: "Bound",
      claimRef,
      deletionTimestamp: true,
      annotations: { [annotationNames.provisionedBy]: "kubernetes.io/host-path" },
    },
    expected: { result: "aborted" },
  },
  {
    id: "the same with policy Retain: released",
    volume: {
      phase: "Bound",
      policy: "Retain",
      claimRef,
      deletionTimestamp: true,
      annotations: { [annotationNames.provisionedBy]: "kubernetes.io/host-path" },
    },
    expected: { result: "Released" },
  },
];

test("syncVolume: TestSync 4, TestControllerSync 5", async (t) => {
  for (const { id, volume: facts, claim: seen = "absent", expected } of [...rows, ...ownRows]) {
    await t.test(id, () => assert.deepEqual(syncVolume(volume(facts), seen), expected));
  }
});
