import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  type KubeObject,
  type PersistentVolume,
  type PersistentVolumeClaim,
  refOf,
} from "../../src/model/index.ts";
import { diagnosisOf, remediesOf, rootsOf, textOf } from "../support/diagnose.ts";
import { event, installed } from "../support/driver.ts";
import {
  attachment,
  type ClaimFacts,
  claim,
  ebs,
  node,
  pod,
  snapshot,
  storageClass,
  type VolumeFacts,
  volume,
} from "../support/objects.ts";

type Row = readonly [name: string, objects: readonly [KubeObject, ...KubeObject[]], root: string];

function play(rows: readonly Row[]): void {
  for (const [name, objects, root] of rows) {
    test(name, () => {
      const { verdict } = diagnosisOf(objects);
      assert.equal(`${verdict.reason} ${verdict.category}`, root);
    });
  }
}

const marked = { "pv.kubernetes.io/bind-completed": "yes" };
const hour = "2026-11-20T10:00:00Z";

describe("Lost", () => {
  const lost = (facts: ClaimFacts = {}): PersistentVolumeClaim =>
    claim({ uid: "new", phase: "Lost", volumeName: "pv-data", annotations: marked, ...facts });
  const of = (claimRef?: VolumeFacts["claimRef"], facts: VolumeFacts = {}): PersistentVolume =>
    volume({ phase: "Bound", spec: ebs, ...(claimRef === undefined ? {} : { claimRef }), ...facts });
  const former = { namespace: "shop", name: "data", uid: "old" };
  play([
    ["no volume", [lost(), pod({ claims: ["data"] })], "VolumeObjectMissing blocked"],
    ["no volume, attached", [lost(), attachment()], "VolumeObjectMissing blocked"],
    ["restored", [lost({ creationTimestamp: "2026-11-20T11:52:00Z" })], "RestoredWithoutVolume blocked"],
    [
      "restored, still Pending",
      [lost({ phase: "Pending", creationTimestamp: "2026-11-20T11:52:00Z" })],
      "RestoredWithoutVolume blocked",
    ],
    ["another uid", [lost(), of(former)], "VolumeReservedForFormerClaim blocked"],
    [
      "no uid",
      [lost(), of({ namespace: "shop", name: "data" }, { phase: "Available" })],
      "VolumeReservedWithoutUid blocked",
    ],
    ["another claim", [lost(), of({ ...former, name: "other" })], "VolumeBelongsToOtherClaim blocked"],
    [
      "the uid under another name",
      [lost(), of({ ...former, name: "prime", uid: "new" })],
      "ClaimRefMixesClaims blocked",
    ],
    ["free again", [lost(), of(undefined, { phase: "Available" })], "BindingComesBack waiting"],
    ["no name", [lost({ volumeName: "" })], "LostWithoutVolumeName blocked"],
    [
      "no name, and volumes in a loop",
      [lost({ volumeName: "" }), ...["a", "b"].map((name) => of({ ...former, uid: "new" }, { name }))],
      "VolumesMadeInLoop blocked",
    ],
    [
      "a tool's manifest",
      [lost({ labels: { "kustomize.toolkit.fluxcd.io/name": "apps" } }), of(former)],
      "ManifestShipsBinding blocked",
    ],
  ]);

  test("clearing the uid is never offered: the claim would stay Lost", () => {
    const diagnosis = diagnosisOf([lost(), of(former, { policy: "Retain" })]);
    const [remedy] = diagnosis.remedies;
    assert.equal(remedy?.name, "release-claim-ref");
    const patch = remedy?.commands[0]?.argv.at(-1) ?? "";
    assert.match(patch, /"op":"replace","path":"\/spec\/claimRef\/uid","value":"new"/);
    assert.match(patch, /"op":"test","path":"\/spec\/claimRef\/uid","value":"old"/);
    assert.match(patch, /"op":"test","path":"\/metadata\/uid"/);
  });

  test("with policy Delete Retain comes first", () => {
    const diagnosis = diagnosisOf([lost(), of(former), ...installed()]);
    assert.equal(diagnosis.remedies.find(({ primary }) => primary)?.name, "set-retain");
    assert.equal(diagnosis.fate?.data, "destroyed");
  });

  test("unread volumes are not missing ones", () => {
    const diagnosis = diagnosisOf([lost(), of(former)], ["v1/persistentvolumes"]);
    assert.equal(diagnosis.verdict.category, "unknown");
    assert.deepEqual(remediesOf(diagnosis), []);
  });
});

