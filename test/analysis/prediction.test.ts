import assert from "node:assert/strict";
import { test } from "node:test";
import { stepOf } from "../../src/analysis/timeline/settle.ts";
import { flatten, refOf, words } from "../../src/kubernetes/index.ts";
import type { Diagnosis } from "../../src/report/index.ts";
import { diagnosisOf } from "../support/diagnose.ts";
import { claim, claimRefTo, ebs, node, pod, volume } from "../support/objects.ts";
import { now } from "../support/snapshot.ts";

const provisioner = "external-provisioner.volume.kubernetes.io/finalizer";
const deleted = claim({
  deletionTimestamp: "2026-11-20T10:00:00Z",
  finalizers: ["kubernetes.io/pvc-protection"],
  phase: "Bound",
  volumeName: "pv-data",
  annotations: { "pv.kubernetes.io/bind-completed": "yes" },
});
const behind = volume({
  phase: "Bound",
  claimRef: claimRefTo(deleted),
  finalizers: ["kubernetes.io/pv-protection", provisioner],
  annotations: { "pv.kubernetes.io/provisioned-by": "ebs.csi.aws.com" },
  spec: ebs,
});
const user = (deletionTimestamp?: string) =>
  pod({ claims: ["data"], ...(deletionTimestamp === undefined ? {} : { deletionTimestamp }) });

function stepsOf({ next }: Diagnosis): readonly string[] {
  const plain = (phrase: Parameters<typeof flatten>[0]) => flatten(phrase, (data) => data);
  return next.map(({ controller, action, when }) => `${plain(when)}: ${controller} ${plain(action)}`);
}

test("a pod that is ending now takes the data with it, as one that is still running does", () => {
  for (const since of [undefined, now, "2026-11-20T10:00:00Z"]) {
    const diagnosis = diagnosisOf([deleted, behind, user(since), node()]);
    assert.equal(diagnosis.fate?.data, "destroyed", `deleted ${since}`);
  }
});

test("what happens when the kubelet is done is told", () => {
  const steps = stepsOf(diagnosisOf([deleted, behind, user(now), node()]));
  assert.deepEqual(steps.slice(0, 2), [
    "when kubelet acts: kubelet deletes pod/web-0 (shop)",
    "when kubelet acts: pvc-protection-controller removes the finalizer kubernetes.io/pvc-protection from pvc/data (shop)",
  ]);
});

test("a pod that only its kubelet holds has a future, with the end of the data behind it", () => {
  const alone = user("2026-11-20T10:00:00Z");
  const told = diagnosisOf([alone, node()]);
  assert.deepEqual(stepsOf(told), [
    "when the kubelet on node/node-a acts: kubelet on node/node-a deletes pod/web-0 (shop)",
  ]);
  assert.equal(diagnosisOf([user(now), deleted, behind, node()]).fate?.data, "destroyed");
});

test("a pod that has a finalizer too does not go when its kubelet is done", () => {
  const held = pod({ claims: ["data"], deletionTimestamp: now, finalizers: ["x.io/y"] });
  assert.deepEqual(
    stepsOf(diagnosisOf([held, node()])).filter((step) => step.includes("deletes")),
    [],
  );
});

test("a step says what it does to the data", () => {
  const { next } = diagnosisOf([deleted, behind, user(now), node()]);
  const fates = next.filter(({ fate }) => fate !== undefined);
  assert.deepEqual(
    fates.map(({ fate, object }) => [fate, object.name]),
    [["destroyed", "pv-data"]],
  );
  const told = (part: "uid" | "whole") => {
    const action = { do: "clear-claim-ref", object: refOf(behind), part } as const;
    return stepOf({ controller: "persistentvolume-controller", action }, words("now")).fate;
  };
  assert.equal(told("whole"), "exposed");
  assert.equal(told("uid"), undefined);
});

test("a claim that lives keeps its deleted volume until somebody deletes it, whatever becomes of its pods", () => {
  const { deletionTimestamp: _, ...metadata } = deleted.metadata;
  const live = { ...deleted, metadata };
  const gone = { ...behind, metadata: { ...behind.metadata, deletionTimestamp: now } };
  const both = "when pvc/data (shop) and pod/web-0 (shop) are deleted";
  const { fate, ...diagnosis } = diagnosisOf([gone, live, user(), node()]);
  assert.ok(stepsOf(diagnosis)[0]?.startsWith(`${both}: pvc-protection-controller`));
  const because = flatten(fate?.because ?? [], (data) => data);
  assert.ok(because.startsWith(`${both}, external-provisioner`), because);
});

test("who lets go of a finalizer that is not modelled is a step of its own", () => {
  const held = claim({ deletionTimestamp: now, finalizers: ["backup.example.com/keep"] });
  assert.deepEqual(stepsOf(diagnosisOf([held])), [
    "when the owner of backup.example.com/keep acts: the owner of backup.example.com/keep removes the finalizer backup.example.com/keep from pvc/data (shop)",
  ]);
});

test("nothing follows from pods that were not read before they let go", () => {
  const [first] = stepsOf(diagnosisOf([deleted, behind, node()], ["v1/pods"]));
  assert.match(first ?? "", /could not be read, releases it: .*pvc-protection/);
});

test("who set a finalizer that is not known need not be who takes it off", () => {
  const held = claim({ deletionTimestamp: now, finalizers: ["backup.example.com/keep"] });
  const setBy = (manager: string) =>
    diagnosisOf([
      {
        ...held,
        metadata: {
          ...held.metadata,
          managedFields: [
            {
              manager,
              fieldsV1: { "f:metadata": { "f:finalizers": { 'v:"backup.example.com/keep"': true } } },
            },
          ],
        },
      },
    ]).roots[0]?.holder;
  for (const manager of ["backup-operator", "kubectl-client-side-apply", "unknown"])
    assert.deepEqual(setBy(manager), { controller: "the owner of backup.example.com/keep" });
});

test("the disk of a deleted volume without a provisioner is destroyed in the sync in which its claim is seen to be gone", () => {
  const { deletionTimestamp: _, ...metadata } = deleted.metadata;
  const live = { ...deleted, metadata };
  const here = volume({
    phase: "Bound",
    claimRef: claimRefTo(live),
    finalizers: ["kubernetes.io/pv-protection"],
    spec: { hostPath: { path: "/tmp/data" } },
  });
  const gone = { ...here, metadata: { ...here.metadata, deletionTimestamp: now } };
  assert.equal(diagnosisOf([gone, live]).fate?.data, "destroyed");
  assert.equal(diagnosisOf([here, live]).ifDeleted?.fate?.data, "destroyed");
});
