import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Lease, PersistentVolume, PersistentVolumeClaim } from "../../../src/kubernetes/index.ts";
import { refOf } from "../../../src/kubernetes/index.ts";
import { diagnosisOf, textOf } from "../../support/diagnose.ts";
import { event } from "../../support/driver.ts";
import type { ClaimFacts } from "../../support/objects.ts";
import {
  claim,
  deployment,
  ebs,
  metadataOf,
  node,
  pod,
  storageClass,
  volume,
} from "../../support/objects.ts";
import { hour, marked, play } from "./rows.ts";

describe("Bound", () => {
  const bound = (facts: ClaimFacts = {}) =>
    claim({ uid: "u1", phase: "Bound", volumeName: "pv-data", annotations: marked, ...facts });
  const own = { namespace: "shop", name: "data", uid: "u1" };
  const growing = bound({
    status: {
      conditions: [
        { type: "FileSystemResizePending", status: "True", lastTransitionTime: "2026-11-20T10:00:00Z" },
      ],
    },
  });
  const on = (values: readonly string[]): PersistentVolume =>
    volume({
      phase: "Bound",
      claimRef: own,
      policy: "Retain",
      spec: {
        ...ebs,
        nodeAffinity: {
          required: {
            nodeSelectorTerms: [
              { matchExpressions: [{ key: "kubernetes.io/hostname", operator: "In", values }] },
            ],
          },
        },
      },
    });
  const fine = volume({ phase: "Bound", claimRef: own, spec: ebs });
  const resizer: Lease = {
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    metadata: metadataOf({}, "external-resizer-ebs-csi-aws-com", "kube-system"),
    spec: { holderIdentity: "x", renewTime: "2026-11-20T11:59:59Z", leaseDurationSeconds: 15 },
  };
  const grown = (facts: ClaimFacts = {}) =>
    bound({ request: "10Gi", status: { capacity: { storage: "1Gi" } }, ...facts });
  const changed = (object: PersistentVolumeClaim, time: string): PersistentVolumeClaim => ({
    ...object,
    metadata: { ...object.metadata, managedFields: [{ manager: "kubectl", operation: "Update", time }] },
  });
  play([
    ["fine", [bound(), fine], "NoPodUsesClaim healthy"],
    ["its volume is gone", [bound()], "BoundVolumeMissing blocked"],
    ["its volume is on a lost machine", [bound(), on(["node-z"])], "NodesOfVolumeGone blocked"],
    ["no label matches", [bound(), on(["node-a"]), node({ labels: {} })], "NoNodeMatchesVolume blocked"],
    [
      "being expanded",
      [grown(), fine, event(refOf(bound()), "Resizing", "External resizer is resizing volume")],
      "ResizeInProgress waiting",
    ],
    ["to be expanded by a resizer that nothing shows", [grown(), fine], "ResizerNotSeen waiting"],
    ["to be expanded by a resizer that runs", [grown(), fine, resizer], "ResizeInProgress waiting"],
    [
      "being expanded for hours",
      [
        grown({
          status: {
            capacity: { storage: "1Gi" },
            conditions: [{ type: "Resizing", status: "True", lastTransitionTime: hour }],
          },
        }),
        fine,
      ],
      "ResizeOverdue stuck",
    ],
    ["to be expanded for hours, and nobody has begun", [changed(grown(), hour), fine], "ResizeOverdue stuck"],
    [
      "to be expanded since a moment ago",
      [changed(grown(), "2026-11-20T11:59:00Z"), fine],
      "ResizerNotSeen waiting",
    ],
    [
      "an expansion that fails",
      [grown(), fine, event(refOf(bound()), "VolumeResizeFailed", "too large")],
      "ResizeFails blocked",
    ],
    [
      "the file system waits for a pod",
      [growing, fine, deployment({ claims: ["data"] })],
      "FileSystemResizeWaitsForPod waiting",
    ],
    [
      "the file system waits for a pod, and no workload will create one",
      [growing, fine],
      "FileSystemResizeNeedsPod blocked",
    ],
    [
      "the file system has not grown although a pod has used it for long",
      [growing, fine, pod({ claims: ["data"] }), node()],
      "FileSystemResizeNeedsRestart blocked",
    ],
  ]);

  const failing = [
    grown({ storageClassName: "gp3" }),
    fine,
    event(refOf(bound()), "VolumeResizeFailed", "too large"),
  ] as const;
  for (const [what, also, says, silent] of [
    [
      "allows more",
      [storageClass({ allowVolumeExpansion: true })],
      /as long as it remains above 1Gi/,
      /raise it/,
    ],
    [
      "is missing",
      [],
      /which does not stop the expansion.*raise it again as long as StorageClass gp3 does not exist\. Create it again/s,
      /does not have allow/,
    ],
    [
      "forbids it",
      [storageClass({ allowVolumeExpansion: false })],
      /raise it again as long as StorageClass gp3 does not have allowVolumeExpansion/,
      /does not exist/,
    ],
    [
      "says nothing of it",
      [storageClass({})],
      /StorageClass gp3 does not have allowVolumeExpansion/,
      /does not exist/,
    ],
  ] as const) {
    test(`an expansion that fails, and its class ${what}`, () => {
      const diagnosis = diagnosisOf([...failing, ...also]);
      assert.ok(diagnosis.remedies.some(({ name }) => name === "lower-request"));
      const text = textOf([diagnosis.verdict.summary, diagnosis.remedies]).replaceAll(/ +/g, " ");
      assert.match(text, says);
      assert.doesNotMatch(text, silent);
    });
  }

  test("an expansion that fails, and its class cannot be read: nothing is said of it", () => {
    const diagnosis = diagnosisOf(failing, ["storage.k8s.io/v1/storageclasses"]);
    assert.equal(diagnosis.verdict.reason, "ResizeFails");
    assert.doesNotMatch(textOf([diagnosis.verdict.summary, diagnosis.remedies]), /does not exist|raise it/);
  });

  test("the newest failure counts: the condition keeps what an earlier attempt failed with", () => {
    const failedAt = (lastTransitionTime: string) =>
      grown({
        status: {
          capacity: { storage: "1Gi" },
          conditions: [
            { type: "ControllerResizeError", status: "True", message: "too large", lastTransitionTime },
          ],
        },
      });
    const inUse = event(refOf(bound()), "VolumeResizeFailed", "currently in-use", "2026-11-20T11:58:00Z");
    const summary = (object: PersistentVolumeClaim) =>
      textOf(diagnosisOf([object, fine, inUse]).verdict.summary);
    assert.match(summary(failedAt("2026-11-20T09:00:00Z")), /currently in-use/);
    assert.match(summary(failedAt("2026-11-20T11:59:00Z")), /too large/);
    const blind = diagnosisOf([failedAt("2026-11-20T09:00:00Z"), fine], ["v1/events"]);
    assert.match(textOf(blind.verdict.summary), /too large/);
  });

  test("of what is left to the node nobody knows how large the disk is: a driver may do all of it there", () => {
    for (const type of ["FileSystemResizePending", "NodeResizeError"]) {
      const left = bound({ status: { conditions: [{ type, status: "True", message: "no space" }] } });
      const { summary } = diagnosisOf([left, fine]).verdict;
      assert.match(textOf(summary), /node|pod/);
      assert.doesNotMatch(textOf(summary), /the disk has its new size|file system/);
    }
  });

  test("an expansion that fails, of a claim without a class", () => {
    const [, ...rest] = failing;
    const classless = grown({ storageClassName: "" });
    assert.match(textOf(diagnosisOf([classless, ...rest]).remedies), /has no StorageClass/);
  });

  test("a former volume is worth a remark, and nothing is wrong", () => {
    const old = volume({
      name: "pv-old",
      phase: "Released",
      policy: "Retain",
      claimRef: { ...own, uid: "old" },
      spec: ebs,
    });
    const { verdict } = diagnosisOf([bound(), fine, old]);
    assert.deepEqual([verdict.category, verdict.reason], ["healthy", "FormerVolumeLeft"]);
  });

  test("a volume that cannot be read leaves nothing to say but that", () => {
    const { roots } = diagnosisOf([bound(), fine], ["v1/persistentvolumes"]);
    assert.deepEqual(
      roots.map(({ reason }) => reason),
      ["CouldNotRead"],
    );
  });
});
