import assert from "node:assert/strict";
import { test } from "node:test";
import type { Event, KubeObject } from "../../src/kubernetes/index.ts";
import { diagnosisOf, remediesOf, rootsOf, textOf } from "../support/diagnose.ts";
import { claim, claimRefTo, csiNode, node, pod, volume } from "../support/objects.ts";

const deleted = "2026-11-20T09:00:00Z";
const leaving = (facts: Parameters<typeof pod>[0] = {}) =>
  pod({ deletionTimestamp: deleted, deletionGracePeriodSeconds: 30, claims: ["data"], ...facts });
const bound = claim({ phase: "Bound", volumeName: "pv-data" });
const ebs = volume({ phase: "Bound", spec: { csi: { driver: "ebs.csi.aws.com", volumeHandle: "vol-1" } } });
const withDriver = csiNode("node-a", "ebs.csi.aws.com");
const told = (message: string): Event => ({
  apiVersion: "v1",
  kind: "Event",
  metadata: { name: "e1", namespace: "shop", uid: "e1-uid" },
  involvedObject: { kind: "Pod", namespace: "shop", name: "web-0", uid: "web-0-uid" },
  type: "Warning",
  reason: "FailedKillPod",
  message,
});

const sandboxNotEnded =
  'error killing pod: failed to "KillPodSandbox" for "6f" with KillPodSandboxError: "rpc error: code = Unknown desc = failed to destroy network for sandbox"';
const containerNotEnded =
  'error killing pod: failed to "KillContainer" for "app" with KillContainerError: "rpc error: code = Unknown desc = device or resource busy"';

const onNfs = volume({ spec: { nfs: { server: "10.0.0.9", path: "/x" } } });
const readySince = (lastTransitionTime: string): readonly KubeObject[] => {
  const other = claim({ name: "other", phase: "Bound", volumeName: "pv-other" });
  return [
    other,
    volume({
      name: "pv-other",
      claimRef: claimRefTo(other),
      spec: { nfs: { server: "10.0.0.9", path: "/y" } },
    }),
    pod({
      name: "other",
      claims: ["other"],
      status: { conditions: [{ type: "Ready", status: "True", lastTransitionTime }] },
    }),
  ];
};

test("a grace period that is over has ended", () => {
  const wordsAt = (deletionTimestamp: string) =>
    textOf(diagnosisOf([leaving({ deletionTimestamp }), node()]).verdict.summary).replaceAll(/ +/g, " ");
  assert.match(wordsAt("2026-11-20T12:00:20Z"), /grace period ends at/);
  assert.match(wordsAt("2026-11-20T11:59:20Z"), /grace period ended at/);
});

test("a node that is silent for a minute may be looked after already, and no pod be taken from it yet", () => {
  const silent = node({ ready: "Unknown", readySince: "2026-11-20T11:59:00Z" });
  assert.deepEqual(remediesOf(diagnosisOf([leaving(), silent])), ["prove-node-off safe"]);
});

const cases: readonly (readonly [string, readonly KubeObject[], string])[] = [
  ["no node", [leaving()], "PodNodeGone waiting"],
  ["a silent node", [leaving(), node({ ready: "Unknown", readySince: deleted })], "PodNodeNotReady blocked"],
  [
    "a node that is silent for a minute",
    [leaving(), node({ ready: "Unknown", readySince: "2026-11-20T11:59:00Z" })],
    "PodNodeNotReady waiting",
  ],
  [
    "a node out of service",
    [leaving(), node({ ready: "Unknown", taints: ["node.kubernetes.io/out-of-service"] })],
    "PodOutOfService waiting",
  ],
  [
    "within its grace period",
    [leaving({ deletionTimestamp: "2026-11-20T12:00:20Z" }), node()],
    "PodEnding waiting",
  ],
  ["no driver on the node", [leaving(), node(), bound, ebs], "NodePluginMissing blocked"],
  ["nothing to see", [leaving(), node(), bound, ebs, withDriver], "PodTeardownStuck stuck"],
  [
    "an event",
    [leaving(), node(), bound, ebs, withDriver, told("umount: target is busy")],
    "UnmountFails blocked",
  ],
  [
    "an event about a sandbox that does not end",
    [leaving(), node(), bound, ebs, withDriver, told(sandboxNotEnded)],
    "PodNotEnded blocked",
  ],
  [
    "an event about a container that does not end, and is busy",
    [leaving(), node(), bound, ebs, withDriver, told(containerNotEnded)],
    "PodNotEnded blocked",
  ],
  [
    "NFS",
    [leaving(), node(), bound, volume({ spec: { nfs: { server: "10.0.0.9", path: "/x" } } })],
    "NfsUnmountHangs blocked",
  ],
  [
    "NFS, and an error that speaks of it",
    [leaving(), node(), bound, onNfs, told("umount.nfs: connection timed out")],
    "NfsUnmountHangs blocked",
  ],
  [
    "NFS, and a pod on that node that began to use the same server since",
    [leaving(), node(), bound, onNfs, ...readySince("2026-11-20T09:30:00Z")],
    "PodTeardownStuck stuck",
  ],
  [
    "NFS, which is only possible, beside a pod that never ran",
    [leaving({ phase: "Pending" }), node(), bound, onNfs],
    "PodNeverStarted stuck",
  ],
  [
    "a node that came back later",
    [leaving(), node({ readySince: "2026-11-20T10:00:00Z" }), bound, ebs, withDriver],
    "NodeBackAfterDeletion stuck",
  ],
  [
    "a pod that never ran",
    [leaving({ phase: "Pending" }), node(), bound, ebs, withDriver],
    "PodNeverStarted stuck",
  ],
];

