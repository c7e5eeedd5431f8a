import assert from "node:assert/strict";
import { test } from "node:test";
import { claim, claimRefTo, ebs, ownedBy, pod, volume } from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";
import { memorySource } from "./support/memory-source.ts";
import { runCommand } from "./support/run-command.ts";

const data = claim({
  name: "data",
  namespace: "shop",
  phase: "Bound",
  volumeName: "pv-1",
  finalizers: ["kubernetes.io/pvc-protection"],
});
const owner = <K extends "Deployment" | "ReplicaSet" | "CronJob" | "Job">(
  apiVersion: string,
  kind: K,
  name: string,
  owners: readonly ReturnType<typeof ownedBy>[] = [],
) => ({
  apiVersion,
  kind,
  metadata: { name, namespace: "shop", uid: `${name}-uid`, ownerReferences: owners },
});
const web = owner("apps/v1", "Deployment", "web");
const webSet = owner("apps/v1", "ReplicaSet", "web-abc", [ownedBy(web)]);
const cron = owner("batch/v1", "CronJob", "nightly");
const job = owner("batch/v1", "Job", "nightly-1", [ownedBy(cron)]);
const running = pod({
  name: "web-abc-1",
  namespace: "shop",
  claims: ["data"],
  ownerReferences: [ownedBy(webSet)],
});
const finished = pod({
  name: "nightly-1-x",
  namespace: "shop",
  phase: "Succeeded",
  claims: ["data"],
  ownerReferences: [ownedBy(job)],
});
const waiting = pod({ name: "late", namespace: "shop", nodeName: "", phase: "Pending", claims: ["data"] });
const other = pod({ name: "other", namespace: "shop", claims: ["logs"] });
const objects = [data, web, webSet, job, running, finished, waiting, other, volume({ name: "pv-1" })];

async function list(...argv: readonly string[]) {
  const ran = await runCommand(["blockers", ...argv, "-ojson"], memorySource(snapshotOf(objects), "shop"));
  return { ...ran, subjects: JSON.parse(ran.out).subjects };
}

test("the pods that hold a claim are listed with what to scale, also while the claim is live", async () => {
  const { subjects, code } = await list("pvc/data");
  const rows = subjects[0].blockers.map((row: Record<string, { name: string; kind: string }>) => [
    row.object?.name,
    row.state,
    row.node,
    row.scale === undefined ? undefined : `${row.scale.kind}/${row.scale.name}`,
    row.refersBy,
    row.counts,
  ]);
  assert.deepEqual(rows, [
    ["nightly-1-x", "Succeeded", "node-a", "CronJob/nightly", "spec.volumes[0]", "yes"],
    ["web-abc-1", "Running", "node-a", "Deployment/web", "spec.volumes[0]", "yes"],
  ]);
  assert.equal(code, 0);
});

test("a pod that is not scheduled does not hold the claim, and is told apart", async () => {
  const { subjects } = await list("pvc/data");
  assert.deepEqual(
    subjects[0].victims.map((row: { object: { name: string }; counts: string }) => [
      row.object.name,
      row.counts,
    ]),
    [["late", "no"]],
  );
});

test("without the claim of its ephemeral volume a pod gets a new one, and one that is not its own is in its way", async () => {
  const gated = pod({ name: "new", namespace: "shop", nodeName: "", phase: "Pending", ephemeral: ["data"] });
  const work = (ownerReferences: NonNullable<ReturnType<typeof claim>["metadata"]["ownerReferences"]>) =>
    claim({ name: "new-data", namespace: "shop", phase: "Bound", volumeName: "pv-1", ownerReferences });
  for (const [owners, told] of [
    [[{ ...ownedBy(gated), controller: true }], /would be created again, empty/],
    [[], /does not belong to the pod/],
  ] as const) {
    const { out } = await runCommand(
      ["blockers", "pvc/new-data"],
      memorySource(snapshotOf([gated, work(owners)]), "shop"),
    );
    assert.match(out, told);
    assert.doesNotMatch(out, /would stay Pending/);
  }
});

test("-o name gives what holds, for the next command", async () => {
  const { out } = await runCommand(
    ["blockers", "pvc/data", "-oname"],
    memorySource(snapshotOf(objects), "shop"),
  );
  assert.equal(out, "pod/nightly-1-x\npod/web-abc-1\n");
});

