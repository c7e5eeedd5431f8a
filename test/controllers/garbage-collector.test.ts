/** kubernetes/kubernetes pkg/controller/garbagecollector/garbagecollector.go attemptToDeleteItem, 1.36: its cases. */
import assert from "node:assert/strict";
import test from "node:test";
import { blocksOwner, finalizerNames, foregroundCircles, ownerState } from "../../src/controllers/index.ts";
import type { OwnerReference, PersistentVolumeClaim, Resource } from "../../src/kubernetes/index.ts";
import { claim, ownedBy, pod, statefulSet, volume } from "../support/objects.ts";
import { clusterOf, decide } from "./decisions/decide.ts";

const set = statefulSet();
const ref = ownedBy(set);
const { foregroundDeletion, orphanDependents } = finalizerNames;

const states = [
  ["there", set, "solid"],
  ["gone", "absent", "dangling"],
  ["another of that name", statefulSet({ uid: "other" }), "dangling"],
  ["deleted in the background", statefulSet({ deletionTimestamp: true }), "solid"],
  [
    "deleted in the foreground",
    statefulSet({ deletionTimestamp: true, finalizers: [foregroundDeletion] }),
    "waiting",
  ],
] as const;

test("ownerState: classifyReferences", async (t) => {
  for (const [name, owner, state] of states) {
    await t.test(name, () => assert.equal(ownerState(ref, owner), state));
  }
});

const collections = [
  [[], false],
  [["solid"], false],
  [["dangling"], true],
  [["waiting"], true],
  [["solid", "dangling"], false],
  [["solid", "waiting"], false],
  [["dangling", "waiting"], true],
] as const;

test("attemptToDeleteItem: one owner that is there keeps the object", async (t) => {
  const owners = {
    solid: statefulSet({ name: "there" }),
    dangling: statefulSet({ name: "gone" }),
    waiting: statefulSet({ name: "going", deletionTimestamp: true, finalizers: [foregroundDeletion] }),
  };
  for (const [are, isDeleted] of collections) {
    await t.test(are.join(" and ") || "no owner", () => {
      const owned = claim({ ownerReferences: are.map((each) => ownedBy(owners[each])) });
      const there = are.filter((each) => each !== "dangling").map((each) => owners[each]);
      assert.equal(decide("garbage-collector", owned, there).includes("delete data"), isDeleted);
    });
  }
});

test("isDangling: an owner in a namespace is a mistake in what is in none, and keeps it for good", () => {
  const gone = { apiVersion: "v1", kind: "Node", name: "node-a", uid: "former" };
  const inNamespace = { apiVersion: "v1", kind: "Pod", name: "web-0", uid: "former" };
  const decided = (...ownerReferences: readonly OwnerReference[]) =>
    decide("garbage-collector", volume({ ownerReferences }), []).includes("delete pv-data");
  assert.equal(decided(gone), true);
  assert.equal(decided(inNamespace), false);
  assert.equal(decided(gone, inNamespace), false);
});

test("only blockOwnerDeletion makes an owner wait", () => {
  assert.equal(blocksOwner(claim({ ownerReferences: [ref] }), set), true);
  const lenient = claim({ ownerReferences: [ownedBy(set, { blockOwnerDeletion: false })] });
  assert.equal(blocksOwner(lenient, set), false);
  assert.equal(blocksOwner(claim({ ownerReferences: [ownedBy(set, { uid: "other" })] }), set), false);
});

test("a dependent that another owner keeps is freed from the one that waits, and is not deleted", () => {
  const waiting = statefulSet({ deletionTimestamp: true, finalizers: [foregroundDeletion] });
  const other = statefulSet({ name: "other" });
  const shared = claim({ ownerReferences: [ownedBy(waiting), ownedBy(other)] });
  const lines = ["data leaves web"];
  assert.deepEqual(decide("garbage-collector", waiting, [shared, other]), lines);
  assert.deepEqual(decide("garbage-collector", shared, [waiting, other]), lines);
});

test("orphaning frees the dependents before the owner goes", () => {
  const dying = statefulSet({ deletionTimestamp: true, finalizers: [orphanDependents] });
  assert.deepEqual(decide("garbage-collector", dying, [claim({ ownerReferences: [ownedBy(dying)] })]), [
    "data leaves web",
    `remove-finalizer ${orphanDependents} web`,
  ]);
});

test("a dependent with dependents of its own is deleted in the foreground too", () => {
  const waiting = statefulSet({ deletionTimestamp: true, finalizers: [foregroundDeletion] });
  const member = pod({ name: "web-0", ownerReferences: [ownedBy(waiting)] });
  const scratch = claim({ ownerReferences: [ownedBy(member)] });
  assert.deepEqual(decide("garbage-collector", member, [waiting, scratch]), [
    `add-finalizer ${foregroundDeletion} web-0`,
    "delete web-0",
  ]);
});

test("attemptToDeleteItem: in a circle that is deleted in the foreground, nothing waits for the last one", () => {
  const waits = { deletionTimestamp: true, finalizers: [foregroundDeletion] } as const;
  const first = statefulSet({ ...waits, ownerReferences: [ownedBy(claim())] });
  const last = claim({ ownerReferences: [ownedBy(first)] });
  const foreground = ["add-finalizer foregroundDeletion data", "delete data"];
  assert.deepEqual(decide("garbage-collector", last, [first]), ["data blocks no owner", ...foreground]);
  const live = pod({ ownerReferences: [ownedBy(last)] });
  assert.deepEqual(
    decide("garbage-collector", claim({ ownerReferences: [ownedBy(statefulSet(waits))] }), [
      statefulSet(waits),
      live,
    ]),
    foreground,
  );
});

test("processDeletingDependentsItem: none of a circle is deleted whose members all wait for their dependents", () => {
  const waits = { deletionTimestamp: true, finalizers: [foregroundDeletion] } as const;
  const claims = new Map(["a", "b", "c"].map((name) => [name, claim({ name, uid: name, ...waits })]));
  const [a, b, c] = ["ac", "ba", "cb"].map(([name = "", owner = ""]) => owned(name, owner));
  function owned(name: string, owner: string): PersistentVolumeClaim {
    const of = claims.get(owner) ?? claim();
    return claim({ name, uid: name, ...waits, ownerReferences: [ownedBy(of)] });
  }
  function circles(object = a, others = [b, c], hidden: readonly Resource[] = []): unknown {
    const all = [object, ...others].filter((each) => each !== undefined);
    const found = foregroundCircles(object ?? claim(), clusterOf(all, hidden));
    return found.read && found.items.map((way) => way.map(({ metadata }) => metadata.name).join(" "));
  }
  assert.ok(a && b && c);
  for (const each of [a, b, c])
    assert.deepEqual(
      decide(
        "garbage-collector",
        each,
        [a, b, c].filter((other) => other !== each),
      ),
      [`waits for ${each === a ? "b" : each === b ? "c" : "a"}`],
    );
  assert.deepEqual(circles(), ["b c a"]);
  assert.deepEqual(circles(owned("a", "a"), []), ["a"]);
  assert.deepEqual(circles(a, [b]), []);
  assert.equal(circles(a, [b, c], ["v1/pods"]), false);
});
