import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { KubeObject, OwnerReference } from "../../src/kubernetes/index.ts";
import { diagnosisOf, remediesOf, rootsOf, textOf } from "../support/diagnose.ts";
import {
  claim,
  content,
  ebs,
  node,
  ownedBy,
  pod,
  snapshot,
  statefulSet,
  volume,
} from "../support/objects.ts";

describe("owner-gone", () => {
  const former: OwnerReference = { apiVersion: "apps/v1", kind: "StatefulSet", name: "web", uid: "former" };
  const owned = (...ownerReferences: readonly OwnerReference[]) =>
    claim({ uid: "c", phase: "Bound", volumeName: "pv-data", ownerReferences });
  const disk = volume({
    phase: "Bound",
    policy: "Retain",
    claimRef: { namespace: "shop", name: "data", uid: "c" },
  });

  test("the garbage collector deletes a claim whose owner is gone, also when another has its name", () => {
    for (const others of [[], [statefulSet()]]) {
      const diagnosis = diagnosisOf([owned(former), disk, ...others]);
      assert.deepEqual(rootsOf(diagnosis), ["OwnerGone blocked"]);
      assert.deepEqual(remediesOf(diagnosis), ["remove-owner-references safe"]);
    }
  });

  test("the removal names every owner that it was decided on", () => {
    const two = { ...former, name: "db", uid: "former-db" };
    const [remedy] = diagnosisOf([owned(former, two), disk]).remedies;
    const patch: unknown = JSON.parse(remedy?.commands[0]?.argv.at(-1) ?? "[]");
    assert.deepEqual(patch, [
      { op: "test", path: "/metadata/uid", value: "c" },
      { op: "test", path: "/metadata/ownerReferences/0/uid", value: "former" },
      { op: "test", path: "/metadata/ownerReferences/1/uid", value: "former-db" },
      { op: "remove", path: "/metadata/ownerReferences" },
    ]);
  });

  test("one owner that is there, or of a kind that is not read, keeps the claim", () => {
    const set = statefulSet();
    assert.deepEqual(rootsOf(diagnosisOf([owned(former, ownedBy(set)), set, disk])), []);
    const custom = { ...former, apiVersion: "kafka.strimzi.io/v1beta2", kind: "Kafka" };
    assert.deepEqual(rootsOf(diagnosisOf([owned(former, custom), disk])), []);
  });

  test("a claim goes with an owner that is being deleted, unless that leaves it behind", () => {
    const deployment = (finalizer: string): KubeObject => ({
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: {
        name: "web",
        namespace: "shop",
        uid: "d",
        deletionTimestamp: "2026-11-20T11:00:00Z",
        finalizers: [finalizer],
      },
    });
    const by = (finalizer: string, ...owners: readonly OwnerReference[]) => {
      const owner = deployment(finalizer);
      const diagnosis = diagnosisOf([owned(ownedBy(owner), ...owners), disk, owner, statefulSet()]);
      return [...diagnosis.holds.map(({ reason }) => reason), ...remediesOf(diagnosis)];
    };
    const kept = "remove-owner-references safe";
    assert.deepEqual(by("foregroundDeletion"), ["OwnerBeingDeleted", kept]);
    assert.deepEqual(by("foregroundDeletion", former), ["OwnerBeingDeleted", kept]);
    assert.deepEqual(by("example.com/cleanup"), ["OwnerBeingDeleted", "UnknownFinalizer", kept]);
    assert.deepEqual(by("orphan"), []);
    assert.deepEqual(by("foregroundDeletion", ownedBy(statefulSet())), []);
  });

  test("an owner of a kind that is not read is told of, unless another is there", () => {
    const custom = { ...former, apiVersion: "kafka.strimzi.io/v1beta2", kind: "Kafka" };
    const { verdict } = diagnosisOf([owned(custom), disk]);
    assert.deepEqual([verdict.category, verdict.reason], ["healthy", "OwnerNotRead"]);
    assert.match(textOf(verdict.summary), /Kafka\/web .*was not checked/s);
    const set = statefulSet();
    assert.notEqual(diagnosisOf([owned(custom, ownedBy(set)), set, disk]).verdict.reason, "OwnerNotRead");
  });

  test("an owner that was not read may be there", () => {
    const diagnosis = diagnosisOf([owned(former), disk], ["apps/v1/statefulsets"]);
    assert.deepEqual(rootsOf(diagnosis), ["CouldNotRead unknown"]);
    assert.deepEqual(remediesOf(diagnosis), []);
  });
});

