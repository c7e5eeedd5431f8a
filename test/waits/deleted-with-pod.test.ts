import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Namespace } from "../../src/kubernetes/index.ts";
import { diagnosisOf, remediesOf, rootsOf, textOf } from "../support/diagnose.ts";
import { installed } from "../support/driver.ts";
import { claim, claimRefTo, ebs, node, ownedBy, pod, statefulSet, volume } from "../support/objects.ts";

describe("deleted-with-pod", () => {
  const set = (replicas: number, whenScaled: "Retain" | "Delete" = "Delete") =>
    statefulSet({ replicas, whenScaled });
  const surplus = pod({
    name: "web-2",
    uid: "pod-2",
    phase: "Running",
    claims: ["data-web-2"],
    ownerReferences: [{ ...ownedBy(set(2)), controller: true }],
  });
  const facts = { name: "data-web-2", uid: "c", phase: "Bound", volumeName: "pv-data" } as const;
  const disk = volume({ phase: "Bound", spec: ebs, claimRef: claimRefTo(claim(facts)) });

  test("before the owner reference is set and after, the data goes with the pod", () => {
    for (const ownerReferences of [[], [{ ...ownedBy(surplus), controller: true }]]) {
      const diagnosis = diagnosisOf([
        claim({ ...facts, ownerReferences }),
        set(2),
        surplus,
        disk,
        ...installed(),
      ]);
      assert.deepEqual(rootsOf(diagnosis), ["DeletedWithScaledPod waiting"]);
      assert.equal(diagnosis.fate?.data, "destroyed");
      assert.deepEqual(remediesOf(diagnosis), ["retain-when-scaled safe"]);
    }
  });

  test("a dropped pod that still ends takes its claim along, though the set wants that number again", () => {
    const ending = {
      ...surplus,
      metadata: { ...surplus.metadata, deletionTimestamp: "2026-11-20T11:59:00Z" },
    };
    const owned = claim({ ...facts, ownerReferences: [{ ...ownedBy(surplus), controller: true }] });
    const others = [disk, node(), ...installed()];
    const grown = diagnosisOf([owned, set(3), ending, ...others]);
    assert.equal(grown.verdict.category, "waiting");
    assert.equal(grown.holds[0]?.reason, "DeletedWithItsPod");
    assert.equal(grown.fate?.data, "destroyed");
    assert.deepEqual(remediesOf(grown), ["remove-owner-references safe"]);
    // The set takes its owner off a pod that it wants and that stays.
    assert.deepEqual(rootsOf(diagnosisOf([owned, set(3), surplus, ...others])), []);
  });

  test("the claim of an ephemeral volume goes with its pod, once that is deleted", () => {
    const live = pod({ name: "build", ephemeral: ["work"], claims: [], phase: "Running" });
    const leaving = { ...live, metadata: { ...live.metadata, deletionTimestamp: "2026-11-20T11:59:00Z" } };
    const owners = [{ ...ownedBy(live), controller: true }];
    const work = { ...facts, name: "build-work" } as const;
    const others = [
      volume({ phase: "Bound", spec: ebs, claimRef: claimRefTo(claim(work)) }),
      node(),
      ...installed(),
    ];
    const going = diagnosisOf([claim({ ...work, ownerReferences: owners }), leaving, ...others]);
    assert.equal(going.holds[0]?.reason, "DeletedWithItsPod");
    assert.equal(going.fate?.data, "destroyed");
    // Which sets there are makes no difference to a pod that owns the claim.
    const unread = diagnosisOf(
      [claim({ ...work, ownerReferences: owners }), leaving, ...others],
      ["apps/v1/statefulsets"],
    );
    assert.equal(unread.holds[0]?.reason, "DeletedWithItsPod");
    const space: Namespace = {
      apiVersion: "v1",
      kind: "Namespace",
      metadata: { name: "shop", uid: "n", deletionTimestamp: "2026-11-20T11:59:00Z" },
    };
    const both = diagnosisOf([claim({ ...work, ownerReferences: owners }), leaving, space, ...others]);
    assert.match(textOf(both.holds[0]?.message), /shop.*is being deleted too/s);
    assert.deepEqual(remediesOf(going), ["remove-owner-references safe"]);
    assert.deepEqual(remediesOf(both), []);
    for (const [ownerReferences, owner] of [
      [owners, live],
      [[], leaving],
      [[...owners, ownedBy(set(1))], leaving],
    ] as const) {
      const staying = diagnosisOf([claim({ ...work, ownerReferences }), owner, set(1), ...others]);
      assert.deepEqual(rootsOf(staying), []);
    }
  });

  test("with its pod, once the node of that no longer exists: the pod garbage collector deletes it", () => {
    const live = pod({ name: "build", ephemeral: ["work"], claims: [], phase: "Running" });
    const ownerReferences = [{ ...ownedBy(live), controller: true }];
    const owned = claim({ ...facts, name: "build-work", ownerReferences });
    const bound = volume({ phase: "Bound", spec: ebs, claimRef: claimRefTo(owned) });
    const others = [live, ...installed()];
    for (const pair of [[owned, bound] as const, [bound, owned] as const]) {
      const going = diagnosisOf([...pair, ...others]);
      assert.deepEqual(rootsOf(going), ["DeletedWithItsPod waiting"]);
      assert.equal(going.fate?.data, "destroyed");
      assert.deepEqual(
        going.holds.flatMap(({ evidence }) => evidence).filter(({ observed }) => observed === undefined),
        [],
      );
    }
    assert.deepEqual(rootsOf(diagnosisOf([owned, bound, node(), ...others])), []);
    const unread = diagnosisOf([owned, bound, ...others], ["v1/nodes"]);
    assert.equal(unread.verdict.category, "unknown");
    assert.equal(unread.fate?.data, "unknown");
  });

  test("nothing is said where the claim stays", () => {
    const unowned = claim(facts);
    const others = [disk, ...installed()];
    assert.deepEqual(rootsOf(diagnosisOf([unowned, set(3), surplus, ...others])), []);
    assert.deepEqual(rootsOf(diagnosisOf([unowned, set(2, "Retain"), surplus, ...others])), []);
    // The pod is gone already: the StatefulSet controller no longer looks at its claims.
    assert.deepEqual(rootsOf(diagnosisOf([unowned, set(2), ...others])), []);
    const foreign = { apiVersion: "x.io/v1", kind: "Backup", name: "b", uid: "b", controller: true };
    const taken = claim({ ...facts, ownerReferences: [foreign] });
    assert.deepEqual(rootsOf(diagnosisOf([taken, set(2), surplus, ...others])), []);
  });

  test("with its set: at once in the foreground, otherwise when the set is gone", () => {
    const leaving = (finalizer: string) =>
      statefulSet({
        replicas: 3,
        whenDeleted: "Delete",
        deletionTimestamp: "2026-11-20T11:00:00Z",
        finalizers: [finalizer],
      });
    const owned = claim({ ...facts, ownerReferences: [{ ...ownedBy(leaving("")), controller: true }] });
    const others = [disk, ...installed()];

    const atOnce = diagnosisOf([owned, leaving("foregroundDeletion"), ...others]);
    assert.deepEqual(rootsOf(atOnce), ["DeletedWithSet waiting"]);
    assert.deepEqual(remediesOf(atOnce), ["remove-owner-references safe"]);
    assert.equal(atOnce.fate?.data, "destroyed");

    const later = diagnosisOf([owned, leaving("example.com/x"), ...others]);
    assert.ok(later.holds.some(({ reason }) => reason === "DeletedWithSet"));
    assert.equal(later.fate?.data, "destroyed");

    assert.deepEqual(diagnosisOf([owned, leaving("orphan"), ...others]).holds, []);
    const unowned = diagnosisOf([claim(facts), leaving("foregroundDeletion"), ...others]);
    assert.deepEqual(unowned.holds, []);
    const unread = diagnosisOf([owned, leaving("orphan"), ...others], ["apps/v1/statefulsets"]);
    assert.equal(unread.verdict.category, "unknown");
  });

  test("another owner that is there keeps it", () => {
    const backup = { apiVersion: "example.com/v1", kind: "Backup", name: "b", uid: "b" };
    const kept = claim({ ...facts, ownerReferences: [{ ...ownedBy(surplus), controller: true }, backup] });
    assert.deepEqual(diagnosisOf([kept, set(2), surplus, disk, ...installed()]).holds, []);
  });
});
