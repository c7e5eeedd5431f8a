/** What a rule still says for certain where something else could not be read, and what it does not. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { flatten } from "../../src/kubernetes/index.ts";
import { claim, claimRefTo, ebs, namespaceObject, pod, volume } from "../support/objects.ts";
import { auditOf } from "./cases.ts";

const protection = "kubernetes.io/pvc-protection";
const asSource = "snapshot.storage.kubernetes.io/pvc-as-source-protection";
const snapshots = "snapshot.storage.k8s.io/v1/volumesnapshots";

test("who is known to hold a claim holds it, whatever else does", () => {
  const held = claim({ phase: "Bound", deletionTimestamp: true, finalizers: [protection, asSource] });
  const { findings, silenced } = auditOf(
    "claim-held",
    [held, pod({ phase: "Succeeded", claims: ["data"] })],
    [snapshots],
  );
  const said = findings.map(({ reason, confidence, severity }) => `${reason} ${confidence} ${severity}`);
  assert.deepEqual(said, ["FinishedPodUsesClaim certain warning"]);
  assert.deepEqual(silenced, []);
  const [finding] = findings;
  assert.deepEqual(
    finding?.remedies.map(({ name }) => name),
    ["delete-pod"],
  );
});

test("a claim that is held by who knows what is told of, without a step", () => {
  const held = claim({ phase: "Bound", deletionTimestamp: true, finalizers: [protection] });
  const { findings, silenced } = auditOf("claim-held", [held], ["v1/pods"]);
  assert.deepEqual(
    findings.map(({ confidence, remedies }) => [confidence, remedies]),
    [["unknown", []]],
  );
  assert.deepEqual(
    silenced.map(({ unread }) => unread.resource),
    ["v1/pods"],
  );
});

test("a volume is kept on purpose whether its claim can be looked up or not", () => {
  const kept = volume({ phase: "Released", policy: "Retain", spec: ebs, claimRef: claimRefTo(claim()) });
  const { findings, silenced } = auditOf("volume-retained", [kept], ["v1/persistentvolumeclaims"]);
  assert.deepEqual(
    findings.map(({ reason, severity }) => [reason, severity]),
    [["ReleasedByDesign", "note"]],
  );
  assert.deepEqual(silenced, []);
});

test("whose claim a volume was is not asked where nothing would come of it", () => {
  const claimRef = claimRefTo(claim());
  const hidden = ["v1/persistentvolumeclaims"] as const;
  const silencedFor = (facts: Parameters<typeof volume>[0]) =>
    auditOf("claim-ref-mismatch", [volume({ spec: ebs, claimRef, ...facts })], hidden).silenced.length;
  assert.equal(silencedFor({ phase: "Released", policy: "Retain" }), 0);
  assert.equal(silencedFor({ phase: "Released", policy: "Delete" }), 1);
  assert.equal(silencedFor({ phase: "Bound", policy: "Retain" }), 1);
});

test("what else holds a claim is no evidence of what is told", () => {
  const held = claim({ phase: "Bound", deletionTimestamp: true, finalizers: [protection, "example.com/x"] });
  const { findings } = auditOf("claim-held", [held, pod({ phase: "Succeeded", claims: ["data"] })]);
  const [finding] = findings;
  assert.equal(finding?.reason, "FinishedPodUsesClaim");
  assert.deepEqual(
    finding?.evidence.map(({ path }) => path),
    ["spec.volumes[0]", "spec.nodeName", "status.phase"],
  );
});

test("a deleted volume is told of whether it is known that it has to be attached or not", () => {
  const data = claim({ phase: "Bound" });
  const deleted = volume({ phase: "Bound", spec: ebs, claimRef: claimRefTo(data), deletionTimestamp: true });
  const { findings, silenced } = auditOf(
    "volume-deleted-in-use",
    [deleted, data],
    ["storage.k8s.io/v1/csidrivers"],
  );
  assert.deepEqual(
    findings.map(({ message }) => flatten(message, (data) => data)),
    [
      "it was deleted, but pvc/data (shop) was not: if nodes attach vol-0abc at all, none attaches it again, and when the claim is deleted, the volume is deleted too",
    ],
  );
  assert.deepEqual(silenced, []);
});

test("a finalizer that is only left is told, and which list could tell the cause", () => {
  const left = volume({
    phase: "Released",
    policy: "Retain",
    spec: { awsElasticBlockStore: { volumeID: "vol-0a17" } },
    deletionTimestamp: true,
    finalizers: ["external-attacher/ebs-csi-aws-com"],
  });
  const metadata = { name: "ebs.csi.aws.com", uid: "driver-uid" };
  const driver = { apiVersion: "storage.k8s.io/v1", kind: "CSIDriver", metadata } as const;
  const leases = "coordination.k8s.io/v1/leases";
  const { findings, silenced } = auditOf("volume-held", [left, driver], [leases]);
  assert.deepEqual(
    findings.map(({ reason }) => reason),
    ["ControllerNotActing"],
  );
  assert.deepEqual(
    silenced.map(({ unread }) => unread.resource),
    [leases],
  );
});

test("a namespace that waits for a pod is not passed over where no attachment could be read: one can say what its data is", () => {
  const gone = { phase: "Terminating", deletionTimestamp: "2026-11-20T08:00:00Z" };
  const namespace = namespaceObject({ name: "shop", ...gone });
  const left = volume({
    phase: "Released",
    policy: "Delete",
    spec: ebs,
    claimRef: claimRefTo(claim()),
    deletionTimestamp: true,
    finalizers: ["external-provisioner.volume.kubernetes.io/finalizer"],
  });
  const objects = [namespace, pod({ phase: "Succeeded", finalizers: ["example.com/x"] }), left];
  const { findings, silenced } = auditOf("namespace-held", objects, ["storage.k8s.io/v1/volumeattachments"]);
  assert.deepEqual(
    [...findings, ...silenced].map((each) => ("unread" in each ? each.unread.resource : each.reason)),
    ["storage.k8s.io/v1/volumeattachments"],
  );
});
