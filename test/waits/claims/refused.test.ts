import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type {
  CSIDriver,
  CSIStorageCapacity,
  KubeObject,
  PersistentVolumeClaim,
  Pod,
} from "../../../src/model/index.ts";
import { diagnosisOf, textOf } from "../../support/diagnose.ts";
import { claim, node, pod, storageClass, volume } from "../../support/objects.ts";
import { hour, play } from "./rows.ts";

const delayed = storageClass({ volumeBindingMode: "WaitForFirstConsumer", creationTimestamp: hour });
const byHand = { ...delayed, provisioner: "kubernetes.io/no-provisioner" };
const noVolume = "0/1 nodes are available: 1 node(s) didn't find available persistent volumes to bind.";
const noSpace = "0/1 nodes are available: 1 node(s) did not have enough free storage.";
const unbound =
  "0/1 nodes are available: pod has unbound immediate PersistentVolumeClaims. not found. being deleted.";

function pending(name = "data", storageClassName = "gp3"): PersistentVolumeClaim {
  return claim({ name, uid: `uid-${name}`, phase: "Pending", creationTimestamp: hour, storageClassName });
}

function refusedPod(
  message: string,
  claims: readonly string[] = ["data"],
  ephemeral: readonly string[] = [],
): Pod {
  const conditions = [{ type: "PodScheduled", status: "False", reason: "Unschedulable", message }];
  return pod({
    phase: "Pending",
    nodeName: "",
    claims,
    ephemeral,
    creationTimestamp: hour,
    status: { conditions },
  });
}

const withRoom: CSIDriver = {
  apiVersion: "storage.k8s.io/v1",
  kind: "CSIDriver",
  metadata: { name: "ebs.csi.aws.com", uid: "driver" },
  spec: { storageCapacity: true },
};

const withoutAsking: CSIDriver = { ...withRoom, spec: { storageCapacity: false } };

function capacity(facts: Partial<CSIStorageCapacity> = {}): CSIStorageCapacity {
  return {
    apiVersion: "storage.k8s.io/v1",
    kind: "CSIStorageCapacity",
    metadata: { name: "csisc-1", namespace: "kube-system", uid: "csisc-1" },
    storageClassName: "gp3",
    capacity: "107374182400",
    nodeTopology: { matchLabels: { zone: "a" } },
    ...facts,
  };
}

function asking(storage: string): PersistentVolumeClaim {
  const wanting = pending();
  return { ...wanting, spec: { ...wanting.spec, resources: { requests: { storage } } } };
}

/** Each part of a phrase stands apart in `textOf`. */
const closed = (text: string) => text.replaceAll(/ +(?=[:/),=])|(?<=[/(=]) +/g, "").replaceAll(/ +/g, " ");
const saidOf = (objects: readonly [KubeObject, ...KubeObject[]]) =>
  closed(textOf(diagnosisOf(objects).verdict));

describe("the scheduler leaves a pod alone because of another of its claims", () => {
  const waiting = refusedPod(unbound, ["data", "other"]);
  play([
    ["which does not exist", [pending(), delayed, waiting], "OtherClaimOfPodNotReady blocked"],
    [
      "which nothing makes a volume for",
      [pending(), delayed, waiting, pending("other", "")],
      "NoVolumeFits blocked",
    ],
    [
      "which is Lost",
      [
        pending(),
        delayed,
        waiting,
        claim({ name: "other", phase: "Lost", volumeName: "gone", creationTimestamp: hour }),
      ],
      "VolumeObjectMissing blocked",
    ],
    [
      "but it is bound by now",
      [
        pending(),
        delayed,
        waiting,
        claim({
          name: "other",
          phase: "Bound",
          volumeName: "pv-other",
          annotations: { "pv.kubernetes.io/bind-completed": "yes" },
        }),
      ],
      "PodUnschedulable blocked",
    ],
    [
      "which is one that waits for its node too",
      [pending(), delayed, waiting, pending("other")],
      "PodUnschedulable blocked",
    ],
    [
      "which nobody has made for its ephemeral volume",
      [pending(), delayed, refusedPod(unbound, ["data"], ["tmp"])],
      "OtherClaimOfPodNotReady stuck",
    ],
  ]);

  test("the other claim is named, and what is wrong with it", () => {
    const diagnosis = diagnosisOf([pending(), delayed, waiting, pending("other", "")]);
    const [own, others] = diagnosis.holds;
    assert.match(
      closed(textOf(own?.message)),
      /pod\/web-0 .*is not scheduled because of another of its claims: .*persistentvolumeclaim\/other .*is not bound yet/,
    );
    assert.equal(own?.reason, "OtherClaimOfPodNotReady");
    assert.equal(others?.held.name, "other");
    assert.doesNotMatch(textOf(diagnosis.next), /is deleted|removes/);
  });
});

