/** What an item of a plan says before it is made: what it rests on, what comes next; and when there is none. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createAnalysis } from "../../../src/analysis/index.ts";
import { proposals, propose } from "../../../src/changes/index.ts";
import { createCluster } from "../../../src/cluster/index.ts";
import { finalizerNames } from "../../../src/controllers/index.ts";
import { knowledge } from "../../../src/knowledge.ts";
import type { KubeObject, Resource, VolumeSnapshotContent } from "../../../src/kubernetes/index.ts";
import { refOf } from "../../../src/kubernetes/index.ts";
import {
  attachment,
  claim,
  claimRefTo,
  content,
  ebs,
  namespaceObject,
  pod,
  snapshot,
  snapshotClass,
  volume,
} from "../../support/objects.ts";
import { snapshotOf } from "../../support/snapshot.ts";
import {
  because,
  bound,
  data,
  draft,
  drop,
  finalizer,
  former,
  healthy,
  leaving,
  outcome,
  remedy,
  remove,
} from "./drafting.ts";

describe("a draft", () => {
  const attached = attachment({ deletionTimestamp: true, finalizers: [finalizer] });
  const going = volume({ ...ebs, spec: ebs, deletionTimestamp: true, finalizers: [finalizer, "a/b"] });

  test("says what its remedy says", () => {
    const acts = [drop(leaving)] as const;
    const found = draft({ acts, objects: [leaving] });
    assert.ok(found.state === "draft");
    const { next, related, fate, accept, ...said } = found.draft;
    const given = remedy(acts, "safe", []);
    assert.deepEqual(said, {
      because,
      remedy: given.name,
      title: given.title,
      commands: given.commands,
      first: [],
      byHand: given.steps,
      safety: "risky",
      acts,
      why: given.because,
      cannotUndo: given.fix.cannotUndo,
    });
    assert.deepEqual(related, [refOf(leaving)]);
    assert.equal(fate?.data, "none");
    assert.deepEqual(next, []);
    assert.equal(accept.length, 1);
  });

  test("has no fate where there is no data", () => {
    const done = pod({ phase: "Succeeded" });
    const found = draft({ acts: [remove(done)], objects: [done] });
    assert.ok(found.state === "draft");
    assert.equal("fate" in found.draft, false);
  });

  test("looks at what is near the objects of its acts too", () => {
    const found = draft({ acts: [drop(attached)], objects: [going, attached] });
    assert.ok(found.state === "draft");
    assert.deepEqual(
      found.draft.related.map(({ kind }) => kind),
      ["PersistentVolume", "VolumeAttachment"],
    );
  });

  test("tells the fate of what goes by its own step", () => {
    const alone = volume({
      spec: ebs,
      phase: "Released",
      claimRef: former,
      deletionTimestamp: true,
      finalizers: [finalizer],
    });
    const found = draft({ acts: [drop(alone)], objects: [alone] });
    assert.ok(found.state === "draft");
    assert.equal(found.draft.fate?.volume?.name, "pv-data");
    assert.ok(found.draft.accept.some(({ name }) => name === "DiskLeaks"));
    assert.equal(found.draft.safety, "risky");
  });
});

describe("from a diagnosis of this moment", () => {
  const proposed = (object: KubeObject, wish: { readonly remedy?: string; readonly finalizer?: string }) =>
    propose(object, wish, createAnalysis(createCluster(snapshotOf([object])), knowledge));

  test("nothing, for what is well", () => {
    const found = proposed(healthy, {});
    assert.deepEqual(found.state === "nothing" && found.object, refOf(healthy));
  });
  describe("of a Bound volume with which nothing is wrong itself", () => {
    const failing = claim({
      phase: "Bound",
      volumeName: "pv-data",
      request: "10Gi",
      status: {
        capacity: { storage: "1Gi" },
        conditions: [{ type: "ControllerResizeError", status: "True", message: "too large" }],
      },
    });
    const told = (of: KubeObject, wish = {}, objects: readonly KubeObject[] = [data]) => {
      const cluster = createCluster(snapshotOf([of, ...objects, namespaceObject()]));
      return outcome(propose(of, wish, createAnalysis(cluster, knowledge)));
    };

    test("what is wrong with its claim", () =>
      assert.equal(
        told(bound, {}, [failing]),
        "nothing: pv/pv-data itself is Bound, but its pvc/data (shop) is blocked: the expansion is stuck between 1Gi and 10Gi, and the data is not affected: too large (pvguard does not know this error); see `kubectl pvguard why pvc/data -n shop`",
      ));
    test("nothing of a claim that is well", () =>
      assert.equal(told(bound), "nothing: nothing is wrong with pv/pv-data"));
    test("nothing of a volume that no claim has", () =>
      assert.equal(
        told(volume({ phase: "Available", spec: ebs })),
        "nothing: nothing is wrong with pv/pv-data",
      ));
    test("the answer to what is asked for by name, where that is another", () => {
      const kept = volume({
        phase: "Bound",
        claimRef: claimRefTo(data),
        spec: { ...ebs, persistentVolumeReclaimPolicy: "Retain" },
      });
      assert.match(told(kept, { remedy: "set-retain" }, [failing]), /^nothing: (?!pv\/pv-data itself)/);
    });
  });
  describe("to delete a snapshot that is not ready, one danger is accepted: the one that says most", () => {
    const source = claim({ phase: "Bound", volumeName: "pv-data", finalizers: [finalizerNames.pvcAsSource] });
    const taking = snapshot({
      className: "ebs-snapshots",
      content: "snapcontent-1",
      finalizers: [finalizerNames.snapshotAsSource, finalizerNames.snapshotBound],
    });
    const wish = { remedy: "delete-snapshot" };
    const dangersOf = (status: NonNullable<VolumeSnapshotContent["status"]>) => {
      const taken = { ...content({ finalizers: [finalizerNames.contentBound] }), status };
      const cluster = createCluster(snapshotOf([source, bound, taking, taken, snapshotClass()]));
      return outcome(propose(taking, wish, createAnalysis(cluster, knowledge)));
    };
    test("that the driver deletes what it has named", () =>
      assert.equal(dangersOf({ snapshotHandle: "snap-0abc" }), "loses-data SnapshotDestroyed"));
    test("that it discards what it has begun", () => assert.equal(dangersOf({}), "risky SnapshotDiscarded"));
  });
  test("what is asked for, with what it rests on", () => {
    const found = proposed(leaving, { finalizer });
    assert.ok(found.state === "draft");
    assert.deepEqual(found.draft.acts, [drop(leaving)]);
    assert.deepEqual(found.draft.because.object, refOf(leaving));
    assert.ok(found.draft.because.leaves.length > 0);
  });
  test("a refusal", () => assert.equal(outcome(proposed(leaving, { remedy: "none" })), "NoSuchRemedy"));
});

test("proposals tell what would have been needed, each once, and what was passed over", () => {
  const snapshot = {
    ...snapshotOf([leaving, data], ["v1/pods", "v1/persistentvolumes"]),
    skipped: ["a file that is none"],
  };
  const held = claim({
    volumeName: "pv-data",
    deletionTimestamp: true,
    finalizers: ["kubernetes.io/pvc-protection"],
  });
  const found = proposals([held, data], {}, snapshot, knowledge);
  assert.equal(found.proposals.length, 2);
  assert.equal(found.takenAt, snapshot.takenAt);
  assert.deepEqual(found.skipped, snapshot.skipped);
  const asked = found.unread.map(({ resource, scope }) => JSON.stringify([resource, scope]));
  for (const kind of ["v1/pods", "v1/persistentvolumes"])
    assert.ok(
      found.unread.some(({ resource }) => resource === kind),
      kind,
    );
  assert.deepEqual([...new Set(asked)], asked);
});

test("nothing is wrong only as far as could be read", () => {
  const bound = volume({ phase: "Bound", spec: ebs, claimRef: claimRefTo(data) });
  const said = (hidden: readonly Resource[]) => {
    const snapshot = snapshotOf([data, bound, namespaceObject()], hidden);
    return proposals([data], {}, snapshot, knowledge).proposals.map(outcome);
  };
  assert.deepEqual(said([]), ["nothing: nothing is wrong with pvc/data (shop)"]);
  assert.deepEqual(said(["v1/pods"]), [
    "nothing: as far as pvguard could read, nothing is wrong with pvc/data (shop); pods in namespace shop were not read: you are not allowed to read them",
  ]);
});