const reasonOf = (...objects: readonly [KubeObject, ...KubeObject[]]) => diagnosisOf(objects).verdict.reason;

describe("what is remarkable about a healthy claim", () => {
  const disk = volume({ phase: "Bound", claimRef: { namespace: "shop", name: "data-web-0", uid: "c" } });
  const bound = (facts: Parameters<typeof claim>[0] = {}) =>
    claim({ name: "data-web-0", uid: "c", phase: "Bound", volumeName: "pv-data", ...facts });
  const user = pod({ claims: ["data-web-0"] });
  const labelled = bound({ labels: { "argocd.argoproj.io/instance": "shop" } });

  test("a tool that will delete it comes before anything else", () => {
    assert.equal(reasonOf(labelled, disk, user), "ArgoDeletesClaim");
    assert.equal(reasonOf(labelled, disk, user, statefulSet()), "ArgoPrunesClaim");
    const helm = bound({ annotations: { "meta.helm.sh/release-name": "wiki" } });
    assert.equal(reasonOf(helm, disk), "HelmDeletesClaim");
  });

  test("that no pod uses it, and which set will", () => {
    assert.equal(reasonOf(bound(), disk, user, node()), "Bound");
    assert.equal(reasonOf(bound(), disk, user), "NodeOfPodGone");
    assert.equal(reasonOf(bound(), disk), "NoPodUsesClaim");
    const summary = (replicas: number) =>
      textOf(diagnosisOf([bound(), disk, statefulSet({ replicas })]).verdict.summary);
    assert.match(summary(1), /web-0/);
    assert.match(summary(0), /scale-down/);
  });

  test("pods that were not read may use it; and no deletion is proposed", () => {
    assert.equal(diagnosisOf([bound(), disk], ["v1/pods"]).verdict.reason, "Bound");
    const diagnosis = diagnosisOf([bound(), disk]);
    assert.deepEqual(diagnosis.remedies, []);
    assert.match(textOf(diagnosis.avoid), /scaled to 0/);
  });
});

test("a content without its snapshot is kept, as a backup may need it", () => {
  assert.equal(reasonOf(content()), "ContentWithoutSnapshot");
  const successor = snapshot({ uid: "another", content: "x", readyToUse: true });
  assert.equal(reasonOf(content(), successor), "ContentWithoutSnapshot");
  assert.notEqual(reasonOf(content(), snapshot({ readyToUse: true })), "ContentWithoutSnapshot");
  const hidden = diagnosisOf([content()], ["snapshot.storage.k8s.io/v1/volumesnapshots"]);
  assert.notEqual(hidden.verdict.reason, "ContentWithoutSnapshot");
});

test("what a scale-down left is told to go with its set where the set owns it", () => {
  const set = statefulSet({ replicas: 0, whenDeleted: "Delete" });
  const left = (ownerReferences: readonly ReturnType<typeof ownedBy>[]) =>
    claim({ name: "data-web-0", phase: "Bound", volumeName: "pv-data", ownerReferences });
  const told = (object: ReturnType<typeof claim>) =>
    textOf(diagnosisOf([object, set, volume({ phase: "Bound", spec: ebs })]).verdict.summary);
  assert.match(told(left([ownedBy(set)])), /belongs to the set, and is deleted with it/);
  assert.match(told(left([])), /when it is scaled up\s*$/);
});