describe("Pending", () => {
  const pending = (facts: ClaimFacts = {}): PersistentVolumeClaim =>
    claim({ uid: "new", phase: "Pending", creationTimestamp: hour, ...facts });
  const gp3 = storageClass();
  const delayed = storageClass({ volumeBindingMode: "WaitForFirstConsumer" });
  const ofClass = (facts: ClaimFacts = {}) => pending({ storageClassName: "gp3", ...facts });
  const chosen = { "volume.kubernetes.io/selected-node": "node-z" };
  const named = pending({ volumeName: "pv-data", storageClassName: "" });
  const free = (facts: VolumeFacts = {}) => volume({ spec: ebs, storageClassName: "", ...facts });
  const waiting = pod({ phase: "Pending", nodeName: "", claims: ["data"] });
  const failing = event(refOf(pending()), "ProvisioningFailed", "quota exceeded");
  play([
    ["names a missing volume", [named], "NamedVolumeMissing blocked"],
    ["names a free one", [named, free()], "AboutToBind waiting"],
    [
      "names one of another class",
      [named, free({ storageClassName: "slow" })],
      "NamedVolumeOfOtherClass blocked",
    ],
    ["names one that is too small", [named, free({ capacity: "1Mi" })], "NamedVolumeDoesNotFit blocked"],
    [
      "names one of a former claim",
      [
        named,
        free({
          phase: "Released",
          policy: "Retain",
          claimRef: { namespace: "shop", name: "data", uid: "old" },
        }),
      ],
      "NamedVolumeReserved blocked",
    ],
    [
      "names one of another claim",
      [named, free({ phase: "Bound", claimRef: { namespace: "shop", name: "other", uid: "o" } })],
      "NamedVolumeTaken blocked",
    ],
    ["no class, no volume", [pending({ storageClassName: "" })], "NoVolumeFits blocked"],
    ["no such class", [ofClass()], "StorageClassMissing blocked"],
    ["no pod yet", [ofClass(), delayed], "WaitsForFirstPod waiting"],
    ["its pod is not scheduled", [ofClass(), delayed, waiting], "WaitsForScheduling waiting"],
    [
      "its pod was put on a node",
      [ofClass(), delayed, pod({ phase: "Pending", claims: ["data"] })],
      "PodBypassesScheduler blocked",
    ],
    ["no driver", [ofClass(), gp3], "ProvisionerNotInstalled stuck"],
    ["the driver says nothing", [ofClass(), gp3, ...installed()], "ProvisionerSilent stuck"],
    ["the driver fails", [ofClass(), gp3, ...installed(), failing], "ProvisioningFails blocked"],
    [
      "new",
      [ofClass({ creationTimestamp: "2026-11-20T11:59:00Z" }), gp3, ...installed()],
      "ProvisioningInProgress waiting",
    ],
    [
      "promised to a lost node",
      [ofClass({ annotations: chosen }), delayed, ...installed()],
      "SelectedNodeGone blocked",
    ],
    [
      "promised to a node without the driver",
      [ofClass({ annotations: chosen }), delayed, node({ name: "node-z" }), ...installed()],
      "SelectedNodeWithoutDriver blocked",
    ],
    [
      "from a missing snapshot",
      [ofClass({ spec: { dataSource: { kind: "VolumeSnapshot", name: "s1" } } }), gp3, ...installed()],
      "DataSourceMissing blocked",
    ],
    [
      "a clone of a missing claim",
      [
        ofClass({ spec: { dataSource: { kind: "PersistentVolumeClaim", name: "src" } } }),
        gp3,
        ...installed(),
      ],
      "DataSourceMissing blocked",
    ],
    [
      "by a populator",
      [
        ofClass({ spec: { dataSourceRef: { apiGroup: "x.io", kind: "Repo", name: "r" } } }),
        gp3,
        ...installed(),
      ],
      "PopulatorFills waiting",
    ],
  ]);

  test("a snapshot that is not ready holds its claim", () => {
    const restored = ofClass({ spec: { dataSource: { kind: "VolumeSnapshot", name: "nightly" } } });
    const { holds } = diagnosisOf([restored, gp3, snapshot({ readyToUse: false }), ...installed()]);
    assert.equal(holds[0]?.reason, "DataSourceNotReady");
  });

  test("nothing unread is taken for missing", () => {
    for (const kind of ["storage.k8s.io/v1/storageclasses", "v1/persistentvolumes", "v1/events"] as const) {
      assert.equal(diagnosisOf([ofClass(), gp3, ...installed()], [kind]).verdict.category, "unknown", kind);
    }
  });
});

