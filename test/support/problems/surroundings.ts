import fc from "fast-check";
import type { Event, KubeObject } from "../../../src/kubernetes/index.ts";
import { csiNode, namespaceObject, node, pod, storageClass } from "../objects.ts";
import { driver, facts, moments, mostly, one } from "./common.ts";
import { nameOfClaim, nameOfVolume } from "./names.ts";

/** What disks stand in: machines, a driver, the controllers' leases, a namespace, classes. */
export const surroundings = fc.record({
  n1: mostly("ready", "not ready", "unreachable", "out of service", "gone", "replaced", "reports the disk"),
  n2: mostly("ready", "not ready", "gone"),
  driver: mostly("runs", "crashes", "has no pods", "runs on no node", "was removed"),
  leases: mostly("unsaid", "renewed", "stale"),
  namespace: mostly("active", "terminating", "refused", "blocked by an API", "missing"),
  fast: mostly("at once", "with the first pod"),
});
export type SurroundingFacts = typeof surroundings extends fc.Arbitrary<infer T> ? T : never;

export function surroundingObjects(of: SurroundingFacts): readonly KubeObject[] {
  return [
    ...nodeObjects("n1", of.n1),
    ...nodeObjects("n2", of.n2),
    ...driverObjects(of),
    ...leaseObjects(of),
    ...namespaceObjects(of),
    storageClass({
      name: "fast",
      volumeBindingMode: of.fast === "at once" ? "Immediate" : "WaitForFirstConsumer",
    }),
    storageClass({ name: "slow", provisioner: "nobody.example.com" }),
  ];
}

function nodeObjects(
  name: string,
  state: SurroundingFacts["n1"] | SurroundingFacts["n2"],
): readonly KubeObject[] {
  if (state === "gone") return [];
  const ready = { "not ready": "False", unreachable: "Unknown" } as const;
  return [
    node(
      facts({
        name,
        labels: { "kubernetes.io/hostname": name },
        ready: state === "not ready" || state === "unreachable" ? ready[state] : undefined,
        readySince: moments.today,
        taints:
          state === "out of service"
            ? ["node.kubernetes.io/out-of-service"]
            : state === "unreachable"
              ? ["node.kubernetes.io/unreachable"]
              : undefined,
        creationTimestamp: state === "replaced" ? moments.today : "2026-10-01T08:00:00Z",
        volumesInUse: state === "reports the disk" ? [`kubernetes.io/csi/${driver}^vol-0aa0`] : undefined,
      }),
    ),
  ];
}

function driverObjects(of: SurroundingFacts): readonly KubeObject[] {
  if (of.driver === "was removed") return [];
  const registered: KubeObject & { readonly spec: object } = {
    apiVersion: "storage.k8s.io/v1",
    kind: "CSIDriver",
    metadata: { name: driver, uid: "driver-uid" },
    spec: { attachRequired: true },
  };
  const nodes = (["n1", "n2"] as const).filter((name) => of[name] !== "gone");
  const pods =
    of.driver === "runs" || of.driver === "crashes" ? nodes.map((name) => pluginPod(name, of)) : [];
  return [
    registered,
    ...(of.driver === "runs on no node" ? [] : nodes.map((name) => csiNode(name, driver))),
    ...pods,
    ...(pods.length === 0 ? [] : [controllerPod(of)]),
  ];
}

function pluginPod(nodeName: string, of: SurroundingFacts): KubeObject {
  return pod({
    name: `ebs-csi-node-${nodeName}`,
    namespace: "kube-system",
    nodeName,
    labels: { app: "ebs-csi-node" },
    status: { containerStatuses: [containerOf("ebs-plugin", of)] },
  });
}

function controllerPod(of: SurroundingFacts): KubeObject {
  const containers = ["csi-provisioner", "csi-attacher", "csi-snapshotter"];
  return pod({
    name: "ebs-csi-controller-0",
    namespace: "kube-system",
    nodeName: "n2",
    labels: { app: "ebs-csi-controller" },
    status: { containerStatuses: containers.map((name) => containerOf(name, of)) },
  });
}

