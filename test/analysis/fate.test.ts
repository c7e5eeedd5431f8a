/** What becomes of the data, for each way in which a volume can end. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { finalizerNames } from "../../src/controllers/index.ts";
import type { KubeObject } from "../../src/kubernetes/index.ts";
import { refOf } from "../../src/kubernetes/index.ts";
import type { DataFate } from "../../src/report/index.ts";
import { diagnosisOf, textOf } from "../support/diagnose.ts";
import { event, installed } from "../support/driver.ts";
import type { ClaimFacts, VolumeFacts } from "../support/objects.ts";
import { claim, content, ebs, pod, snapshot, snapshotClass, volume } from "../support/objects.ts";

const provisioned = { "pv.kubernetes.io/provisioned-by": "ebs.csi.aws.com" };
const finalizer = "external-provisioner.volume.kubernetes.io/finalizer";
const protection = "kubernetes.io/pv-protection";
const long = "2026-11-20T09:00:00Z";
const claimRef = { namespace: "shop", name: "data", uid: "u1" };

const pv = (facts: VolumeFacts = {}) =>
  volume({
    phase: "Bound",
    claimRef,
    spec: ebs,
    annotations: provisioned,
    finalizers: [protection, finalizer],
    ...facts,
  });
const pvc = (facts: ClaimFacts = {}) =>
  claim({
    uid: "u1",
    phase: "Bound",
    volumeName: "pv-data",
    finalizers: ["kubernetes.io/pvc-protection"],
    annotations: { "pv.kubernetes.io/bind-completed": "yes" },
    ...facts,
  });
const user = pod({ claims: ["data"], phase: "Succeeded" });
const failure = (message: string) => event(refOf(pv()), "VolumeFailedDelete", message);
const pinned = {
  ...ebs,
  nodeAffinity: {
    required: {
      nodeSelectorTerms: [
        { matchExpressions: [{ key: "kubernetes.io/hostname", operator: "In", values: ["node-z"] }] },
      ],
    },
  },
};

const rows: readonly (readonly [string, readonly [KubeObject, ...KubeObject[]], DataFate])[] = [
  ["a deleted claim, policy Delete", [pvc({ deletionTimestamp: long }), pv(), user], "destroyed"],
  [
    "a deleted claim, policy Retain",
    [pvc({ deletionTimestamp: long }), pv({ policy: "Retain" }), user],
    "kept",
  ],
  ["a deleted volume under a live claim", [pv({ deletionTimestamp: long }), pvc()], "destroyed"],
  [
    "the same without a deletion finalizer",
    [pv({ deletionTimestamp: long, finalizers: [protection] }), pvc()],
    "leaked",
  ],
  ["Released, policy Delete, driver gone", [pv({ phase: "Released" })], "destroyed"],
  ["Released, policy Retain", [pv({ phase: "Released", policy: "Retain" })], "kept"],
  ["Failed, of a driver", [pv({ phase: "Failed" })], "kept"],
  ["deleted and Failed: a deadlock", [pv({ phase: "Failed", deletionTimestamp: long })], "kept"],
  [
    "deleted, Retain: the object goes",
    [pv({ phase: "Released", policy: "Retain", deletionTimestamp: long })],
    "kept",
  ],
  [
    "the driver finds no disk",
    [pv({ phase: "Released" }), failure("the volume is not found")],
    "already-gone",
  ],
  ["the driver says NotFound and not of what", [pv({ phase: "Released" }), failure("NotFound")], "destroyed"],
  [
    "the driver lacks only the right to say so",
    [pv({ phase: "Released" }), failure("persistentvolumes is forbidden")],
    "already-gone",
  ],
  ["Bound to a claim that is gone", [pv()], "destroyed"],
  ["Bound to a former claim", [pv(), pvc({ uid: "u2", phase: "Lost" })], "destroyed"],
  [
    "hand-made, bound elsewhere by the controller",
    [
      pv({ policy: "Retain", annotations: { "pv.kubernetes.io/bound-by-controller": "yes" } }),
      pvc({ volumeName: "pv-b" }),
    ],
    "exposed",
  ],
  ["Lost, and the volume's object is gone", [pvc({ phase: "Lost" })], "unknown"],
  ["on a machine that is gone", [pv({ phase: "Released", spec: pinned })], "unknown"],
  ["no volume yet", [claim({ phase: "Pending" })], "none"],
];

for (const [name, objects, data] of rows) {
  test(`${name}: ${data}`, () => assert.equal(diagnosisOf([...objects, ...installed()]).fate?.data, data));
}

test("two volumes for one disk: the data of both goes", () => {
  const twin = volume({ name: "pv-twin", phase: "Bound", policy: "Retain", spec: ebs });
  const { fate } = diagnosisOf([pvc({ deletionTimestamp: long }), pv(), twin, user, ...installed()]);
  assert.equal(fate?.data, "destroyed");
  assert.match(textOf(fate?.because), /pv-twin.*same disk/);
});

test("many volumes for one disk: three are named, the others counted", () => {
  const twins = Array.from({ length: 50 }, (_, at) =>
    volume({ name: `pv-twin-${at}`, phase: "Bound", policy: "Retain", spec: ebs }),
  );
  const { fate } = diagnosisOf([pvc({ deletionTimestamp: long }), pv(), ...twins, user, ...installed()]);
  assert.match(
    textOf(fate?.because),
    /pv-twin-0 +, +pv +\/ +pv-twin-1 .* and +47 +more +, which +use +the same disk/,
  );
  assert.doesNotMatch(textOf(fate?.because), /pv-twin-3/);
});

test("the same path on two machines is not one disk", () => {
  const spec = { hostPath: { path: "/tmp/data" } };
  const twin = volume({ name: "pv-twin", phase: "Bound", spec });
  const { fate } = diagnosisOf([pvc({ deletionTimestamp: long }), pv({ spec }), twin, user, ...installed()]);
  assert.equal(fate?.data, "destroyed");
  assert.doesNotMatch(textOf(fate?.because), /pv-twin/);
});

test("what was not read of a volume outweighs that nothing tells of another of its disk", () => {
  const asked = pv({ deletionTimestamp: long });
  const doubtful = pv({
    name: "pv-twin",
    phase: "Released",
    claimRef: { ...claimRef, name: "other" },
    deletionTimestamp: long,
    finalizers: [protection],
  });
  const { fate } = diagnosisOf([asked, doubtful, ...installed()], ["v1/persistentvolumeclaims"]);
  assert.deepEqual([fate?.data, fate?.unseen], ["unknown", "rest"]);
});

test("that a path was missing once tells nothing of a local volume in use", () => {
  const spec = { local: { path: "/mnt/a" } };
  const missing = failure("open /x: no such file or directory");
  for (const [phase, data] of [
    ["Bound", "kept"],
    ["Released", "unknown"],
  ] as const) {
    const local = pv({ spec, phase, policy: "Retain", finalizers: [protection] });
    assert.equal(diagnosisOf([local, missing, ...installed()]).fate?.data, data);
  }
});

test("a live claim: what its deletion would cost follows the volume to its end", () => {
  const { ifDeleted } = diagnosisOf([pvc(), pv(), user, ...installed()]);
  assert.equal(ifDeleted?.fate?.data, "destroyed");
});

test("a snapshot that is about to get its finalizer: whether the content goes with it is not known", () => {
  const taken = snapshot({ className: "ebs-snapshots", content: "snapcontent-1", readyToUse: true });
  const protectedOne = {
    ...taken,
    metadata: { ...taken.metadata, finalizers: [finalizerNames.snapshotBound] },
  };
  const ended = (...objects: readonly [KubeObject, ...KubeObject[]]) =>
    diagnosisOf([...objects, ...installed()]).ifDeleted?.fate?.data;
  const held = content({ finalizers: [finalizerNames.contentBound] });
  assert.equal(ended(taken, held, snapshotClass()), "unknown");
  assert.equal(ended(protectedOne, held, snapshotClass()), "destroyed");
  assert.equal(ended(taken, content({ policy: "Retain" }), snapshotClass()), "kept");
  assert.equal(ended(taken, held), "kept", "its class is missing, and its controller leaves it alone");
});

test("a pod that a deleted claim waits for: with it goes the data of the claim", () => {
  const deleted = pvc({ deletionTimestamp: long });
  const ended = (...objects: readonly KubeObject[]) => diagnosisOf([user, ...objects]).ifDeleted?.fate?.data;
  assert.equal(ended(deleted, pv(), ...installed()), "destroyed");
  assert.equal(ended(deleted, pv({ policy: "Retain" }), ...installed()), undefined);
  assert.equal(ended(pvc(), pv(), ...installed()), undefined, "the claim lives");
  const other = pod({ name: "other", claims: ["data"] });
  assert.equal(ended(deleted, pv(), other, ...installed()), undefined, "another pod keeps it");
});
