import { workloads } from "./every-workload.ts";
import type { Made } from "./made.ts";
import { persistentVolume, persistentVolumeClaim, podUsing } from "./manifests.ts";
import type { Owner } from "./node-objects.ts";
import { csiNodeObject, leaseObject, nodeObject, readyStatus, renewTime } from "./node-objects.ts";
import type { ObjectManifest } from "./paths.ts";
import { volumeSources } from "./volume-sources.ts";

const namespace = "kinds";
const now = "2026-11-20T12:00:00Z";
const nobody: Owner = { apiVersion: "v1", kind: "Node", name: "gone", uid: "d0d0" };
const condition = {
  type: "Ready",
  status: "False",
  reason: "Testing",
  message: "ü ✓",
  lastTransitionTime: now,
};
const size = { requests: { storage: "1536Mi" } };

const pods: readonly Made[] = [
  {
    object: podUsing(
      "data",
      { name: "running", namespace },
      {
        nodeName: "node-1",
        nodeSelector: { disk: "fast" },
        terminationGracePeriodSeconds: 0,
        initContainers: [{ name: "first", image: "example.invalid/none" }],
      },
    ),
    status: {
      phase: "Running",
      startTime: now,
      conditions: [condition],
      initContainerStatuses: [
        {
          ...containerStatus("first", 0),
          state: { terminated: { exitCode: 0, reason: "Completed", startedAt: now, finishedAt: now } },
        },
      ],
      containerStatuses: [{ ...containerStatus("main", 3), state: { running: { startedAt: now } } }],
    },
  },
  {
    object: podUsing(
      "data",
      { name: "waiting", namespace },
      {
        restartPolicy: "Never",
        volumes: [
          { name: "data", persistentVolumeClaim: { claimName: "data", readOnly: true } },
          {
            name: "scratch",
            ephemeral: { volumeClaimTemplate: { spec: { accessModes: ["ReadWriteOnce"], resources: size } } },
          },
          { name: "empty", emptyDir: {} },
        ],
      },
    ),
    status: {
      phase: "Failed",
      reason: "Evicted",
      message: "the node was low on memory",
      containerStatuses: [
        { ...containerStatus("main", 0), state: { waiting: { reason: "ImagePullBackOff" } } },
      ],
    },
  },
  { object: podUsing("data", { name: "bare", namespace }) },
];

function containerStatus(name: string, restartCount: number): object {
  return { name, restartCount, ready: false, image: "", imageID: "", lastState: {} };
}

const claims: readonly Made[] = [
  { object: persistentVolumeClaim({ name: "data", namespace }) },
  {
    object: persistentVolumeClaim(
      { name: "chosen", namespace },
      {
        storageClassName: "fast",
        volumeMode: "Block",
        resources: size,
        selector: {
          matchLabels: { a: "b" },
          matchExpressions: [{ key: "c", operator: "In", values: ["d"] }],
        },
      },
    ),
    status: { phase: "Pending", conditions: [{ ...condition, type: "Resizing" }] },
  },
  {
    object: persistentVolumeClaim(
      { name: "copy", namespace },
      {
        dataSourceRef: { apiGroup: "snapshot.storage.k8s.io", kind: "VolumeSnapshot", name: "s" },
      },
    ),
    status: { phase: "Bound", accessModes: ["ReadWriteOnce"], capacity: { storage: "1Gi" } },
  },
];

const volumes: readonly Made[] = [
  ...Object.entries(volumeSources).map(([source, value]) => ({
    object: persistentVolume(`of-${source.toLowerCase()}`, { hostPath: undefined, [source]: value }),
  })),
  {
    object: persistentVolume("reserved", {
      persistentVolumeReclaimPolicy: "Delete",
      mountOptions: ["ro"],
      claimRef: { namespace, name: "data", uid: "1234" },
      nodeAffinity: {
        required: {
          nodeSelectorTerms: [{ matchExpressions: [{ key: "zone", operator: "In", values: ["a", "b"] }] }],
        },
      },
    }),
    status: { phase: "Failed", reason: "DeleteFailed", message: "no", lastPhaseTransitionTime: now },
  },
];

const storage = "storage.k8s.io/v1";
const classes: readonly Made[] = [
  {
    object: cluster(storage, "StorageClass", "fast", {
      provisioner: "csi.example",
      allowVolumeExpansion: false,
    }),
  },
  { object: cluster(storage, "CSIDriver", "csi.example", { spec: { attachRequired: false } }) },
  { object: cluster(storage, "CSIDriver", "bare.example", { spec: {} }) },
  { object: csiNodeObject("node-1", nobody, ["csi.example"]) },
  { object: cluster(storage, "CSINode", "none", { spec: { drivers: [] } }) },
  {
    object: cluster(storage, "VolumeAttachment", "one", {
      spec: { attacher: "csi.example", nodeName: "node-1", source: { persistentVolumeName: "of-csi" } },
    }),
    status: { attached: true, detachError: { time: now, message: "busy" } },
  },
  {
    object: cluster(storage, "VolumeAttachment", "two", {
      spec: { attacher: "csi.example", nodeName: "node-1", source: { persistentVolumeName: "of-nfs" } },
    }),
  },
];

function cluster(apiVersion: string, kind: string, name: string, more: object): ObjectManifest {
  return { apiVersion, kind, metadata: { name }, ...more };
}

const involvedObject = { apiVersion: "v1", kind: "Pod", namespace, name: "running", uid: "1" };
const others: readonly Made[] = [
  { object: nodeObject("node-1"), status: { ...readyStatus(), volumesInUse: ["kubernetes.io/csi/x"] } },
  { object: cluster("v1", "Node", "bare", { spec: { providerID: "aws:///x", unschedulable: true } }) },
  { object: leaseObject("node-1", nobody) },
  {
    object: {
      ...event("old"),
      count: 3,
      type: "Warning",
      reason: "FailedMount",
      message: "no",
      firstTimestamp: now,
      lastTimestamp: now,
      source: { component: "kubelet", host: "node-1" },
    },
  },
  {
    object: {
      ...event("new"),
      eventTime: renewTime(),
      type: "Normal",
      reason: "Scheduled",
      action: "Binding",
      reportingComponent: "default-scheduler",
      reportingInstance: "x",
      series: { count: 2, lastObservedTime: renewTime() },
    },
  },
];

function event(name: string): ObjectManifest {
  return { apiVersion: "v1", kind: "Event", metadata: { name, namespace }, involvedObject };
}

/** Objects of every kind that the API server itself serves: some with much in them, and some with nothing. */
export const everyKind: readonly Made[] = [
  { object: cluster("v1", "Namespace", namespace, {}) },
  // Where no controllers run, nothing else creates it.
  { object: { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "default", namespace } } },
  ...classes,
  ...others,
  ...volumes,
  ...claims,
  ...pods,
  ...workloads(namespace, now),
];
