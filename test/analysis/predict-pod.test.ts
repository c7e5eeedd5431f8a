import assert from "node:assert/strict";
import { test } from "node:test";
import type { Phrase } from "../../src/kubernetes/index.ts";
import { flatten } from "../../src/kubernetes/index.ts";
import { diagnosisOf } from "../support/diagnose.ts";
import { claim, claimRefTo, ebs, node, ownedBy, pod, statefulSet, volume } from "../support/objects.ts";

const protection = ["kubernetes.io/pvc-protection"];
const external = "external-provisioner.volume.kubernetes.io/finalizer";

for (const [what, deletionTimestamp] of [
  ["is ending", "2026-11-20T12:00:10Z"],
  ["does not end", "2026-11-20T09:00:00Z"],
] as const) {
  test(`a pod that ${what} ends some day, and then the data of a deleted claim is destroyed`, () => {
    const doomed = claim({
      phase: "Bound",
      volumeName: "pv-data",
      deletionTimestamp: "2026-11-20T09:00:00Z",
      finalizers: protection,
    });
    const backing = volume({
      phase: "Bound",
      spec: ebs,
      claimRef: claimRefTo(doomed),
      finalizers: [external],
    });
    const leaving = pod({ claims: ["data"], deletionTimestamp });
    assert.equal(diagnosisOf([doomed, backing, leaving, node()]).fate?.data, "destroyed");
  });
}

const deletionTimestamp = "2026-11-20T09:00:00Z";
const deletedClaim = (name: string) =>
  claim({ name, phase: "Bound", volumeName: `pv-${name}`, deletionTimestamp, finalizers: protection });
const diskOf = (owner: ReturnType<typeof claim>, policy: "Delete" | "Retain" = "Delete") =>
  volume({
    name: `pv-${owner.metadata.name}`,
    phase: "Bound",
    spec: ebs,
    policy,
    claimRef: claimRefTo(owner),
    finalizers: [external],
  });
const keeping = (
  objects: Parameters<typeof diagnosisOf>[0],
  hidden: Parameters<typeof diagnosisOf>[1] = [],
) =>
  diagnosisOf(objects, hidden)
    .remedies.filter(({ name }) => name === "set-retain")
    .map(({ commands }) => commands.at(-1)?.argv[3]);

test("of a pod on claims that are being deleted, their data can be kept, whatever the pod does", () => {
  const [data, logs] = [deletedClaim("data"), deletedClaim("logs")];
  const others = [data, logs, diskOf(data), diskOf(logs), node()] as const;
  for (const facts of [
    { phase: "Running" },
    { phase: "Succeeded" },
    { phase: "Running", deletionTimestamp, finalizers: ["example.com/x"] },
  ] as const) {
    const kept = keeping([pod({ claims: ["data", "logs"], ...facts }), ...others]);
    assert.deepEqual([...kept].sort(), ["pv-data", "pv-logs"]);
  }
});

test("a pod that is being deleted tells what becomes of a deleted claim's data, and of no other's", () => {
  const leaving = pod({ claims: ["data"], deletionTimestamp, finalizers: ["example.com/x"] });
  const data = deletedClaim("data");
  assert.equal(diagnosisOf([leaving, data, diskOf(data), node()]).fate?.data, "destroyed");
  const live = claim({ phase: "Bound", volumeName: "pv-data", finalizers: protection });
  const other = diagnosisOf([leaving, live, diskOf(live), node()]);
  assert.equal(other.fate, undefined);
  assert.deepEqual(keeping([leaving, live, diskOf(live), node()]), []);
});

test("a pod that keeps a deleted claim says so; one that does not keep it, or is deleted itself, does not", () => {
  const data = deletedClaim("data");
  const reasonOf = (...objects: Parameters<typeof diagnosisOf>[0]) => diagnosisOf(objects).verdict.reason;
  assert.equal(reasonOf(pod({ claims: ["data"], phase: "Running" }), data, diskOf(data)), "ClaimGoesWithPod");
  assert.equal(reasonOf(pod({ claims: ["data"], phase: "Failed" }), data, diskOf(data)), "ClaimGoesWithPod");
  const live = claim({ phase: "Bound", volumeName: "pv-data" });
  assert.equal(reasonOf(pod({ claims: ["data"], phase: "Running" }), live, diskOf(live), node()), "Running");
});

test("the data of somebody else's claim is not the pod's to keep", () => {
  const clash = pod({ name: "web", ephemeral: ["x"], phase: "Pending", claims: [] });
  const theirs = deletedClaim("web-x");
  assert.deepEqual(keeping([clash, theirs, diskOf(theirs)]), []);
  const data = deletedClaim("data");
  const user = pod({ claims: ["data"], phase: "Running" });
  assert.deepEqual(keeping([user, data, diskOf(data, "Retain")]), []);
  assert.deepEqual(keeping([user, data, diskOf(data)], ["v1/persistentvolumes"]), []);
});