describe("Bound", () => {
  const bound = (facts: ClaimFacts = {}) =>
    claim({ uid: "u1", phase: "Bound", volumeName: "pv-data", annotations: marked, ...facts });
  const own = { namespace: "shop", name: "data", uid: "u1" };
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
  const grown = (facts: ClaimFacts = {}) =>
    bound({ request: "10Gi", status: { capacity: { storage: "1Gi" } }, ...facts });
  play([
    ["fine", [bound(), fine], "NoPodUsesClaim healthy"],
    ["its volume is gone", [bound()], "BoundVolumeMissing blocked"],
    ["its volume is on a lost machine", [bound(), on(["node-z"])], "NodesOfVolumeGone blocked"],
    ["no label matches", [bound(), on(["node-a"]), node({ labels: {} })], "NoNodeMatchesVolume blocked"],
    ["being expanded", [grown(), fine], "ResizeInProgress waiting"],
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
    [
      "an expansion that fails",
      [grown(), fine, event(refOf(bound()), "VolumeResizeFailed", "too large")],
      "ResizeFails blocked",
    ],
    [
      "the file system waits for a pod",
      [bound({ status: { conditions: [{ type: "FileSystemResizePending", status: "True" }] } }), fine],
      "FileSystemResizeWaitsForPod waiting",
    ],
  ]);

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

describe("a volume without its claim", () => {
  const former = { namespace: "shop", name: "data", uid: "old" };
  const volumeOf = (facts: VolumeFacts = {}) =>
    volume({ phase: "Bound", claimRef: former, spec: ebs, ...facts });
  const noPlugin = { phase: "Failed", spec: { nfs: { server: "s", path: "/" } } } as const;
  play([
    ["no namespace", [volumeOf()], "ClaimNamespaceMissing stuck"],
    ["another uid", [volumeOf(), claim({ uid: "new" })], "ClaimOfVolumeReplaced blocked"],
    [
      "bound elsewhere",
      [volumeOf(), claim({ uid: "old", volumeName: "pv-b" })],
      "ClaimBoundElsewhere blocked",
    ],
    ["made by hand", [volumeOf(noPlugin)], "NoDeleterForVolume blocked"],
    ["Failed and kept", [volumeOf({ phase: "Failed", policy: "Retain" })], "FailedAndRetained waiting"],
    [
      "Failed, of a driver",
      [
        volumeOf({
          phase: "Failed",
          annotations: { "pv.kubernetes.io/provisioned-by": "ebs.csi.aws.com" },
        }),
      ],
      "FailedNeverRetried blocked",
    ],
    ["Failed, of nobody", [volumeOf({ phase: "Failed" })], "NoDeleterForVolume blocked"],
    [
      "Failed, of a plugin that tried",
      [
        volumeOf({
          phase: "Failed",
          spec: { awsElasticBlockStore: { volumeID: "vol-1" } },
          annotations: { "pv.kubernetes.io/provisioned-by": "kubernetes.io/aws-ebs" },
          status: { message: "vol-1 is still attached", lastPhaseTransitionTime: "2026-11-20T11:59:20Z" },
        }),
      ],
      "ReclaimRetried waiting",
    ],
  ]);

  test("an Available volume that is reserved by name is healthy, and nothing is to be done", () => {
    const diagnosis = diagnosisOf([
      volume({
        phase: "Available",
        policy: "Retain",
        claimRef: { namespace: "shop", name: "data" },
        spec: ebs,
      }),
    ]);
    assert.deepEqual([diagnosis.verdict.category, diagnosis.verdict.reason], ["healthy", "ReservedForClaim"]);
    assert.deepEqual(remediesOf(diagnosis), []);
    assert.equal(diagnosis.avoid.length, 1);
    assert.deepEqual(rootsOf(diagnosis), []);
  });
});

test("a provisioner of which the cluster knows nothing is not said to be at work", () => {
  const young = claim({ storageClassName: "fast", creationTimestamp: "2026-11-20T11:59:00Z" });
  const fast = storageClass({ name: "fast", provisioner: "disk.example.com" });
  const said = (...more: readonly KubeObject[]) =>
    textOf(diagnosisOf([young, fast, ...more]).verdict.summary);
  assert.match(said(), /no CSI driver has that name/);
  assert.match(said(...installed("disk.example.com")), /is making the volume/);
});
