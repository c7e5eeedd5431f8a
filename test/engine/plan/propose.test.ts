/** What an item of a plan says before it is made: its dangers, its safety, what comes next; and when there is none. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { controllers } from "../../../src/controllers/index.ts";
import { createCluster, drafted, type Proposal, proposals, propose } from "../../../src/engine/index.ts";
import type { FixableRemedy } from "../../../src/engine/plan/choose.ts";
import { knowledge } from "../../../src/knowledge.ts";
import {
  type Acceptance,
  type Act,
  type Edit,
  flatten,
  type KubeObject,
  type Resource,
  refOf,
  type Safety,
  seenRefOf,
  words,
} from "../../../src/model/index.ts";
import { attachment, claim, claimRefTo, ebs, pod, type VolumeFacts, volume } from "../../support/objects.ts";
import { snapshotOf } from "../../support/snapshot.ts";

const because = { object: refOf(claim()), leaves: ["Held"] };

function remedy(acts: readonly [Act, ...Act[]], safety: Safety, accept: readonly string[]): FixableRemedy {
  const accepts: readonly Acceptance[] = accept.map((name) => ({ name, because: words(`of ${name}`) }));
  const cannotUndo = [words("what was done")];
  return {
    name: "custom",
    title: words("Do it"),
    because: words("it helps"),
    safety,
    commands: [],
    steps: [],
    fix: { acts, cannotUndo, accept: accepts },
  };
}

interface Case {
  readonly acts: readonly [Act, ...Act[]];
  readonly objects: readonly [KubeObject, ...KubeObject[]];
  readonly hidden?: readonly Resource[];
  readonly safety?: Safety;
  readonly accept?: readonly string[];
}

function draft({ acts, objects, hidden, safety = "safe", accept = [] }: Case): Proposal {
  const cluster = createCluster(snapshotOf(objects, hidden));
  return drafted(objects[0], remedy(acts, safety, accept), because, cluster, knowledge, controllers);
}

/** In one line: safety and dangers, or why not. */
function outcome(proposal: Proposal): string {
  switch (proposal.state) {
    case "draft":
      return [proposal.draft.safety, ...proposal.draft.accept.map(({ name }) => name)].join(" ");
    case "nothing":
      return `nothing: ${flatten(proposal.because, String)}`;
    case "refused":
      return proposal.refusals.map(({ reason }) => reason).join(" ");
  }
}

const data = claim({ phase: "Bound", volumeName: "pv-data" });
const former = { namespace: "shop", name: "former", uid: "former" };
const provisioned = { "pv.kubernetes.io/provisioned-by": "ebs.csi.aws.com" };
const annotations = { "pvguard.dev/ignore": "PVG001" };
const released = volume({
  phase: "Released",
  claimRef: former,
  spec: ebs,
  annotations: { ...annotations, ...provisioned },
});
const bound = volume({ phase: "Bound", claimRef: claimRefTo(data), spec: ebs, annotations: provisioned });
const healthy = volume({ spec: ebs });
const finalizer = "x.io/y";
const leaving = claim({ deletionTimestamp: true, finalizers: [finalizer] });
const policy = "/spec/persistentVolumeReclaimPolicy";
const retain: Edit = { op: "replace", path: policy, value: "Retain", was: "Delete" };

const edit = (object: KubeObject, ...edits: readonly [Edit, ...Edit[]]): Act => ({
  do: "edit",
  on: seenRefOf(object),
  edits,
});
const drop = (object: KubeObject, named = finalizer): Act => ({
  do: "drop-finalizer",
  on: seenRefOf(object),
  finalizer: named,
});
const remove = (object: KubeObject): Act => ({ do: "delete", on: seenRefOf(object) });
const nudge: Edit = { op: "add", path: "/metadata/annotations/pvguard.dev~1nudged", value: "now" };
const ignore: Edit = { op: "remove", path: "/metadata/annotations/pvguard.dev~1ignore", was: "PVG001" };
const protect: Edit = { op: "add", path: "/metadata/finalizers", value: ["kubernetes.io/pv-protection"] };

describe("dangers make a plan less safe than its remedy", () => {
  const acts = [drop(leaving)] as const;
  const objects = [leaving] as const;
  const rows: readonly (readonly [string, Case, string])[] = [
    ["without any it is as safe as the remedy", { acts: [edit(data, nudge)], objects: [data] }, "safe"],
    ["a risky remedy stays risky", { acts: [edit(data, nudge)], objects: [data], safety: "risky" }, "risky"],
    [
      "a remedy that loses data stays so",
      { acts: [edit(data, nudge)], objects: [data], safety: "loses-data" },
      "loses-data",
    ],
    [
      "a remedy that loses data stays so, whatever else must be accepted",
      { acts: [edit(data, nudge)], objects: [data], safety: "loses-data", accept: ["Other"] },
      "loses-data Other",
    ],
    ["with one that the permission names it is risky", { acts, objects }, "risky UnknownFinalizer"],
    [
      "with one that the remedy names it is risky, and each is asked once",
      { acts, objects, accept: ["OldDataReadable", "UnknownFinalizer", "OldDataReadable"] },
      "risky OldDataReadable UnknownFinalizer",
    ],
    ...[
      "DataDestroyed",
      "DataExposed",
      "DataGivenUp",
      "DiskLeaks",
      "SnapshotDestroyed",
      "SnapshotLeaks",
      "NodeMayStillWrite",
    ].map((loss): readonly [string, Case, string] => [
      `with ${loss} data is lost`,
      { acts: [edit(data, nudge)], objects: [data], accept: [loss, "Other"] },
      `loses-data ${loss} Other`,
    ]),
  ];
  for (const [what, given, expected] of rows) test(what, () => assert.equal(outcome(draft(given)), expected));
});