for (const [what, facts, machine, stays] of [
  ["on a node that is not Ready", {}, node({ ready: "Unknown" }), true],
  ["that has finished there", { phase: "Succeeded" }, node({ ready: "Unknown" }), false],
  ["on a node that is Ready", {}, node(), false],
] as const) {
  test(`a pod ${what} ${stays ? "stays" : "goes"} when it is deleted`, () => {
    assert.equal(diagnosisOf([pod(facts), machine]).ifDeleted?.stays, stays);
  });
}

test("what a pod on a node that is not Ready would take along waits for that node", () => {
  const data = deletedClaim("data");
  const user = pod({ claims: ["data"] });
  const { ifDeleted } = diagnosisOf([user, data, diskOf(data), node({ ready: "Unknown" })]);
  const condition = "when node/node-a releases it";
  const told = (phrase: Phrase = []) => flatten(phrase, (data) => data);
  assert.equal(told(ifDeleted?.next[0]?.when), condition);
  assert.deepEqual(ifDeleted?.goesWhen.map(told), [condition]);
  assert.deepEqual(ifDeleted?.decidedWhen.map(told), [condition]);
});

const scratch = (facts: Parameters<typeof pod>[0] = {}) =>
  pod({ name: "build", ephemeral: ["work"], claims: ["data"], phase: "Succeeded", ...facts });
const work = claim({
  name: "build-work",
  uid: "work",
  phase: "Bound",
  volumeName: "pv-build-work",
  ownerReferences: [{ ...ownedBy(scratch()), controller: true }],
  finalizers: protection,
});

test("with a pod goes the claim of its ephemeral volume, and that claim's data", () => {
  const healthy = diagnosisOf([scratch(), work, diskOf(work), node()]);
  assert.equal(healthy.ifDeleted?.fate?.data, "destroyed");
  assert.ok(healthy.ifDeleted.next.some(({ controller }) => controller === "garbage-collector"));
  const leaving = scratch({ deletionTimestamp, finalizers: ["example.com/x"] });
  assert.equal(diagnosisOf([leaving, work, diskOf(work), node()]).fate?.data, "destroyed");
  assert.deepEqual(keeping([leaving, work, diskOf(work), node()]), ["pv-build-work"]);
  const kept = diskOf(work, "Retain");
  assert.equal(diagnosisOf([scratch(), work, kept, node()]).ifDeleted?.fate, undefined);
  assert.equal(diagnosisOf([leaving, work, kept, node()]).fate, undefined);
  const hidden = diagnosisOf([leaving, work, diskOf(work), node()], ["v1/persistentvolumes"]);
  assert.equal(hidden.fate?.data, "unknown");
  const unseen = ["v1/persistentvolumeclaims"] as const;
  assert.equal(diagnosisOf([leaving, work, diskOf(work), node()], unseen).fate?.data, "unknown");
  assert.equal(diagnosisOf([scratch(), work, diskOf(work), node()], unseen).ifDeleted?.fate?.data, "unknown");
});

test("deleting a pod is no safer than what becomes of its ephemeral volume", () => {
  const data = deletedClaim("data");
  const others = [diskOf(data, "Retain"), work, node()] as const;
  const safetyOf = (
    objects: Parameters<typeof diagnosisOf>[0],
    hidden: Parameters<typeof diagnosisOf>[1] = [],
  ) => diagnosisOf([data, ...objects], hidden).remedies.find(({ name }) => name === "delete-pod")?.safety;
  assert.equal(safetyOf([scratch(), ...others, diskOf(work)]), "loses-data");
  assert.equal(safetyOf([scratch({ phase: "Running" }), ...others, diskOf(work)]), "loses-data");
  assert.equal(safetyOf([scratch(), ...others, diskOf(work)], ["v1/persistentvolumes"]), "loses-data");
  assert.equal(safetyOf([scratch(), ...others, diskOf(work, "Retain")]), "safe");
  assert.equal(safetyOf([scratch(), ...others]), "safe");
  const shared = { ...work, metadata: { ...work.metadata, ownerReferences: [ownedBy(statefulSet())] } };
  assert.equal(
    safetyOf([scratch(), diskOf(data, "Retain"), shared, diskOf(work), statefulSet(), node()]),
    "safe",
  );
});

test("a pod that runs is there until its kubelet has stopped it; one that has finished, or was not scheduled, goes at once", () => {
  const until = (phase: "Running" | "Succeeded" | "Pending", more: Parameters<typeof pod>[0] = {}) =>
    diagnosisOf([pod({ phase, ...more }), node()]).ifDeleted?.goesWhen.map((when) =>
      flatten(when, (data) => data),
    );
  assert.deepEqual(until("Running"), [
    "when the kubelet on node/node-a has stopped it (grace period 30s) and unmounted its volumes",
  ]);
  assert.deepEqual(until("Succeeded"), []);
  assert.deepEqual(until("Pending", { nodeName: "" }), []);
});
