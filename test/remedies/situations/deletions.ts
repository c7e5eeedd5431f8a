import type { PersistentVolume } from "../../../src/kubernetes/index.ts";
import {
  attachment,
  claim,
  claimRefTo,
  csiNode,
  ebs,
  node,
  ownedBy,
  pod,
  statefulSet,
  volume,
} from "../../support/objects.ts";
import { longAgo, situationsOf } from "./situation.ts";

const gone = { deletionTimestamp: true } as const;
const data = claim({ phase: "Bound", volumeName: "pv-data" });
const bound = volume({ phase: "Bound", spec: ebs, claimRef: claimRefTo(data) });
const unique = "kubernetes.io/csi/ebs.csi.aws.com^vol-0abc";
const older = node({ creationTimestamp: longAgo });
const pair = [data, bound] as const;
const plugin = csiNode("node-a", "ebs.csi.aws.com");

const detaching = situationsOf("delete-attachment", {
  "a calm node": { objects: [attachment(), ...pair, older, plugin] },
  "a node without the driver's plugin": {
    objects: [attachment(), ...pair, older, csiNode("node-a"), csiNode("node-b", "ebs.csi.aws.com")],
  },
  "a driver that is not installed": { objects: [attachment(), ...pair, older] },
  "CSINodes were not read": {
    objects: [attachment(), ...pair, older],
    hidden: ["storage.k8s.io/v1/csinodes"],
  },
  "a node that was made at the same time": { objects: [attachment(), ...pair, node(), plugin] },
  "a node that is younger": { objects: [attachment({ creationTimestamp: longAgo }), ...pair, node()] },
  "a node that reports it in use": {
    objects: [attachment(), ...pair, node({ creationTimestamp: longAgo, volumesInUse: [unique] })],
  },
  "a node that is not Ready": { objects: [attachment(), ...pair, node({ ready: "Unknown" })] },
  "a node that is gone": { objects: [attachment(), ...pair] },
  "a volume that is gone": { objects: [attachment(), older] },
  "a running pod": { objects: [attachment(), ...pair, older, pod({ claims: ["data"] })] },
  "a finished pod": {
    objects: [attachment(), ...pair, older, plugin, pod({ claims: ["data"], phase: "Succeeded" })],
  },
  "a finished and a running pod": {
    objects: [
      attachment(),
      ...pair,
      older,
      pod({ claims: ["data"], phase: "Succeeded" }),
      pod({ name: "web-1", claims: ["data"] }),
    ],
  },
  "an attachment that is being deleted": { objects: [attachment(gone), ...pair, older] },
  "an attachment without a spec": {
    objects: [{ ...attachment(), spec: undefined }, ...pair, older],
  },
  "an attachment without a volume": {
    objects: [{ ...attachment(), spec: { attacher: "x", nodeName: "node-a", source: undefined } }, older],
  },
  "attachments were not read": {
    objects: [attachment(), ...pair, older],
    hidden: ["storage.k8s.io/v1/volumeattachments"],
  },
  "nodes were not read": { objects: [attachment(), ...pair, older], hidden: ["v1/nodes"] },
  "volumes were not read": { objects: [attachment(), ...pair, older], hidden: ["v1/persistentvolumes"] },
  "pods were not read": { objects: [attachment(), ...pair, older], hidden: ["v1/pods"] },
});

const onNode = {
  required: {
    nodeSelectorTerms: [
      { matchExpressions: [{ key: "kubernetes.io/hostname", operator: "In", values: ["node-a"] }] },
    ],
  },
};
const local = (facts: Parameters<typeof volume>[0] = {}): PersistentVolume =>
  volume({
    phase: "Bound",
    claimRef: claimRefTo(data),
    ...facts,
    spec: { local: { path: "/mnt/a" }, nodeAffinity: onNode, ...facts.spec },
  });
const near = { spec: { ...ebs, nodeAffinity: onNode } };
const lost = { lost: "node-a" } as const;

const givingUp = situationsOf("delete-claim", {
  "a local volume whose node is gone": { objects: [data, local()], using: lost },
  "a local volume whose node is there": { objects: [data, local(), node()], using: lost },
  "a local volume of another claim": {
    objects: [data, local({ claimRef: { namespace: "shop", name: "data", uid: "old" } })],
    using: lost,
  },
  "a volume that is not local": { objects: [data, bound], using: lost },
  "a volume that is not local, and its node is gone": {
    objects: [data, volume({ ...near, claimRef: claimRefTo(data), phase: "Bound" })],
    using: lost,
  },
  "a volume without a spec": {
    objects: [data, { ...bound, spec: undefined }],
    using: lost,
  },
  "a volume that is gone": { objects: [data], using: lost },
  "a claim without a spec": { objects: [{ ...data, spec: undefined }, local()], using: lost },
  "nothing is said to be lost": { objects: [data, local()] },
  "a claim that is being deleted": {
    objects: [claim({ ...gone, volumeName: "pv-data" }), local()],
    using: lost,
  },
  "claims were not read": { objects: [data, local()], using: lost, hidden: ["v1/persistentvolumeclaims"] },
  "volumes were not read": { objects: [data, local()], using: lost, hidden: ["v1/persistentvolumes"] },
  "nodes were not read": { objects: [data, local()], using: lost, hidden: ["v1/nodes"] },
});

