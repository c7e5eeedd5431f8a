import assert from "node:assert/strict";
import { test } from "node:test";
import { flatten } from "../../src/model/index.ts";
import { diagnosisOf } from "../support/diagnose.ts";
import { claim, claimRefTo, ebs, node, pod, volume } from "../support/objects.ts";

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
    assert.deepEqual(keeping([pod({ claims: ["data", "logs"], ...facts }), ...others]), [
      "pv-data",
      "pv-logs",
    ]);
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
  assert.equal(reasonOf(pod({ claims: ["data"], phase: "Running" }), live, diskOf(live)), "Running");
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
  const [first] = diagnosisOf([user, data, diskOf(data), node({ ready: "Unknown" })]).ifDeleted?.next ?? [];
  assert.equal(
    flatten(first?.when ?? [], (data) => data),
    "when node/node-a lets go",
  );
});
