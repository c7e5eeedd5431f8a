import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { finalizerNames } from "../../src/controllers/index.ts";
import type { KubeObject, VolumeSnapshot, VolumeSnapshotContent } from "../../src/kubernetes/index.ts";
import { refOf } from "../../src/kubernetes/index.ts";
import { diagnosisOf, remediesOf, rootsOf, textOf } from "../support/diagnose.ts";
import { event, installed } from "../support/driver.ts";
import type { SnapshotFacts } from "../support/objects.ts";
import { claim, content, metadataOf, snapshot } from "../support/objects.ts";

const lately = "2026-11-20T11:50:00Z";
const driver = "ebs.csi.aws.com";

/** What the snapshot-controller adds first. */
const seen = [finalizerNames.snapshotAsSource, finalizerNames.snapshotBound];

function asked(facts: SnapshotFacts = {}, className?: string): VolumeSnapshot {
  const plain = snapshot({ creationTimestamp: lately, finalizers: seen, ...facts });
  return className === undefined
    ? plain
    : { ...plain, spec: { ...plain.spec, volumeSnapshotClassName: className } };
}

const ebsClass: KubeObject & { readonly driver: string } = {
  apiVersion: "snapshot.storage.k8s.io/v1",
  kind: "VolumeSnapshotClass",
  metadata: metadataOf({}, "ebs"),
  driver,
};
const bound = claim({ phase: "Bound", volumeName: "pv-data" });
const going = claim({
  phase: "Bound",
  deletionTimestamp: "2026-11-20T11:00:00Z",
  finalizers: ["kubernetes.io/pvc-protection"],
});
const error = event(refOf(asked()), "SnapshotContentCreationFailed", "PVC is not bound");

const rows: readonly (readonly [string, readonly [KubeObject, ...KubeObject[]], string])[] = [
  ["a class that does not exist", [asked({}, "nope"), bound], "SnapshotClassMissing blocked"],
  ["a class whose driver is gone", [asked({}, "ebs"), bound, ebsClass], "SnapshotDriverMissing stuck"],
  ["a claim that does not exist", [asked()], "SnapshotSourceMissing blocked"],
  ["a claim that was being deleted already", [asked(), going], "SnapshotSourceDeleted blocked"],
  ["a content that does not exist", [asked({ sourceContent: "imported" })], "SnapshotSourceMissing blocked"],
  ["an error in an event", [asked(), bound, error], "SnapshotFails blocked"],
  ["no error yet", [asked({}, "ebs"), bound, ebsClass, ...installed()], "SnapshotInProgress waiting"],
  [
    "no error for hours",
    [asked({ creationTimestamp: "2026-11-20T08:00:00Z" }), bound],
    "SnapshotStalled stuck",
  ],
  ["no controller for ten minutes", [asked({ finalizers: [] }), bound], "SnapshotNotSeen stuck"],
  [
    "no controller for a minute",
    [asked({ finalizers: [], creationTimestamp: "2026-11-20T11:59:00Z" }), bound],
    "SnapshotInProgress waiting",
  ],
  [
    "its claim gone after it was cut",
    [asked({ content: "snapcontent-1" }), content()],
    "SnapshotInProgress waiting",
  ],
];

for (const [name, objects, root] of rows) {
  test(`${name}: ${root}`, () => assert.deepEqual(rootsOf(diagnosisOf(objects)), [root]));
}

test("a claim that holds still for the snapshot can be taken one of, also when it is being deleted", () => {
  const held = claim({
    phase: "Bound",
    deletionTimestamp: "2026-11-20T11:00:00Z",
    finalizers: [finalizerNames.pvcAsSource],
  });
  assert.deepEqual(rootsOf(diagnosisOf([asked(), held])), ["SnapshotInProgress waiting"]);
});

test("a Pending claim comes first, and what it waits for is the root", () => {
  const pending = claim({ storageClassName: "nope" });
  const diagnosis = diagnosisOf([asked(), pending]);
  assert.equal(diagnosis.holds[0]?.reason, "SnapshotSourceNotBound");
  assert.ok(diagnosis.roots.every(({ depth }) => depth > 0));
});