for (const [name, [first, ...rest], expected] of cases) {
  test(`a deleted pod, ${name}: ${expected}`, () => {
    assert.ok(first !== undefined);
    assert.deepEqual(rootsOf(diagnosisOf([first, ...rest])), [expected]);
  });
}

test("what is not read about a deleted pod is not guessed", () => {
  const world = [node(), bound, ebs, withDriver] as const;
  for (const hidden of [
    "v1/nodes",
    "v1/persistentvolumeclaims",
    "v1/persistentvolumes",
    "storage.k8s.io/v1/csinodes",
  ] as const) {
    const { verdict } = diagnosisOf([leaving(), ...world], [hidden]);
    assert.deepEqual([verdict.category, verdict.reason], ["unknown", "CouldNotRead"], hidden);
  }
});

test("a silent node is no proof: every remedy that takes the pod away may lose data", () => {
  const diagnosis = diagnosisOf([leaving(), node({ ready: "False", readySince: deleted })]);
  assert.deepEqual(remediesOf(diagnosis), [
    "prove-node-off safe",
    "taint-out-of-service loses-data",
    "force-delete-pod loses-data",
  ]);
  assert.equal(diagnosis.remedies.find(({ primary }) => primary)?.name, "prove-node-off");
});

test("on a Ready node force is offered only where nothing can be mounted", () => {
  const busy = diagnosisOf([leaving(), node(), bound, ebs, withDriver, told("device or resource busy")]);
  assert.ok(!remediesOf(busy).some((remedy) => remedy.startsWith("force")));
  const notMounted = diagnosisOf([leaving(), node(), bound, ebs, withDriver, told("volume not mounted")]);
  assert.ok(remediesOf(notMounted).includes("force-delete-pod risky"));
});

test("of a pod that the runtime cannot end, no volume is said to be held, and force is not offered", () => {
  const diagnosis = diagnosisOf([leaving(), node(), bound, ebs, withDriver, told(sandboxNotEnded)]);
  assert.deepEqual(remediesOf(diagnosis), ["inspect-node safe", "reboot-node risky"]);
  assert.match(textOf(diagnosis.remedies[0]?.title ?? []), /do not end/);
});

test("a pod that its own finalizer holds is not the kubelet's fault", () => {
  const held = leaving({ deletionGracePeriodSeconds: 0, finalizers: ["example.com/other"] });
  assert.deepEqual(rootsOf(diagnosisOf([held, node()])), ["UnknownFinalizer blocked"]);
});

test("that a driver does not run on the node rests on what is registered there", () => {
  const first = (...more: readonly KubeObject[]) => {
    const roots = diagnosisOf([leaving(), node(), bound, ebs, ...more]).holds;
    const found = roots.find(({ reason }) => reason === "NodePluginMissing")?.evidence[0];
    return [found?.about.kind, found?.path, found?.observed, found?.verdict];
  };
  assert.deepEqual(first(), ["CSINode", "metadata.name", null, "proves"]);
  const other = csiNode("node-a", "nfs.csi.k8s.io");
  assert.deepEqual(first(other), ["CSINode", "spec.drivers", "nfs.csi.k8s.io", "proves"]);
});
