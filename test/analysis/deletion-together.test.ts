/** Several deletions are judged as one: what only all of them lose is told, and what one of them loses is never hidden. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { allOf, deletionReporter } from "../../src/analysis/index.ts";
import { knowledge } from "../../src/knowledge.ts";
import type { KubeObject, Resource } from "../../src/kubernetes/index.ts";
import type { DeletionReport } from "../../src/report/index.ts";
import {
  claim,
  claimRefTo,
  content,
  ebs,
  ownedBy,
  pod,
  snapshot,
  statefulSet,
  storageClass,
  volume,
} from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";

const finalizers = ["kubernetes.io/pvc-protection"];
const data = claim({ phase: "Bound", volumeName: "pv-data", finalizers });
const provisioned = { "pv.kubernetes.io/provisioned-by": "ebs.csi.aws.com" };
const disk = volume({
  finalizers: ["kubernetes.io/pv-protection", "external-provisioner.volume.kubernetes.io/finalizer"],
  annotations: provisioned,
  spec: ebs,
  phase: "Bound",
  claimRef: claimRefTo(data),
});
const kept = volume({
  finalizers: ["kubernetes.io/pv-protection"],
  policy: "Retain",
  spec: ebs,
  phase: "Bound",
  claimRef: claimRefTo(data),
});
const protectedBy = (what: string) => [`snapshot.storage.kubernetes.io/${what}-bound-protection`];
const nightly = snapshot({
  readyToUse: true,
  content: "snapcontent-1",
  finalizers: [
    "snapshot.storage.kubernetes.io/volumesnapshot-as-source-protection",
    ...protectedBy("volumesnapshot"),
  ],
});
const backing = content({ finalizers: protectedBy("volumesnapshotcontent") });
const user = pod({ claims: ["data"], nodeName: "node-a", phase: "Running" });

function judged(
  deleted: readonly KubeObject[],
  beside: readonly KubeObject[] = [],
  hidden: readonly Resource[] = [],
): DeletionReport {
  return allOf(deletionReporter(deleted, knowledge)(snapshotOf([...deleted, ...beside], hidden)));
}

const losesOf = (report: DeletionReport) => report.objects.map(({ loses }) => loses);

test("a claim with policy Delete loses its data, one with Retain does not", () => {
  assert.equal(judged([data], [disk]).loses, "data");
  assert.equal(judged([data], [kept]).loses, "nothing");
});

test("a claim that is used loses its data as well: it comes later, and its condition is told", () => {
  const { loses, objects } = judged([data], [disk, user]);
  assert.equal(loses, "data");
  assert.ok((objects[0]?.decidedWhen ?? []).length > 0);
});

test("a snapshot that is deleted too is no copy", () => {
  const statesIn = (report: DeletionReport) =>
    report.objects.flatMap(({ fates }) =>
      fates.flatMap(({ copies = [] }) => copies.map(({ state }) => state)),
    );
  assert.deepEqual(statesIn(judged([data], [disk, nightly, backing])), ["ready"]);
  assert.deepEqual(statesIn(judged([data, nightly], [disk, backing])), ["deleted-too"]);
});

test("the class goes with its claim: what the claim loses is lost all the same", () => {
  const gp3 = storageClass({ name: "gp3" });
  const ofClass = { ...data, spec: { ...data.spec, storageClassName: "gp3" } };
  assert.equal(judged([gp3], [ofClass, disk]).loses, "nothing");
  assert.equal(judged([gp3, ofClass], [disk]).loses, "data");
});

test("a claim and its volume, deleted together, lose what the claim alone would", () => {
  assert.deepEqual(losesOf(judged([data, disk])), ["data", "data"]);
  assert.deepEqual(losesOf(judged([data, kept])), ["nothing", "nothing"]);
});

test("a set that deletes its claims loses their data, and one that keeps them does not", () => {
  const policy = (whenDeleted: "Delete" | "Retain") =>
    statefulSet({ name: "db", whenDeleted, templates: ["data"] });
  const set = policy("Delete");
  const owned = { ...data, metadata: { ...data.metadata, ownerReferences: [ownedBy(set)] } };
  assert.equal(judged([set], [owned, disk]).loses, "data");
  assert.equal(judged([policy("Retain")], [data, disk]).loses, "nothing");
});

test("what is being deleted already loses its data without the deletion too, and that is told", () => {
  const going = claim({ phase: "Bound", volumeName: "pv-data", finalizers, deletionTimestamp: true });
  const { loses, objects } = judged([going], [disk, user]);
  assert.equal(loses, "data");
  assert.equal(objects[0]?.comes, "in any case");
});

test("a Released volume with policy Delete is lost without its deletion too", () => {
  const released = volume({
    finalizers: ["kubernetes.io/pv-protection", "external-provisioner.volume.kubernetes.io/finalizer"],
    annotations: provisioned,
    spec: ebs,
    phase: "Released",
    claimRef: claimRefTo(data),
  });
  const [one] = judged([released]).objects;
  assert.deepEqual([one?.loses, one?.comes], ["data", "in any case"]);
  assert.equal(judged([data], [disk]).objects[0]?.comes, "with it");
});

test("where volumes could not be read it is unknown", () => {
  const { loses, unread } = judged([data], [disk], ["v1/persistentvolumes"]);
  assert.equal(loses, "unknown");
  assert.ok(unread.some(({ resource }) => resource === "v1/persistentvolumes"));
});

test("what keeps the data is offered first, and is safe", () => {
  const [first] = judged([data], [disk]).objects[0]?.before ?? [];
  assert.equal(first?.name, "set-retain");
  assert.equal(first?.safety, "safe");
});

test("no object is no loss", () => {
  assert.equal(judged([], [disk]).loses, "nothing");
});