const former = { namespace: "shop", name: "former", uid: "former" };
const free = { phase: "Released", claimRef: former } as const;

const deletingVolume = situationsOf("delete-volume", {
  "policy Delete": { objects: [volume({ ...free, spec: ebs })] },
  "policy Retain": { objects: [volume({ ...free, spec: ebs, policy: "Retain" })] },
  "policy Delete, and the data stays": {
    objects: [volume({ ...free, spec: ebs })],
    using: { data: "stays" },
  },
  "policy Delete, and the data goes": { objects: [volume({ ...free, spec: ebs })], using: { data: "goes" } },
  "no source": { objects: [volume(free)] },
  "an empty handle": {
    objects: [volume({ ...free, spec: { csi: { driver: "ebs.csi.aws.com", volumeHandle: "" } } })],
  },
  "no spec": { objects: [{ ...volume(free), spec: undefined }] },
  "no status": { objects: [{ ...volume(free), status: undefined }] },
  "local, and its node is gone": { objects: [local({ ...free, policy: "Retain" })] },
  "Available and not local, and its node is gone": { objects: [volume({ ...near, phase: "Available" })] },
  "local, and its node is there": { objects: [local({ ...free, policy: "Retain" }), node()] },
  "local, and nodes were not read": { objects: [local(free)], hidden: ["v1/nodes"] },
  "local and Available, and its node is gone": {
    objects: [volume({ phase: "Available", spec: { local: { path: "/mnt/a" }, nodeAffinity: onNode } })],
  },
  "of the local provisioner, and its node is gone": {
    objects: [
      local({
        ...free,
        annotations: { "pv.kubernetes.io/provisioned-by": "local-volume-provisioner-node-a" },
      }),
    ],
  },
  Bound: { objects: [bound] },
  "being deleted": { objects: [volume({ ...free, ...gone })] },
  "volumes were not read": { objects: [volume(free)], hidden: ["v1/persistentvolumes"] },
});

const done = { phase: "Succeeded", claims: ["data"] } as const;
const job = { apiVersion: "batch/v1", kind: "Job", metadata: { name: "import", uid: "j" } };
const by = (kind: string) => ({ ownerReferences: [ownedBy({ ...job, kind })] });

const deletingPod = situationsOf("delete-pod", {
  "a finished pod": { objects: [pod(done)] },
  "a failed pod of a Job": { objects: [pod({ ...by("Job"), phase: "Failed" })] },
  "a finished pod of a Workflow": { objects: [pod({ ...done, ...by("Workflow") })] },
  "a finished pod of a TaskRun": { objects: [pod({ ...done, ...by("TaskRun") })] },
  "a finished pod of a PipelineRun": { objects: [pod({ ...done, ...by("PipelineRun") })] },
  "a finished pod of something else": { objects: [pod({ ...done, ...by("constructor") })] },
  "a running pod without a controller": { objects: [pod(), node()] },
  "a running pod of a StatefulSet": {
    objects: [pod({ ownerReferences: [ownedBy(statefulSet())] }), statefulSet(), node()],
  },
  "a running pod of a node that is not Ready": { objects: [pod(), node({ ready: "False" })] },
  "a running pod of a node that is gone": { objects: [pod()] },
  "a pod without a node": { objects: [pod({ nodeName: "", phase: "Pending" }), node()] },
  "a pod without a spec": { objects: [{ ...pod(), spec: undefined }, node()] },
  "a running pod whose controller has no name": {
    objects: [pod({ ownerReferences: [{ controller: true } as never] }), node()],
  },
  "a pod that is being deleted": { objects: [pod({ ...done, ...gone })] },
  "pods were not read": { objects: [pod(done)], hidden: ["v1/pods"] },
  "nodes were not read": { objects: [pod(), node({ ready: "False" })], hidden: ["v1/nodes"] },
});

const deletingPods = situationsOf("delete-finished-pods", {
  "two of a Job, by their names": {
    objects: [data, pod({ ...done, ...by("Job"), name: "b-1" }), pod({ ...done, ...by("Job"), name: "a-1" })],
  },
  one: { objects: [data, pod(done)] },
  "one of two is running": { objects: [data, pod(done), pod({ name: "web-1", claims: ["data"] })] },
  "one of two is being deleted": { objects: [data, pod(done), pod({ ...done, ...gone, name: "web-1" })] },
  "one of another claim": { objects: [data, pod({ phase: "Succeeded", claims: ["other"] })] },
  "one of another namespace": { objects: [data, pod({ ...done, namespace: "other" })] },
  none: { objects: [data] },
  ...Object.fromEntries(
    ["-web", "web-", "Web", "w b", "web;", "", "we\nb"].map((name) => [
      `one whose name ${JSON.stringify(name)} is none`,
      { objects: [data, pod({ ...done, name }), pod(done)] as const },
    ]),
  ),
  "one whose name is one letter, and one with a dot": {
    objects: [data, pod({ ...done, name: "w" }), pod({ ...done, name: "w.1-x" })],
  },
  "pods were not read": { objects: [data], hidden: ["v1/pods"] },
});

export const deletionSituations = [
  ...detaching,
  ...givingUp,
  ...deletingVolume,
  ...deletingPod,
  ...deletingPods,
];
