/** What a plan says of the data before it is made, of what it keeps and of other data, and when that comes. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { annotationNames, finalizerNames } from "../../../src/controllers/index.ts";
import type { KubeObject } from "../../../src/kubernetes/index.ts";
import { flatten } from "../../../src/kubernetes/index.ts";
import type { Act, Edit, Fate } from "../../../src/report/index.ts";
import { installed } from "../../support/driver.ts";
import {
  claim,
  claimRefTo,
  content,
  ebs,
  namespaceObject,
  pod,
  snapshot,
  volume,
} from "../../support/objects.ts";
import { bound, data, draft, edit, former, nudge, released, retain } from "./drafting.ts";

const deletedSnapshot = {
  deletionTimestamp: "2026-11-20T11:00:00Z",
  finalizers: [finalizerNames.snapshotAsSource, finalizerNames.snapshotBound],
};

const deletedClaim = {
  deletionTimestamp: "2026-11-20T11:00:00Z",
  finalizers: [finalizerNames.pvcAsSource],
};

/** A content and its snapshot of the claim, which the driver has not finished. */
function unready(at: number): readonly KubeObject[] {
  const name = `of-${at}`;
  const taken = snapshot({ name, sourceClaim: "data", content: `content-${at}`, readyToUse: false });
  const snapshotRef = { name, namespace: taken.metadata.namespace ?? "", uid: taken.metadata.uid };
  return [content({ name: `content-${at}`, handle: `snap-${at}`, snapshotRef }), taken];
}