describe("what the controllers do afterwards is a danger, unless the plan only keeps things", () => {
  const doomed = [released] as const;
  const rows: readonly (readonly [string, Edit, string])[] = [
    ["a nudge of a volume that is about to be destroyed", nudge, "loses-data DataDestroyed"],
    ["Retain", retain, "safe"],
    ["Retain where there was no policy", { op: "add", path: policy, value: "Retain" }, "safe"],
    ["the end of an ignore", ignore, "safe"],
    [
      "another ignore",
      { op: "add", path: "/metadata/annotations/pvguard.dev~1ignore-until", value: "x" },
      "safe",
    ],
    ["protection", protect, "safe"],
    [
      "no more of Retain",
      { op: "remove", path: "/metadata/annotations/pvguard.dev~1nudge", was: "Retain" },
      "loses-data DataDestroyed",
    ],
  ];
  for (const [what, change, expected] of rows)
    test(what, () =>
      assert.equal(outcome(draft({ acts: [edit(released, change)], objects: doomed })), expected),
    );

  test("protection behind another finalizer", () => {
    const guarded = volume({
      ...released.metadata,
      phase: "Released",
      claimRef: former,
      spec: ebs,
      finalizers: ["a/b"],
    } as VolumeFacts);
    const change: Edit = { op: "add", path: "/metadata/finalizers/-", value: "kubernetes.io/pv-protection" };
    assert.equal(outcome(draft({ acts: [edit(guarded, change)], objects: [guarded] })), "safe");
  });
  test("one edit that does not keep is enough", () => {
    const acts = [edit(released, ignore, nudge)] as const;
    assert.equal(outcome(draft({ acts, objects: doomed })), "loses-data DataDestroyed");
  });
  test("one act that does not keep is enough", () => {
    const acts = [edit(released, ignore), edit(released, nudge)] as const;
    assert.equal(outcome(draft({ acts, objects: doomed })), "loses-data DataDestroyed");
  });
  test("a deletion does not keep", () => {
    const done = pod({ phase: "Succeeded", claims: ["data"] });
    const waiting = claim({
      phase: "Bound",
      volumeName: "pv-data",
      deletionTimestamp: true,
      finalizers: ["kubernetes.io/pvc-protection"],
    });
    const objects = [waiting, bound, done] as const;
    assert.equal(outcome(draft({ acts: [remove(done)], objects })), "loses-data DataDestroyed");
  });
});

describe("what was not read", () => {
  const hidden: readonly Resource[] = ["v1/pods"];
  const going = claim({
    phase: "Bound",
    volumeName: "pv-data",
    deletionTimestamp: true,
    finalizers: ["kubernetes.io/pvc-protection"],
  });
  test("refuses a plan by which something may go", () => {
    assert.equal(
      outcome(draft({ acts: [edit(going, nudge)], objects: [going, bound], hidden })),
      "IncompleteView",
    );
  });
  test("refuses it also where only what is near was not read", () => {
    const objects = [data, bound] as const;
    const near: readonly Resource[] = ["v1/persistentvolumes"];
    assert.equal(outcome(draft({ acts: [edit(data, nudge)], objects, hidden: near })), "IncompleteView");
  });
  test("refuses it though another act only keeps things", () => {
    const acts = [edit(bound, retain), edit(bound, nudge)] as const;
    assert.equal(outcome(draft({ acts, objects: [going, bound], hidden })), "IncompleteView");
  });
  test("does not refuse one that only keeps things", () => {
    assert.equal(outcome(draft({ acts: [edit(bound, retain)], objects: [going, bound], hidden })), "safe");
  });
});

describe("each act must be permitted, in the world as those before it leave it", () => {
  const release: Edit = { op: "remove", path: "/spec/claimRef/uid", was: "former" };
  const objects = [released] as const;
  const rows: readonly (readonly [string, readonly [Act, ...Act[]], string])[] = [
    ["a claimRef while the policy is Delete", [edit(released, release)], "NotRetained"],
    ["a claimRef after Retain", [edit(released, retain), edit(released, release)], "safe"],
    ["a claimRef before Retain", [edit(released, release), edit(released, retain)], "NotRetained"],
  ];
  for (const [what, acts, expected] of rows)
    test(what, () => assert.equal(outcome(draft({ acts, objects })), expected));
});

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
      remedy: given,
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

  test("tells the fate of the data with the policy that its edits set", () => {
    const found = draft({ acts: [edit(released, retain)], objects: [released] });
    assert.ok(found.state === "draft");
    assert.equal(found.draft.fate?.data, "kept");
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
    assert.equal(found.draft.safety, "loses-data");
  });
});

describe("from a diagnosis of this moment", () => {
  const proposed = (object: KubeObject, wish: { readonly remedy?: string; readonly finalizer?: string }) =>
    propose(object, wish, createCluster(snapshotOf([object])), knowledge, controllers);

  test("nothing, for what is well", () => {
    const found = proposed(healthy, {});
    assert.deepEqual(found.state === "nothing" && found.object, refOf(healthy));
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
  const found = proposals([held, data], {}, snapshot, knowledge, controllers);
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