test("--no-headers leaves the rows alone", async () => {
  const source = () => memorySource(snapshotOf(objects), "shop");
  const { out } = await runCommand(["blockers", "pvc/data"], source());
  const { out: bare } = await runCommand(["blockers", "pvc/data", "--no-headers"], source());
  const isHeader = (line: string) => line.startsWith("NAMESPACE");
  assert.ok(out.split("\n").some(isHeader));
  assert.equal(
    bare,
    out
      .split("\n")
      .filter((line) => !isHeader(line))
      .join("\n"),
  );
});

test("owners that may not be read are named as far as they are known", async () => {
  const source = memorySource(snapshotOf(objects, ["apps/v1/replicasets"]), "shop");
  const { out } = await runCommand(["blockers", "pvc/data", "-ojson"], source);
  const scales = JSON.parse(out).subjects[0].blockers.map(
    (row: { scale: { kind: string } }) => row.scale.kind,
  );
  assert.deepEqual(scales, ["CronJob", "ReplicaSet"]);
});

test("without the pods nothing is said to hold nothing", async () => {
  const source = memorySource(snapshotOf(objects, ["v1/pods"]), "shop");
  const { code, out } = await runCommand(["blockers", "pvc/data"], source);
  assert.equal(code, 3);
  assert.match(out, /No blockers found .* not\s+everything could be read/);
});

const bound = volume({
  name: "pv-1",
  phase: "Bound",
  claimRef: claimRefTo(data),
  finalizers: ["kubernetes.io/pv-protection", "external-provisioner.volume.kubernetes.io/finalizer"],
  annotations: { "pv.kubernetes.io/provisioned-by": "ebs.csi.aws.com" },
  spec: ebs,
});

test("what is said of an object that lives is said of its deletion, and not as if it were deleted", async () => {
  const { out } = await runCommand(["blockers", "pv/pv-1"], memorySource(snapshotOf([data, bound]), "shop"));
  assert.match(out, /^pv\/pv-1, if it were deleted now:\n/);
  assert.doesNotMatch(out, /was deleted/);
});

test("an object is not among those that hold it", async () => {
  const deleted = { ...bound, metadata: { ...bound.metadata, deletionTimestamp: "2026-11-20T10:00:00Z" } };
  const source = memorySource(snapshotOf([data, deleted]), "shop");
  const { out } = await runCommand(["blockers", "pv/pv-1", "-oname"], source);
  assert.equal(out, "persistentvolumeclaim/data\n");
});

test("a type of which nothing is held is told so, and a program gets its document", async () => {
  const source = () => memorySource(snapshotOf([claim({ name: "alone", namespace: "shop" })]), "shop");
  assert.match((await runCommand(["blockers", "pvc"], source())).out, /^No blockers found for any of them$/m);
  assert.deepEqual(JSON.parse((await runCommand(["blockers", "pv", "-ojson"], source())).out).subjects, []);
});

test("what is no object holds too: a finalizer that only its owner removes", async () => {
  const held = claim({
    name: "data",
    namespace: "shop",
    deletionTimestamp: "2026-11-20T11:00:00Z",
    finalizers: ["backup.example.org/copy"],
  });
  const source = memorySource(snapshotOf([held]), "shop");
  const ran = await runCommand(["blockers", "pvc/data", "-ojson"], source);
  const [subject] = JSON.parse(ran.out).subjects;
  assert.deepEqual(subject.blockers, []);
  assert.deepEqual(
    subject.others.map(({ by, reason }: { by: string; reason: string }) => [by, reason]),
    [["backup.example.org/copy", "UnknownFinalizer"]],
  );
  const { out } = await runCommand(["blockers", "pvc/data"], source);
  assert.doesNotMatch(out, /No blockers found/);
  assert.match(out, /No other object holds pvc\/data.*backup\.example\.org\/copy/s);
});

test("what ends by itself in a moment blocks nothing", async () => {
  const free = claim({ name: "data", namespace: "shop", finalizers: ["kubernetes.io/pvc-protection"] });
  const source = memorySource(snapshotOf([free]), "shop");
  const { out } = await runCommand(["blockers", "pvc/data"], source);
  assert.match(out, /No blockers found for pvc\/data/);
});