describe("a draft", () => {
  test("tells the fate of the data with the policy that its edits set", () => {
    const found = draft({ acts: [edit(bound, retain)], objects: [bound, data] });
    assert.ok(found.state === "draft");
    assert.match(flatten(found.draft.fate?.because ?? [], String), /policy of .* is Retain/);
    assert.equal(found.draft.fate?.data, "kept");
  });

  test("promises no data whose deletion may be under way: Retain does not stop that", () => {
    const open: Edit = { op: "remove", path: "/spec/claimRef", was: former };
    const acts = [edit(released, retain), edit(released, open)] as const;
    for (const some of [acts, acts.slice(0, 1)] as const) {
      const found = draft({ acts: some as typeof acts, objects: [released] });
      assert.ok(found.state === "draft");
      assert.equal(found.draft.fate?.data, "unknown");
      assert.match(flatten(found.draft.fate?.because ?? [], String), /already begun, this does not stop it/);
    }
  });

  test("tells that a volume which it opens itself is exposed, and one that stays reserved is not", () => {
    const policy = "Retain";
    const kept = volume({ phase: "Released", policy, spec: ebs, claimRef: former });
    const fateWith = (gone: Edit) => {
      const found = draft({ acts: [edit(kept, gone)], objects: [kept] });
      assert.ok(found.state === "draft");
      return found.draft.fate?.data;
    };
    assert.equal(fateWith({ op: "remove", path: "/spec/claimRef", was: former }), "exposed");
    assert.equal(fateWith({ op: "remove", path: "/spec/claimRef/uid", was: former.uid }), "kept");
  });

  test("promises none of another volume of the same disk either", () => {
    const copy = volume({ name: "pv-copy", phase: "Bound", policy: "Retain", spec: ebs });
    const found = draft({ acts: [edit(released, retain)], objects: [copy, released] });
    assert.ok(found.state === "draft");
    assert.equal(found.draft.fate?.data, "unknown");
  });

  test("keeps one of many unready snapshots, and tells the end of their claim's disk as it tells that of few", () => {
    const source = { ...data, metadata: { ...data.metadata, ...deletedClaim } };
    const disk = {
      ...bound,
      metadata: { ...bound.metadata, finalizers: ["external-provisioner.volume.kubernetes.io/finalizer"] },
    };
    const toldOf = (count: number) => {
      const pairs = Array.from({ length: count }, (_, at) => unready(at));
      const [copy] = pairs[0] ?? [];
      assert.ok(copy !== undefined);
      const keep = edit(copy, {
        op: "replace",
        path: "/spec/deletionPolicy",
        value: "Retain",
        was: "Delete",
      });
      const found = draft({ acts: [keep], objects: [copy, ...pairs.flat(), source, disk, ...installed()] });
      assert.ok(found.state === "draft");
      const { fate, otherFate, safety, accept, related, next } = found.draft;
      const destroys = next.filter((step) => step.fate !== undefined).map(({ object }) => object.name);
      const told = [fate?.data, otherFate?.data, otherFate?.volume?.name, safety, accept, destroys];
      return { told, related: related.map(({ name }) => name) };
    };
    const [few, many] = [toldOf(8), toldOf(9)];
    assert.deepEqual(few.told, ["kept", "destroyed", "pv-data", "safe", [], ["pv-data"]]);
    assert.deepEqual(many.told, few.told);
    assert.deepEqual(
      [few.related, many.related],
      [
        ["content-0", "of-0", "data"],
        ["content-0", "of-0", "data"],
      ],
    );
  });

  test("tells with the fate of a namespace the step that brings it, of a part beside the plan too", () => {
    const shop = namespaceObject({ deletionTimestamp: true });
    const ending = pod({
      claims: ["former"],
      deletionTimestamp: true,
      finalizers: ["x.io/y"],
      annotations: {},
    });
    const stepsOf = (acts: readonly [Act, ...Act[]]) => {
      const found = draft({ acts, objects: [shop, ending, released, ...installed()] });
      assert.ok(found.state === "draft");
      const { fate, next } = found.draft;
      return [fate?.data, ...next.flatMap((step) => (step.fate === undefined ? [] : step.object.name))];
    };
    assert.deepEqual(stepsOf([edit(ending, nudge)]), ["destroyed", "pv-data"]);
    assert.deepEqual(stepsOf([edit(released, retain)]), ["unknown"]);
  });

  describe("tells what comes next as of the moment at which its edits are made", () => {
    const dropped = finalizerNames.externalProvisioner;
    const going = volume({
      phase: "Bound",
      claimRef: claimRefTo(data),
      spec: ebs,
      annotations: { "pv.kubernetes.io/provisioned-by": "ebs.csi.aws.com" },
      deletionTimestamp: "2026-11-19T11:00:00Z",
      finalizers: [finalizerNames.pvProtection, dropped],
    });
    const drops = (...others: readonly KubeObject[]) => {
      const found = draft({ acts: [edit(going, retain)], objects: [going, data, ...others] });
      assert.ok(found.state === "draft");
      const step = found.draft.next.find(({ action }) => flatten(action, String).includes(dropped));
      return step && flatten(step.when, String);
    };
    test("the provisioner, which waits for nothing but Retain, acts at once", () =>
      assert.equal(drops(...installed()), "now"));
    test("and not where its driver is not installed", () =>
      assert.match(drops() ?? "", /external-provisioner acts/));

    test("a controller that has not acted does not act because of an annotation of pvguard", () => {
      const stuck = claim({ deletionTimestamp: true, finalizers: [finalizerNames.pvcProtection] });
      const first: Edit = { op: "add", path: "/metadata/annotations", value: { "pvguard.dev/nudge": "1" } };
      for (const mark of [nudge, first]) {
        const found = draft({ acts: [edit(stuck, mark)], objects: [stuck] });
        assert.ok(found.state === "draft");
        assert.deepEqual(
          found.draft.next.map(({ when }) => flatten(when, String)),
          ["when pvc-protection-controller acts"],
        );
      }
    });
  });

  describe("that only keeps something tells what becomes of that first", () => {
    const keep: Edit = { op: "replace", path: "/spec/deletionPolicy", value: "Retain", was: "Delete" };
    const going = claim({
      phase: "Bound",
      volumeName: "pv-data",
      deletionTimestamp: true,
      finalizers: [finalizerNames.pvcAsSource],
    });
    const doomed = volume({
      phase: "Bound",
      claimRef: claimRefTo(going),
      spec: ebs,
      annotations: { "pv.kubernetes.io/provisioned-by": "ebs.csi.aws.com" },
      finalizers: [finalizerNames.externalProvisioner],
    });
    const taking = snapshot({ content: "snapcontent-1", className: "ebs-snapshots" });
    const taken = content();
    const told = (acts: readonly [Act, ...Act[]], ...objects: readonly [KubeObject, ...KubeObject[]]) => {
      const found = draft({ acts, objects });
      assert.ok(found.state === "draft");
      const say = (fate: Fate | undefined) =>
        fate && `${fate.volumeHandle} ${fate.data}: ${flatten(fate.because, String)}`;
      return [say(found.draft.fate), say(found.draft.otherFate)];
    };

    test("a snapshot, and that the disk of its claim goes all the same", () => {
      const [fate, other] = told([edit(taken, keep)], taken, taking, going, doomed);
      assert.match(fate ?? "", /^snap-0abc kept: .*Retain, so nothing deletes the snapshot/);
      assert.match(other ?? "", /^vol-0abc destroyed: /);
    });

    test("a disk, and that a snapshot goes all the same", () => {
      const deleted = { ...taking, metadata: { ...taking.metadata, ...deletedSnapshot } };
      const [fate, other] = told([edit(doomed, retain)], doomed, deleted, taken, going);
      assert.match(fate ?? "", /^vol-0abc kept: /);
      assert.match(other ?? "", /^snap-0abc destroyed: /);
    });

    test("nothing more, where nothing else is lost", () =>
      assert.equal(told([edit(bound, retain)], bound, data)[1], undefined));

    test("and promises no snapshot whose deletion may be under way", () => {
      const begun = content({
        deletionTimestamp: true,
        finalizers: [finalizerNames.contentBound],
        annotations: { [annotationNames.snapshotBeingDeleted]: "yes" },
      });
      const [fate] = told([edit(begun, keep)], begun);
      assert.match(
        fate ?? "",
        /unknown: .*deletion of the snapshot has already begun, this does not stop it/,
      );
    });
  });
});