function containerOf(name: string, of: SurroundingFacts) {
  return of.driver === "crashes"
    ? { name, restartCount: 99, state: { waiting: { reason: "CrashLoopBackOff" } } }
    : { name, restartCount: 0, state: { running: { startedAt: moments.long } } };
}

const leaseNames = [
  "kube-controller-manager",
  "snapshot-controller-leader",
  "external-attacher-leader-ebs-csi-aws-com",
  "ebs-csi-aws-com",
];

function leaseObjects({ leases }: SurroundingFacts): readonly KubeObject[] {
  if (leases === "unsaid") return [];
  const renewTime = leases === "renewed" ? "2026-11-20T11:59:55Z" : moments.yesterday;
  return leaseNames.map((name): KubeObject & { readonly spec: object } => ({
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    metadata: { name, namespace: "kube-system", uid: `${name}-lease` },
    spec: { holderIdentity: "a", leaseDurationSeconds: 15, renewTime },
  }));
}

const refusal =
  'Failed to delete all resource types, 1 remaining: admission webhook "keep.example.com" denied the request: no';

function namespaceObjects({ namespace }: SurroundingFacts): readonly KubeObject[] {
  const condition = {
    refused: { type: "NamespaceDeletionContentFailure", message: refusal },
    "blocked by an API": { type: "NamespaceDeletionDiscoveryFailure", message: "metrics.k8s.io/v1beta1" },
  };
  if (namespace === "missing") return [];
  if (namespace === "active") return [namespaceObject()];
  const conditions = namespace === "terminating" ? [] : [{ ...condition[namespace], status: "True" }];
  return [namespaceObject({ deletionTimestamp: moments.today, conditions })];
}

/** What drivers and controllers say of an object of the first or second disk. */
export const words = fc.array(
  fc.record({
    about: one("volume", "claim", "pod", "snapshot"),
    at: one(0, 1),
    text: one(
      "rpc error: code = NotFound desc = volume vol-0aa0 does not exist",
      "rpc error: code = NotFound desc = backend pool ssd-1 not found",
      "persistentvolume pv-0 is still attached to node n1",
      "rpc error: code = PermissionDenied desc = not authorized to delete the volume",
      'persistentvolumes "pv-0" is forbidden: User "x" cannot patch resource',
      "open /x: no such file or directory",
      "rpc error: code = FailedPrecondition desc = volume has dependent snapshots",
      "Multi-Attach error for volume pv-0: it is already used by pod(s) data-0-pod-1",
      'MountVolume.SetUp failed for volume "pv-0": mount failed: exit status 32: Connection timed out',
      "node plugin ebs.csi.aws.com not found in the list of registered CSI drivers",
      "dial tcp: lookup vcenter.example.com: no such host",
    ),
    last: one("2026-11-20T11:58:00Z", moments.today),
  }),
  { maxLength: 2 },
);
export type Words = typeof words extends fc.Arbitrary<readonly (infer T)[]> ? T : never;

const told = {
  volume: { kind: "PersistentVolume", reason: "VolumeFailedDelete", name: nameOfVolume },
  claim: { kind: "PersistentVolumeClaim", reason: "ProvisioningFailed", name: nameOfClaim },
  pod: { kind: "Pod", reason: "FailedMount", name: (at: number) => `${nameOfClaim(at)}-pod-0` },
  snapshot: { kind: "VolumeSnapshot", reason: "SnapshotCreationFailed", name: (at: number) => `snap-${at}` },
} as const;

export function eventObject({ about, at, text, last }: Words, serial: number): Event {
  const { kind, reason, name } = told[about];
  const called = name(at);
  const namespace = about === "volume" ? {} : { namespace: "shop" };
  return {
    apiVersion: "v1",
    kind: "Event",
    metadata: {
      name: `e${serial}`,
      namespace: about === "volume" ? "default" : "shop",
      uid: `e${serial}-uid`,
    },
    involvedObject: { kind, name: called, uid: `${called}-uid`, ...namespace },
    type: "Warning",
    reason: text.startsWith("Multi-Attach") ? "FailedAttachVolume" : reason,
    message: text,
    lastTimestamp: last,
  };
}
