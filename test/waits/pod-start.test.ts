import assert from "node:assert/strict";
import { test } from "node:test";
import type { KubeObject } from "../../src/kubernetes/index.ts";
import { diagnosisOf, rootsOf } from "../support/diagnose.ts";
import { attachment, claim, claimRefTo, ebs, node, ownedBy, volume } from "../support/objects.ts";
import { bound, data, here, nodes, old, set, told, waiting, world } from "./waiting-pod.ts";

const unscheduled = waiting({ nodeName: "" });
const onHost = (host: string) => ({
  required: {
    nodeSelectorTerms: [
      { matchExpressions: [{ key: "kubernetes.io/hostname", operator: "In", values: [host] }] },
    ],
  },
});
const local = volume({
  phase: "Bound",
  claimRef: claimRefTo(data),
  spec: { local: { path: "/mnt/a" }, nodeAffinity: onHost("node-a") },
});
const host = (facts: Parameters<typeof node>[0] = {}) =>
  node({ labels: { "kubernetes.io/hostname": "node-a" }, ...facts });
const refused = told(
  "FailedScheduling",
  "0/2 nodes are available: 1 node(s) had untolerated taint(s), 1 node(s) didn't match PersistentVolume's node affinity",
);
const listed = ["kubernetes.io/csi/ebs.csi.aws.com^vol-0abc"];

const cases: readonly (readonly [string, readonly KubeObject[], readonly string[]])[] = [
  ["everything is fine", [waiting({ creationTimestamp: "2026-11-20T11:55:00Z" }), ...world, here], []],
  [
    "it is attached, and nothing is told for more than ten minutes",
    [waiting(), ...world, here],
    ["MountNotReported stuck"],
  ],
  [
    "it is attached, and its node does not list it",
    [waiting(), data, bound, node(), node({ name: "node-b", volumesInUse: listed }), here],
    ["NotCountedAsAttached stuck"],
  ],
  [
    "it is attached, and the kubelet has not reported yet that it wants it",
    [waiting(), data, bound, node(), node({ name: "node-b" }), here],
    ["MountNotReported stuck"],
  ],
  [
    "its sandbox is ready, so its volumes are mounted",
    [
      waiting({ status: { conditions: [{ type: "PodReadyToStartContainers", status: "True" }] } }),
      ...world,
      here,
    ],
    [],
  ],
  [
    "an image is pulled, so its volumes are mounted",
    [waiting(), ...world, here, told("Pulling", 'Pulling image "db:1"')],
    [],
  ],
  [
    "its own node is silent",
    [waiting(), data, bound, node(), node({ name: "node-b", ready: "Unknown" }), here],
    ["NodeOfPodNotReady blocked"],
  ],
  [
    "no attachment was created for it",
    [waiting({ creationTimestamp: "2026-11-20T11:55:00Z" }), ...world],
    ["AttachNotBegun stuck"],
  ],
  ["a pod without claims", [waiting({ claims: [] })], []],
  ["its claim does not exist", [unscheduled], ["ClaimMissing blocked"]],
  [
    "the claim of a StatefulSet's pod is gone",
    [waiting({ nodeName: "", ownerReferences: [ownedBy(set)] }), set],
    ["StatefulSetClaimGone blocked"],
  ],
  ["its claim is not bound", [unscheduled, claim()], ["NoVolumeFits blocked"]],
  [
    "its ephemeral claim is another's",
    [waiting({ claims: [], ephemeral: ["x"] }), claim({ name: "new-x", phase: "Bound" })],
    ["ClaimOfAnotherPod blocked"],
  ],
  ["it runs on a claim that is gone", [waiting({ phase: "Running" })], ["ClaimGoneUnderPod blocked"]],
  [
    "its volume is on another node, in use",
    [waiting(), ...world, old(), attachment()],
    ["VolumeOnAnotherNode blocked"],
  ],
  [
    "its volume is on another node, whose pod is leaving",
    [waiting(), ...world, old({ deletionTimestamp: "2026-11-20T12:00:10Z" }), attachment()],
    ["PodEnding waiting"],
  ],
  [
    "its volume is on another node, for nobody",
    [waiting(), ...world, attachment()],
    ["AttachmentForgotten stuck"],
  ],
  [
    "an event of the mount",
    [waiting(), ...world, here, told("FailedMount", "rbd image is still being used")],
    ["VolumeNotMounted blocked"],
  ],
  [
    "the node that has its volume is silent",
    [unscheduled, data, local, host({ ready: "Unknown" }), node({ name: "node-b" }), refused],
    ["NodeOfVolumeOutOfUse blocked"],
  ],
  [
    "the node that has its volume is cordoned",
    [
      unscheduled,
      data,
      local,
      { ...host(), spec: { unschedulable: true } },
      node({ name: "node-b" }),
      refused,
    ],
    ["NodeOfVolumeOutOfUse blocked"],
  ],
  [
    "the node that has its volume has no room",
    [unscheduled, data, local, host(), node({ name: "node-b" }), refused],
    ["NoNodeForVolume blocked"],
  ],
  [
    "an event of the scheduler",
    [unscheduled, ...world, told("FailedScheduling", "2 node(s) had volume node affinity conflict")],
    ["NoNodeForVolume blocked"],
  ],
  [
    "the nodes have as many volumes as they may",
    [
      unscheduled,
      ...world,
      told(
        "FailedScheduling",
        "1 node(s) exceed max volume count, 2 node(s) didn't match PersistentVolume's node affinity",
      ),
    ],
    ["VolumeLimitReached blocked"],
  ],
  [
    "its volume was deleted, and is not attached anew",
    [
      waiting(),
      data,
      volume({
        phase: "Bound",
        spec: ebs,
        claimRef: claimRefTo(data),
        deletionTimestamp: "2026-11-20T09:00:00Z",
        finalizers: ["kubernetes.io/pv-protection"],
      }),
      ...nodes,
      told("FailedAttachVolume", 'PersistentVolume "pv-data" is marked for deletion'),
    ],
    ["VolumeDeletedWhileBound blocked"],
  ],
  [
    "only nodes that are gone reach its volume",
    [
      unscheduled,
      data,
      volume({ phase: "Bound", spec: { ...ebs, nodeAffinity: onHost("gone") }, claimRef: claimRefTo(data) }),
      ...nodes,
      told("FailedScheduling", "2 node(s) had volume node affinity conflict"),
    ],
    ["NodesOfVolumeGone blocked"],
  ],
  [
    "another pod uses its claim, and only one may",
    [
      unscheduled,
      data,
      volume({
        phase: "Bound",
        spec: ebs,
        accessModes: ["ReadWriteOncePod"],
        claimRef: claimRefTo(data),
      }),
      ...nodes,
      old(),
      told(
        "FailedScheduling",
        "1 node has pod using PersistentVolumeClaim with the same name and ReadWriteOncePod access mode.",
      ),
    ],
    ["ClaimUsedByOtherPod blocked"],
  ],
  ["an event about something else", [unscheduled, ...world, told("FailedScheduling", "no cpu")], []],
];

for (const [name, [first, ...rest], expected] of cases) {
  test(`a pod that waits: ${name}`, () => {
    assert.ok(first !== undefined);
    assert.deepEqual(rootsOf(diagnosisOf([first, ...rest])), expected);
  });
}
