import assert from "node:assert/strict";
import { test } from "node:test";
import type { Event, KubeObject, Resource } from "../../src/model/index.ts";
import { diagnosisOf, remediesOf, rootsOf, textOf } from "../support/diagnose.ts";
import {
  attachment,
  claim,
  claimRefTo,
  ebs,
  node,
  ownedBy,
  pod,
  statefulSet,
  volume,
} from "../support/objects.ts";

const waiting = (facts: Parameters<typeof pod>[0] = {}) =>
  pod({ name: "new", nodeName: "node-b", phase: "Pending", claims: ["data"], ...facts });
const data = claim({ phase: "Bound", volumeName: "pv-data" });
const bound = volume({ phase: "Bound", spec: ebs, claimRef: claimRefTo(data) });
const nodes = [node(), node({ name: "node-b" })];
const world = [data, bound, ...nodes];
const old = (facts: Parameters<typeof pod>[0] = {}) => pod({ name: "old", claims: ["data"], ...facts });
const set = statefulSet();
const told = (reason: string, message: string): Event => ({
  apiVersion: "v1",
  kind: "Event",
  metadata: { name: "e1", namespace: "shop", uid: "e1-uid" },
  involvedObject: { kind: "Pod", namespace: "shop", name: "new", uid: "new-uid" },
  type: "Warning",
  reason,
  message,
});

const unscheduled = waiting({ nodeName: "" });
const here = attachment({ name: "here", nodeName: "node-b" });
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
const cases: readonly (readonly [string, readonly KubeObject[], readonly string[]])[] = [
  ["everything is fine", [waiting(), ...world, here], []],
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

test("a pod that uses the volume on a silent node stops by no rollout, and none is to be put beside it", () => {
  const silentSince = (readySince: string) => node({ ready: "Unknown", readySince });
  const { ownerReferences = [] } = waiting({ ownerReferences: [ownedBy(set)] }).metadata;
  for (const owners of [[], ownerReferences]) {
    const pods = [waiting({ ownerReferences: owners }), old({ ownerReferences: owners })] as const;
    const seen = (since: string) =>
      diagnosisOf([...pods, set, data, bound, silentSince(since), node({ name: "node-b" }), attachment()]);
    const long = seen("2026-11-20T11:00:00Z");
    assert.deepEqual(rootsOf(long), ["VolumeOnAnotherNode blocked"]);
    assert.match(textOf(long.verdict.summary), /not Ready since .*nobody can say whether .*has stopped/);
    assert.deepEqual(remediesOf(long), ["prove-node-off safe", "taint-out-of-service loses-data"]);
    assert.deepEqual(remediesOf(seen("2026-11-20T11:58:00Z")), ["prove-node-off safe"]);
    assert.match(textOf(long.avoid), /VolumeAttachment/);
  }
});

test("a volume for many nodes may be attached to another one", () => {
  const shared = volume({
    phase: "Bound",
    accessModes: ["ReadWriteMany"],
    spec: ebs,
    claimRef: claimRefTo(data),
  });
  assert.deepEqual(rootsOf(diagnosisOf([waiting(), data, shared, ...nodes, old(), attachment()])), []);
});

test("deleting the pod is safe, and says that the new claim is empty", () => {
  const diagnosis = diagnosisOf([waiting({ nodeName: "", ownerReferences: [ownedBy(set)] }), set]);
  const [remedy] = diagnosis.remedies;
  assert.deepEqual(remediesOf(diagnosis), ["recreate-pod safe"]);
  assert.match(JSON.stringify(remedy?.because), /EMPTY/);
});

test("what decides and was not read is said", () => {
  for (const hidden of [
    "v1/persistentvolumeclaims",
    "v1/persistentvolumes",
    "storage.k8s.io/v1/volumeattachments",
    "v1/events",
  ] satisfies readonly Resource[]) {
    assert.equal(diagnosisOf([waiting(), ...world, here], [hidden]).verdict.category, "unknown", hidden);
  }
});

test("the volume that a gone claim leaves behind is named", () => {
  const former = volume({
    name: "former",
    phase: "Released",
    claimRef: { namespace: "shop", name: "data", uid: "old" },
  });
  const orphan = waiting({ nodeName: "", ownerReferences: [ownedBy(set)] });
  const diagnosis = diagnosisOf([orphan, set, former]);
  assert.deepEqual(remediesOf(diagnosis), ["recreate-pod safe", "save-manifest safe"]);
  assert.match(JSON.stringify(diagnosis.verdict.summary), /former/);
});

test("from a pod that runs on a claim that is gone the data is copied", () => {
  assert.deepEqual(remediesOf(diagnosisOf([waiting({ phase: "Running" })])), ["copy-data safe"]);
});

test("a driver that is not registered on the node is to be started there", () => {
  const unregistered = told("FailedMount", "driver name x not found in the list of registered CSI drivers");
  assert.deepEqual(remediesOf(diagnosisOf([waiting(), ...world, here, unregistered])), [
    "start-node-plugin safe",
  ]);
});

test("the claim of somebody else is not to be deleted to make room for an ephemeral one", () => {
  const taken = claim({ name: "new-x", phase: "Bound" });
  const { avoid } = diagnosisOf([waiting({ claims: [], ephemeral: ["x"] }), taken]);
  assert.match(textOf(avoid), /its data is destroyed with it/);
});
