import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { diagnosisOf, remediesOf, rootsOf, textOf } from "../support/diagnose.ts";
import { claim, ebs, node, ownedBy, pod, volume } from "../support/objects.ts";

describe("volume-owner-gone", () => {
  const former = { apiVersion: "v1", kind: "Node", name: "node-a", uid: "former" };
  const data = claim({ uid: "c", phase: "Bound", volumeName: "pv-data" });
  const owned = (facts: Parameters<typeof volume>[0] = {}) =>
    volume({
      phase: "Bound",
      spec: ebs,
      claimRef: { namespace: "shop", name: "data", uid: "c" },
      ownerReferences: [former],
      ...facts,
    });

  test("the garbage collector deletes a volume whose owner is gone, also when another has its name", () => {
    for (const others of [[], [node()]]) {
      const diagnosis = diagnosisOf([owned(), data, ...others]);
      assert.deepEqual(rootsOf(diagnosis), ["VolumeOwnerGone blocked"]);
      assert.deepEqual(remediesOf(diagnosis), ["remove-owner-references safe", "save-manifest safe"]);
      assert.match(textOf(diagnosis.verdict.summary), /garbage collector will delete +the volume/);
    }
  });

  test("a disk that is kept goes unrecorded with a volume that nothing is bound to", () => {
    const released = owned({ phase: "Released", policy: "Retain" });
    const diagnosis = diagnosisOf([released]);
    assert.match(textOf(diagnosis.verdict.summary), /garbage collector will delete +the volume/);
    assert.ok(remediesOf(diagnosis).includes("remove-owner-references safe"));
  });

  test("it stays with an owner that is there, and when it is being deleted already", () => {
    const machine = node();
    assert.deepEqual(
      rootsOf(diagnosisOf([owned({ ownerReferences: [ownedBy(machine)] }), data, machine])),
      [],
    );
    const going = diagnosisOf([
      owned({ deletionTimestamp: true, finalizers: ["kubernetes.io/pv-protection"] }),
      data,
    ]);
    assert.ok(!rootsOf(going).some((root) => root.startsWith("VolumeOwner")));
  });

  test("it goes with an owner that is being deleted", () => {
    const machine = node({ deletionTimestamp: true, finalizers: ["karpenter.sh/termination"] });
    const diagnosis = diagnosisOf([owned({ ownerReferences: [ownedBy(machine)] }), data, machine]);
    assert.ok(diagnosis.holds.some(({ reason }) => reason === "VolumeOwnerBeingDeleted"));
  });

  test("an owner in a namespace owns no volume: the garbage collector leaves it alone for good", () => {
    const inNamespace = { apiVersion: "v1", kind: "Pod", name: "web-0", uid: "former" };
    assert.deepEqual(rootsOf(diagnosisOf([owned({ ownerReferences: [inNamespace] }), data, pod()])), []);
    assert.equal(diagnosisOf([owned({ ownerReferences: [inNamespace] }), data]).verdict.reason, "Bound");
    const both = owned({ ownerReferences: [former, inNamespace] });
    assert.deepEqual(rootsOf(diagnosisOf([both, data])), []);
  });

  test("an owner of a kind that is not read is told of", () => {
    const custom = { ...former, apiVersion: "storage.example.com/v1", kind: "Pool" };
    const { verdict } = diagnosisOf([owned({ ownerReferences: [custom] }), data]);
    assert.deepEqual([verdict.category, verdict.reason], ["healthy", "VolumeOwnerNotRead"]);
  });

  test("an owner that was not read may be there", () => {
    assert.deepEqual(rootsOf(diagnosisOf([owned(), data], ["v1/nodes"])), ["CouldNotRead unknown"]);
    const released = owned({ phase: "Released", policy: "Retain" });
    assert.deepEqual(remediesOf(diagnosisOf([released], ["v1/nodes"])), []);
  });
});