describe("who has the next turn", () => {
  const driverFails = "failed to take snapshot of the volume vol-0abc: limit exceeded";
  const old = { creationTimestamp: "2026-11-20T08:00:00Z" };
  const made = (status: VolumeSnapshotContent["status"]): VolumeSnapshotContent => ({ ...content(), status });
  const failed = (message: string, facts?: SnapshotFacts): VolumeSnapshot => {
    const plain = asked(facts);
    return { ...plain, status: { ...plain.status, error: { message } } };
  };
  const begun = { content: "snapcontent-1" };
  const elsewhere = content({ snapshotRef: { namespace: "shop", name: "nightly", uid: "another" } });
  const turns: readonly (readonly [string, readonly [KubeObject, ...KubeObject[]], object])[] = [
    [
      "the driver has failed to take it",
      [failed(driverFails, begun), made({ readyToUse: false, error: { message: driverFails } })],
      { driver },
    ],
    [
      "and the snapshot does not repeat its error yet",
      [asked(begun), made({ error: { message: driverFails } })],
      { driver },
    ],
    ["the driver is at work", [asked(begun), made({ readyToUse: false })], { driver }],
    ["the driver says nothing for hours", [asked({ ...old, ...begun }), made({})], { driver }],
    ["there is no content yet", [failed("no such class"), bound], { controller: "snapshot-controller" }],
    [
      "the error is not the driver's",
      [failed("status update failed", begun), made({ readyToUse: false })],
      { controller: "snapshot-controller" },
    ],
    [
      "the content is ready, and the snapshot does not say so yet",
      [asked(begun), made({ readyToUse: true })],
      { controller: "snapshot-controller" },
    ],
    [
      "the content belongs to another snapshot",
      [failed("bound to a different snapshot", begun), elsewhere],
      { controller: "snapshot-controller" },
    ],
  ];
  for (const [name, objects, holder] of turns) {
    test(`${name}: ${JSON.stringify(holder)}`, () => {
      const { holds } = diagnosisOf(objects);
      assert.deepEqual(
        holds.map((hold) => hold.holder),
        [holder],
      );
    });
  }

  test("whose sidecar to look at", () => {
    const look = (objects: readonly [KubeObject, ...KubeObject[]]) => {
      const remedies = diagnosisOf(objects).remedies.filter(({ name }) => name === "restart-sidecar");
      return textOf(remedies.map(({ title }) => title));
    };
    assert.match(look([asked({ ...old, ...begun }), made({})]), /csi-snapshotter.*ebs\.csi\.aws\.com/);
    assert.match(look([asked(old), bound]), /snapshot-controller/);
  });
});

describe("remedies", () => {
  test("what never began may be deleted; what has a content costs what was made", () => {
    assert.deepEqual(remediesOf(diagnosisOf([asked({}, "nope")])), ["delete-snapshot safe"]);
    const begun = diagnosisOf([asked({ content: "snapcontent-1" }, "nope"), content()]);
    assert.ok(remediesOf(begun).includes("delete-snapshot risky"));
  });

  test("who deletes one that was never handled learns when its claim is looked at", () => {
    const held = claim({ deletionTimestamp: true, finalizers: [finalizerNames.pvcAsSource] });
    const steps = (objects: readonly [KubeObject, ...KubeObject[]]) =>
      textOf(diagnosisOf(objects).remedies.find(({ name }) => name === "delete-snapshot")?.steps);
    assert.match(steps([asked({ finalizers: [] }, "nope"), held]), /run pvguard again/);
    assert.match(
      steps([asked({ finalizers: [] }, "nope"), held, snapshot({ name: "b", readyToUse: true })]),
      /15 minutes/,
    );
    assert.equal(steps([asked({}, "nope"), bound]), "");
  });
});

test("nothing is said of one that is ready, and nothing certain on half the facts", () => {
  assert.deepEqual(rootsOf(diagnosisOf([snapshot({ readyToUse: true })])), []);
  for (const hidden of [
    "snapshot.storage.k8s.io/v1/volumesnapshotclasses",
    "v1/persistentvolumeclaims",
    "v1/events",
  ] as const) {
    const diagnosis = diagnosisOf([asked({}, "ebs"), bound, ebsClass, ...installed()], [hidden]);
    assert.equal(diagnosis.verdict.category, "unknown", hidden);
    assert.deepEqual(diagnosis.remedies, [], hidden);
  }
});
