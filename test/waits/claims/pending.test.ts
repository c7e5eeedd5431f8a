import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { KubeObject, PersistentVolumeClaim } from "../../../src/kubernetes/index.ts";
import { refOf } from "../../../src/kubernetes/index.ts";
import { diagnosisOf, textOf } from "../../support/diagnose.ts";
import { event, installed } from "../../support/driver.ts";
import type { ClaimFacts, VolumeFacts } from "../../support/objects.ts";
import {
  claim,
  cronJob,
  deployment,
  ebs,
  node,
  pod,
  snapshot,
  storageClass,
  volume,
} from "../../support/objects.ts";
import { hour, play } from "./rows.ts";

describe("Pending", () => {
  const pending = (facts: ClaimFacts = {}): PersistentVolumeClaim =>
    claim({ uid: "new", phase: "Pending", creationTimestamp: hour, ...facts });
  const gp3 = storageClass();
  const delayed = storageClass({ volumeBindingMode: "WaitForFirstConsumer" });
  const ofClass = (facts: ClaimFacts = {}) => pending({ storageClassName: "gp3", ...facts });
  const fromRepo = (facts: ClaimFacts = {}) =>
    ofClass({ spec: { dataSourceRef: { apiGroup: "x.io", kind: "Repo", name: "r" } }, ...facts });
  const minutesAgo = "2026-11-20T11:58:00Z";
  const chosen = { "volume.kubernetes.io/selected-node": "node-z" };
  const named = pending({ volumeName: "pv-data", storageClassName: "" });
  const free = (facts: VolumeFacts = {}) => volume({ spec: ebs, storageClassName: "", ...facts });
  const old = { creationTimestamp: hour };
  const byDefault = (facts: { readonly creationTimestamp: string }) => {
    const standard = storageClass({ name: "standard" });
    const annotations = { "storageclass.kubernetes.io/is-default-class": "true" };
    return { ...standard, metadata: { ...standard.metadata, annotations, ...facts } };
  };
  const waiting = pod({ phase: "Pending", nodeName: "", claims: ["data"] });
  const fresh = { ...waiting, metadata: { ...waiting.metadata, creationTimestamp: "2026-11-20T11:58:00Z" } };
  const said = (reason: string) => ({
    ...waiting,
    status: {
      ...waiting.status,
      conditions: [{ type: "PodScheduled", status: "False", reason, message: "0/3 nodes are available" }],
    },
  });
  const byHand = { ...delayed, provisioner: "kubernetes.io/no-provisioner" };
  const failing = event(refOf(pending()), "ProvisioningFailed", "quota exceeded");
  play([
    ["names a missing volume", [named], "NamedVolumeMissing blocked"],
    ["names a new one", [named, free({ creationTimestamp: "2026-11-20T11:58:00Z" })], "AboutToBind waiting"],
    ["names one that has been free for hours", [named, free(old)], "BindingOverdue stuck"],
    ["one has been free for hours", [pending({ storageClassName: "" }), free(old)], "BindingOverdue stuck"],
    [
      "names one that is reserved for it by name",
      [named, free({ ...old, claimRef: { namespace: "shop", name: "data" } })],
      "BindingOverdue stuck",
    ],
    [
      "names one that became free a moment ago",
      [named, free({ ...old, status: { lastPhaseTransitionTime: "2026-11-20T11:58:00Z" } })],
      "AboutToBind waiting",
    ],
    [
      "has just named one",
      [
        pending({ volumeName: "pv-data", storageClassName: "", creationTimestamp: "2026-11-20T11:58:00Z" }),
        free(old),
      ],
      "AboutToBind waiting",
    ],
    ["a default class exists for hours", [pending(), byDefault(old)], "DefaultClassOverdue stuck"],
    [
      "a default class of now",
      [pending(), byDefault({ creationTimestamp: "2026-11-20T11:58:00Z" })],
      "DefaultClassComesNext waiting",
    ],
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
    [
      "no pod yet, of a workload that makes one",
      [ofClass(), delayed, deployment({ claims: ["data"] })],
      "WaitsForFirstPod waiting",
    ],
    [
      "no pod yet, of a schedule",
      [ofClass(), delayed, cronJob({ claims: ["data"] })],
      "WaitsForFirstPod waiting",
    ],
    [
      "no pod yet, of a claim that is minutes old",
      [ofClass({ creationTimestamp: "2026-11-20T11:50:00Z" }), delayed],
      "WaitsForFirstPod waiting",
    ],
    [
      "no pod, of a workload without replicas",
      [ofClass(), delayed, deployment({ claims: ["data"], replicas: 0 })],
      "NoPodWillUseClaim blocked",
    ],
    [
      "no pod, of a suspended schedule",
      [ofClass(), delayed, cronJob({ claims: ["data"], suspend: true })],
      "NoPodWillUseClaim blocked",
    ],
    [
      "no pod for days, and no workload names it",
      [ofClass({ creationTimestamp: "2026-11-10T11:00:00Z" }), delayed],
      "NoPodWillUseClaim blocked",
    ],
    ["its pod is not scheduled yet", [ofClass(), delayed, fresh], "WaitsForScheduling waiting"],
    ["no scheduler looks at its pod", [ofClass(), delayed, waiting], "SchedulerSilent stuck"],
    ["no node does for its pod", [ofClass(), delayed, said("Unschedulable")], "PodUnschedulable blocked"],
    ["the scheduler fails", [ofClass(), delayed, said("SchedulerError")], "PodUnschedulable blocked"],
    [
      "no node does for its pod, says an event",
      [ofClass(), delayed, waiting, event(refOf(waiting), "FailedScheduling", "0/3 nodes are available")],
      "PodUnschedulable blocked",
    ],
    ["its pod has gates", [ofClass(), delayed, said("SchedulingGated")], "PodSchedulingGated blocked"],
    [
      "one pod is new, and no node does for the other",
      [
        ofClass(),
        delayed,
        fresh,
        { ...said("Unschedulable"), metadata: { ...waiting.metadata, name: "web-1" } },
      ],
      "PodUnschedulable blocked",
    ],
    ["the class makes none, and there is none", [ofClass(), byHand, fresh], "NoVolumeFits blocked"],
    [
      "the class makes none, and the only one is too small",
      [ofClass(), byHand, fresh, free({ storageClassName: "gp3", capacity: "1Mi" })],
      "NoVolumeFits blocked",
    ],
    [
      "the class makes none, and one fits",
      [ofClass(), byHand, fresh, free({ storageClassName: "gp3" })],
      "WaitsForScheduling waiting",
    ],
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
      "ProvisioningNotReported waiting",
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
      [fromRepo({ creationTimestamp: minutesAgo }), gp3, ...installed()],
      "PopulatorFills waiting",
    ],
    ["by a populator that does not act", [fromRepo(), gp3, ...installed()], "PopulatorSilent stuck"],
    [
      "by a populator that works",
      [
        fromRepo(),
        claim({ name: `prime-${fromRepo().metadata.uid}`, uid: "p", phase: "Bound" }),
        gp3,
        ...installed(),
      ],
      "PopulatorFills waiting",
    ],
    [
      "by a populator that says why it waits",
      [fromRepo(), gp3, event(refOf(fromRepo()), "CloneSourceInUse", "pod shop/vm using c"), ...installed()],
      "CloneSourceInUse blocked",
    ],
    ["by a populator, for the first pod", [fromRepo(), delayed, ...installed()], "WaitsForFirstPod waiting"],
  ]);

  test("that a populator does not act is not said where that was not read", () => {
    for (const hidden of [
      "v1/events",
      "v1/persistentvolumeclaims",
      "storage.k8s.io/v1/storageclasses",
    ] as const) {
      const [hold] = diagnosisOf([fromRepo(), gp3, ...installed()], [hidden]).holds;
      assert.equal(hold?.reason, "CouldNotRead", hidden);
    }
  });

  test("a snapshot that is not ready holds its claim", () => {
    const restored = ofClass({ spec: { dataSource: { kind: "VolumeSnapshot", name: "nightly" } } });
    const { holds } = diagnosisOf([restored, gp3, snapshot({ readyToUse: false }), ...installed()]);
    assert.equal(holds[0]?.reason, "DataSourceNotReady");
  });

  test("a volume that a former claim of this name reserves is named, and given on by its uid alone", () => {
    const former = { namespace: "shop", name: "data", uid: "old" };
    const kept = free({ phase: "Released", policy: "Retain", claimRef: former });
    const diagnosis = diagnosisOf([pending({ storageClassName: "" }), kept]);
    assert.match(textOf(diagnosis.verdict.summary), /reserved for a former claim of this name/);
    assert.deepEqual(
      diagnosis.remedies.map(({ name }) => name),
      ["release-claim-ref"],
    );
    const doomed = free({ phase: "Released", policy: "Delete", claimRef: former });
    assert.doesNotMatch(
      textOf(diagnosisOf([pending({ storageClassName: "" }), doomed]).verdict.summary),
      /former/,
    );
  });

  test("another claim's volume is offered only where that claim finds another one", () => {
    const other = claim({ name: "other", uid: "o", phase: "Bound", volumeName: "pv-data" });
    const taken = free({ phase: "Bound", claimRef: { namespace: "shop", name: "other", uid: "o" } });
    const spare = free({ name: "pv-spare", capacity: "1Mi" });
    const large = pending({ storageClassName: "", spec: { resources: { requests: { storage: "1Gi" } } } });
    const small = { ...other, spec: { ...other.spec, resources: { requests: { storage: "1Mi" } } } };
    const hungry: PersistentVolumeClaim = { ...small, spec: large.spec };
    const offered = (...more: readonly KubeObject[]) =>
      diagnosisOf([large, taken, ...more]).remedies.map(({ name }) => name);
    assert.deepEqual(offered(small), [], "no volume is free");
    assert.deepEqual(offered(spare, hungry), [], "none is large enough");
    assert.deepEqual(offered(spare, small), ["pair-by-claim-ref"]);
    assert.match(diagnosisOf([large, taken, small]).advice ?? "", /create a volume/);
  });

  test("nothing unread is taken for missing", () => {
    for (const kind of ["storage.k8s.io/v1/storageclasses", "v1/persistentvolumes", "v1/events"] as const) {
      assert.equal(diagnosisOf([ofClass(), gp3, ...installed()], [kind]).verdict.category, "unknown", kind);
    }
  });
});

test("a provisioner of which the cluster knows nothing is not said to be at work", () => {
  const young = claim({ storageClassName: "fast", creationTimestamp: "2026-11-20T11:59:00Z" });
  const fast = storageClass({ name: "fast", provisioner: "disk.example.com" });
  const said = (...more: readonly KubeObject[]) =>
    textOf(diagnosisOf([young, fast, ...more]).verdict.summary);
  assert.match(said(), /no CSI driver has that name/);
  assert.match(said(...installed("disk.example.com")), /has not reported an attempt yet/);
  const { advice } = diagnosisOf([young, fast, ...installed("disk.example.com")]);
  assert.match(advice ?? "", /unknown yet whether this resolves/);
  const begun = event(refOf(young), "Provisioning", "it is being made", "2026-11-20T11:59:00Z");
  assert.match(said(...installed("disk.example.com"), begun), /is creating the volume/);
});
