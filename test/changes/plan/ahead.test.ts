/** Looking ahead of a plan: what is near its objects, what its acts change, and the gravest end of the data. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { byGravityOfData } from "../../../src/analysis/disks/fate.ts";
import { imagine } from "../../../src/analysis/imagine.ts";
import type { Timeline } from "../../../src/analysis/index.ts";
import { createAnalysis } from "../../../src/analysis/index.ts";
import { around } from "../../../src/analysis/timeline/around.ts";
import { createSandbox } from "../../../src/analysis/timeline/sandbox.ts";
import { worthSavingOf } from "../../../src/changes/plan/propose.ts";
import { createCluster } from "../../../src/cluster/index.ts";
import { knowledge } from "../../../src/knowledge.ts";
import type { AnyObject, KubeObject, Resource } from "../../../src/kubernetes/index.ts";
import { refOf, seenRefOf, words } from "../../../src/kubernetes/index.ts";
import type { Act, Fate } from "../../../src/report/index.ts";
import {
  attachment,
  attributesClass,
  claim,
  claimRefTo,
  content,
  ebs,
  node,
  pod,
  snapshot,
  volume,
} from "../../support/objects.ts";
import { snapshotOf } from "../../support/snapshot.ts";

const finalizers = ["external-attacher/ebs-csi-aws-com", "x.io/y"];
const data = claim({ phase: "Bound", volumeName: "pv-data", finalizers: ["a/b", "c/d"] });
const disk = volume({ phase: "Bound", claimRef: claimRefTo(data), spec: ebs, finalizers });
const user = pod({ claims: ["data"] });
const attached = attachment();
const world = [user, data, disk, attached, node()];
const another = claim({ name: "another" });

describe("an act is carried out in the world that is looked at", () => {
  const on = seenRefOf(data);
  const after = (act: Act) => {
    const imagined = createSandbox(createCluster(snapshotOf(world)));
    imagine(act, imagined);
    return imagined.find(refOf(data));
  };
  test("a finalizer goes, and the others stay", () => {
    const { metadata } = after({ do: "drop-finalizer", on, finalizer: "a/b" }) ?? {};
    assert.deepEqual(metadata?.finalizers, ["c/d"]);
  });
  test("a field is edited", () => {
    const edits = [{ op: "add", path: "/metadata/labels", value: { app: "web" } }] as const;
    assert.deepEqual(after({ do: "edit", on, edits })?.metadata.labels, { app: "web" });
  });
  test("a deletion is begun, and ends only without finalizers", () => {
    assert.notEqual(after({ do: "delete", on })?.metadata.deletionTimestamp, undefined);
  });
  for (const act of [
    { do: "create", on: refOf(another), manifest: JSON.stringify(another) },
    { do: "delete", on: { ...on, name: "another" } },
    { do: "edit", on: { ...on, name: "another" }, edits: [{ op: "add", path: "/spec", value: {} }] },
  ] as const)
    test(`${act.do} of ${act.on.name} changes nothing of it`, () => assert.deepEqual(after(act), data));
});

describe("near an object are those whose controllers may act", () => {
  const near = (object: AnyObject, hidden: readonly Resource[] = [], objects = world) => {
    const cluster = createCluster(snapshotOf(objects, hidden));
    const found = around([refOf(object)], cluster);
    return {
      objects: found.objects.map(({ kind }) => kind),
      unread: [...new Set(found.unread.map(({ resource }) => resource))],
    };
  };
  type Near = ReturnType<typeof near>;
  const rows: readonly (readonly [what: string, found: () => Near, expected: Near])[] = [
    [
      "of a pod: its claim, and that claim's volume, and no further",
      () => near(user),
      { objects: ["Pod", "PersistentVolumeClaim", "PersistentVolume"], unread: [] },
    ],
    [
      "of a claim: its volume, and that volume's attachments",
      () => near(data),
      { objects: ["PersistentVolumeClaim", "PersistentVolume", "VolumeAttachment"], unread: [] },
    ],
    ["of a node: nothing", () => near(node()), { objects: ["Node"], unread: [] }],
    ["of what is not there: nothing", () => near(claim({ name: "gone" })), { objects: [], unread: [] }],
    [
      "of a claim whose volume was not read: that is told",
      () => near(data, ["v1/persistentvolumes"]),
      { objects: ["PersistentVolumeClaim"], unread: ["v1/persistentvolumes"] },
    ],
    [
      "of a claim whose attachments were not read: that is told",
      () => near(data, ["storage.k8s.io/v1/volumeattachments"]),
      {
        objects: ["PersistentVolumeClaim", "PersistentVolume"],
        unread: ["storage.k8s.io/v1/volumeattachments"],
      },
    ],
    [
      "of what was not read itself: nothing",
      () => near(data, ["v1/persistentvolumeclaims"]),
      { objects: [], unread: [] },
    ],
    [
      "of a kind that nobody knows: nothing",
      () => near({ ...data, kind: "Disk" }),
      { objects: [], unread: [] },
    ],
  ];
  for (const [what, found, expected] of rows) test(what, () => assert.deepEqual(found(), expected));

  test("each is looked at once, also where they name each other", () => {
    const cluster = createCluster(snapshotOf(world, ["storage.k8s.io/v1/volumeattachments"]));
    const { objects, unread } = around([refOf(data), refOf(disk)], cluster);
    assert.deepEqual(
      objects.map(({ kind }) => kind),
      ["PersistentVolumeClaim", "PersistentVolume"],
    );
    assert.equal(unread.length, 1);
  });
});

describe("of several ends of the data, the gravest is told", () => {
  const former = { namespace: "shop", name: "former", uid: "former" };
  const facts = { phase: "Released", claimRef: former } as const;
  const provisioned = { "pv.kubernetes.io/provisioned-by": "ebs.csi.aws.com" };
  const doomed = volume({ ...facts, name: "pv-doomed", spec: ebs, annotations: provisioned });
  const kept = volume({ ...facts, name: "pv-kept", policy: "Retain", spec: ebs });
  const away = volume({ ...facts, name: "pv-away", policy: "Retain" });
  const objects = [kept, doomed, away];

  /** After acts on all of them that change nothing. */
  function ahead(
    near: readonly [KubeObject, ...KubeObject[]],
    { all = objects, hidden = [] }: { all?: readonly KubeObject[]; hidden?: readonly Resource[] } = {},
  ) {
    const analysis = createAnalysis(createCluster(snapshotOf(all, hidden)), knowledge);
    const edits = [{ op: "add", path: "/metadata/annotations/pvguard.dev~1ignore", value: "" }] as const;
    const done = near.map((each): Act => ({ do: "edit", on: seenRefOf(each), edits }));
    return analysis.future(near[0], { done });
  }

  function fates(timeline: Timeline): readonly Fate["data"][] {
    const all = timeline.followed.flatMap((each) => timeline.outcomeOf(each) ?? []);
    return byGravityOfData(all).map(({ data }) => data);
  }

  for (const near of [
    [kept, doomed],
    [doomed, kept],
  ] as const)
    test(`${near.map(({ metadata }) => metadata.name)}`, () =>
      assert.equal(fates(ahead(near))[0], "destroyed"));
  test("one alone", () => assert.equal(fates(ahead([away]))[0], "kept"));
  test("one alone, whose disk goes with another", () => assert.equal(fates(ahead([kept]))[0], "destroyed"));
  test("none for an object without data", () =>
    assert.deepEqual(fates(ahead([node()], { all: [node()] })), []));
  test("what the controllers do is told for each", () => {
    const { moves, steps } = ahead([kept, doomed]);
    assert.ok(moves.some(({ action }) => action.do === "destroy-backend"));
    assert.equal(moves.length, steps.length);
  });
  test("what was not read is told", () => {
    const leaving = claim({
      volumeName: "pv-data",
      deletionTimestamp: true,
      finalizers: ["kubernetes.io/pvc-protection"],
    });
    const { unread } = ahead([leaving], { all: [leaving, disk], hidden: ["v1/pods"] });
    assert.ok(unread.some(({ resource }) => resource === "v1/pods"));
  });
});

describe("the gravest end of the data", () => {
  const ends = ["destroyed", "exposed", "leaked", "already-gone", "unknown", "kept", "none"] as const;
  const fate = (data: Fate["data"]): Fate => ({ data, because: words("so it is") });
  ends.forEach((grave, at) => {
    for (const lighter of ends.slice(at + 1))
      test(`${grave} before ${lighter}`, () => {
        for (const both of [
          [grave, lighter],
          [lighter, grave],
        ] as const)
          assert.equal(byGravityOfData(both.map(fate))[0]?.data, grave);
      });
  });
});

test("saved are the objects that a later re-creation needs, in the versions that are known", () => {
  const objects: readonly KubeObject[] = [
    user,
    data,
    disk,
    attached,
    node(),
    snapshot(),
    content(),
    attributesClass(),
    { ...data, apiVersion: "example.com/v1" },
  ];
  assert.deepEqual(worthSavingOf(objects), [data, disk, attached, snapshot(), content()].map(refOf));
});