describe("the scheduler finds no volume where the pod could run", () => {
  const refused = refusedPod(noVolume);
  const tiedTo = (name: string) =>
    volume({
      name: `pv-${name}`,
      phase: "Available",
      storageClassName: "gp3",
      creationTimestamp: hour,
      spec: {
        nodeAffinity: {
          required: {
            nodeSelectorTerms: [
              { matchExpressions: [{ key: "kubernetes.io/hostname", operator: "In", values: [name] }] },
            ],
          },
        },
      },
    });
  const host = node({ name: "node-a", labels: { "kubernetes.io/hostname": "node-a", zone: "a" } });
  const inZone = (zone: string) => ({
    ...delayed,
    allowedTopologies: [{ matchLabelExpressions: [{ key: "zone", values: [zone] }] }],
  });
  play([
    [
      "volumes are tied to nodes",
      [pending(), byHand, refused, tiedTo("node-a"), host],
      "NoNodeWithVolumeForPod blocked",
    ],
    [
      "one came a moment ago",
      [
        pending(),
        byHand,
        refused,
        {
          ...tiedTo("node-a"),
          status: { phase: "Available", lastPhaseTransitionTime: "2026-11-20T11:59:00Z" },
        },
        host,
      ],
      "PodUnschedulable blocked",
    ],
    [
      "one can be used anywhere, so that another claim must be meant",
      [
        pending(),
        byHand,
        refused,
        volume({ phase: "Available", storageClassName: "gp3", creationTimestamp: hour }),
        host,
      ],
      "PodUnschedulable blocked",
    ],
    ["the class is for one zone", [pending(), inZone("a"), refused, host], "NoNodeWithVolumeForPod blocked"],
    ["the class is for everywhere", [pending(), delayed, refused, host], "PodUnschedulable blocked"],
  ]);

  test("it is said where volumes are, and what no node has", () => {
    assert.match(
      saidOf([pending(), byHand, refused, tiedTo("node-a"), tiedTo("node-b"), host]),
      /persistentvolume\/pv-node-a.* kubernetes\.io\/hostname=node-a.*pv-node-b.*hostname=node-b, which no node has/,
    );
    assert.match(saidOf([pending(), inZone("b"), refused, host]), /only where zone=b, and no node has that/);
    assert.doesNotMatch(saidOf([pending(), inZone("a"), refused, host]), /no node has/);
  });

  test("two claims of one pod can want the same volume", () => {
    const both = refusedPod(noVolume, ["data", "logs"]);
    assert.match(
      saidOf([pending(), byHand, both, tiedTo("node-a"), pending("logs"), host]),
      /have a volume for each of its claims/,
    );
  });
});

describe("the driver has no room", () => {
  const refused = refusedPod(noSpace);
  play([
    [
      "for so much",
      [asking("500Gi"), delayed, refused, withRoom, capacity()],
      "StorageCapacityTooSmall blocked",
    ],
    [
      "for one volume of that size",
      [asking("50Gi"), delayed, refused, withRoom, capacity({ maximumVolumeSize: "10Gi" })],
      "StorageCapacityTooSmall blocked",
    ],
    [
      "but elsewhere it has",
      [asking("50Gi"), delayed, refused, withRoom, capacity()],
      "NoNodeWithVolumeForPod blocked",
    ],
    [
      "that it speaks of",
      [asking("50Gi"), delayed, refused, withRoom, capacity({ storageClassName: "other" })],
      "StorageCapacityNotPublished stuck",
    ],
    [
      "where nodes could reach it",
      [asking("50Gi"), delayed, refused, withRoom, capacity({ nodeTopology: undefined })],
      "StorageCapacityNotPublished stuck",
    ],
    [
      "that it speaks of, but the class is new",
      [
        asking("50Gi"),
        { ...delayed, metadata: { ...delayed.metadata, creationTimestamp: "2026-11-20T11:59:00Z" } },
        refused,
        withRoom,
      ],
      "PodUnschedulable blocked",
    ],
    [
      "but it is not asked about it, so that another claim must be meant",
      [asking("50Gi"), delayed, refused, withoutAsking],
      "PodUnschedulable blocked",
    ],
  ]);

  const metadata = { name: "csisc-2", namespace: "kube-system", uid: "csisc-2" };
  const larger: CSIStorageCapacity = { ...capacity(), metadata };
  test("the largest place is named, in a size that people read", () => {
    assert.match(
      saidOf([asking("500Gi"), delayed, refused, withRoom, capacity({ capacity: "5Gi" }), larger]),
      /room for the 500Gi .*is 100Gi \(zone=a/,
    );
  });

  test("where capacities were not read, the words of the scheduler are left", () => {
    const { verdict } = diagnosisOf(
      [asking("500Gi"), delayed, refused, withRoom, capacity()],
      ["storage.k8s.io/v1/csistoragecapacities"],
    );
    assert.equal(verdict.reason, "PodUnschedulable");
  });
});
