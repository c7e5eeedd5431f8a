import fc from "fast-check";
import type { APIService, Event, KubeObject, OwnerReference, VolumeSnapshot } from "../../src/model/index.ts";
import {
  attachment,
  claim,
  content,
  namespaceObject,
  node,
  ownedBy,
  pod,
  snapshot,
  statefulSet,
  storageClass,
  volume,
} from "./objects.ts";

const driver = "ebs.csi.aws.com";
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const name = fc.constantFrom("a", "b", "c");
const namespace = fc.constantFrom("shop", "bank");
const nodeName = fc.constantFrom("n1", "n2", "gone");
const uid = fc.constantFrom("a-uid", "b-uid", "c-uid");
const deleted = maybe(fc.constantFrom("2026-11-20T08:00:00Z", "2026-11-20T11:59:30Z"));
const someOf = (...values: readonly string[]) => fc.subarray([...values]);

/** Leaves out the facts that are `undefined`, as the makers want it. */
function facts<T extends object>(record: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const entries = Object.entries(record).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]: Exclude<T[K], undefined> };
}

const meta = { name, deletionTimestamp: deleted };

const owners = fc
  .record({ kind: fc.constantFrom("StatefulSet", "Pod", "Kafka"), name, uid, block: fc.boolean() })
  .map(({ kind, block, ...rest }) => ({
    apiVersion: kind === "Pod" ? "v1" : kind === "Kafka" ? "kafka.strimzi.io/v1" : "apps/v1",
    kind,
    blockOwnerDeletion: block,
    ...rest,
  }));

const sources = fc
  .record({ kind: fc.constantFrom("PersistentVolumeClaim", "VolumeSnapshot"), name })
  .map((source) =>
    source.kind === "VolumeSnapshot" ? { ...source, apiGroup: "snapshot.storage.k8s.io" } : source,
  );

const claims = fc
  .record({
    ...meta,
    namespace,
    phase: fc.constantFrom("Pending", "Bound", "Lost"),
    volumeName: maybe(fc.constantFrom("pv-a", "pv-b", "pv-c")),
    storageClassName: maybe(fc.constantFrom("fast", "slow", "nope")),
    finalizers: someOf(
      "kubernetes.io/pvc-protection",
      "snapshot.storage.kubernetes.io/pvc-as-source-protection",
      "provisioner.storage.kubernetes.io/cloning-protection",
      "populator.example.com/populate-target-protection",
      "foregroundDeletion",
      "orphan",
      "example.com/other",
    ),
    annotations: fc.constantFrom(
      {},
      { "pv.kubernetes.io/bind-completed": "yes" },
      { "volume.kubernetes.io/selected-node": "gone" },
      { "volume.kubernetes.io/storage-provisioner": driver },
    ),
    ownerReferences: maybe(fc.array(owners, { minLength: 1, maxLength: 2 })),
    source: maybe(sources),
  })
  .map(({ source, ...rest }) =>
    claim({ ...facts(rest), ...(source === undefined ? {} : { spec: { dataSource: source } }) }),
  );

const volumes = fc
  .record({
    name: fc.constantFrom("pv-a", "pv-b", "pv-c"),
    deletionTimestamp: deleted,
    phase: fc.constantFrom("Pending", "Available", "Bound", "Released", "Failed"),
    policy: fc.constantFrom("Delete", "Retain", "Recycle"),
    claimRef: maybe(fc.record({ namespace, name, uid: fc.constantFrom("a-uid", "b-uid", "old-uid", "") })),
    finalizers: someOf(
      "kubernetes.io/pv-protection",
      "kubernetes.io/pv-controller",
      "external-provisioner.volume.kubernetes.io/finalizer",
      "external-attacher/ebs-csi-aws-com",
    ),
    annotations: fc.constantFrom(
      {},
      { "pv.kubernetes.io/provisioned-by": driver },
      { "pv.kubernetes.io/provisioned-by": "kubernetes.io/aws-ebs" },
    ),
    spec: fc.constantFrom(
      { csi: { driver, volumeHandle: "vol-1" } },
      { nfs: { server: "10.0.0.9", path: "/x" } },
      {
        local: { path: "/mnt/x" },
        nodeAffinity: {
          required: {
            nodeSelectorTerms: [
              { matchExpressions: [{ key: "kubernetes.io/hostname", operator: "In", values: ["gone"] }] },
            ],
          },
        },
      },
    ),
  })
  .map((record) => volume(facts(record)));

const set = statefulSet({ name: "set", namespace: "shop" });
const deployment = workload("Deployment", "deployment");
const replicas = workload("ReplicaSet", "replicas", [ownedBy(deployment)]);

const workloads = fc.subarray<KubeObject>([set, deployment, replicas]);

const pods = fc
  .record({
    ...meta,
    namespace,
    nodeName: maybe(nodeName),
    phase: fc.constantFrom("Pending", "Running", "Succeeded", "Failed"),
    claims: someOf("a", "b", "c"),
    deletionGracePeriodSeconds: maybe(fc.constantFrom(0, 30)),
    finalizers: someOf("example.com/pod", "batch.kubernetes.io/job-tracking"),
    owner: maybe(fc.constantFrom(ownedBy(set), ownedBy(replicas))),
  })
  .map(({ owner, ...record }) =>
    pod({ ...facts(record), ...(owner === undefined ? {} : { ownerReferences: [owner] }) }),
  );

const attachments = fc
  .record({
    ...meta,
    attacher: fc.constant(driver),
    nodeName,
    volume: fc.constantFrom("pv-a", "pv-b", "pv-gone"),
    attached: fc.boolean(),
    finalizers: someOf("external-attacher/ebs-csi-aws-com"),
    status: fc.constantFrom(
      {},
      { detachError: { message: "rpc error: not found", time: "2026-11-20T11:00:00Z" } },
      { detachError: { message: "rpc error: it broke", time: "2026-11-20T11:00:00Z" } },
      { attachError: { message: "rpc error: it broke", time: "2026-11-20T11:00:00Z" } },
    ),
  })
  .map((record) => attachment(facts(record)));

const snapshots = fc
  .record({
    ...meta,
    namespace,
    sourceClaim: maybe(name),
    content: maybe(name),
    readyToUse: fc.boolean(),
    creationTimestamp: fc.constantFrom("2026-11-18T08:00:00Z", "2026-11-20T11:40:00Z"),
    className: maybe(fc.constantFrom("ebs", "nope")),
    finalizers: someOf(
      "snapshot.storage.kubernetes.io/volumesnapshot-as-source-protection",
      "snapshot.storage.kubernetes.io/volumesnapshot-bound-protection",
      "provisioner.storage.kubernetes.io/volumesnapshot-as-source-protection",
    ),
  })
  .map(({ className, ...record }): VolumeSnapshot => {
    const made = snapshot(facts(record));
    return className === undefined
      ? made
      : { ...made, spec: { ...made.spec, volumeSnapshotClassName: className } };
  });

const snapshotClasses = fc.constantFrom<readonly KubeObject[]>([], [snapshotClass("ebs")]);

function snapshotClass(of: string): KubeObject {
  const object: KubeObject & { readonly driver: string } = {
    apiVersion: "snapshot.storage.k8s.io/v1",
    kind: "VolumeSnapshotClass",
    metadata: { name: of, uid: `class-${of}` },
    driver,
  };
  return object;
}

const contents = fc
  .record({
    ...meta,
    policy: fc.constantFrom("Delete", "Retain"),
    snapshotRef: fc.record({ namespace, name, uid }),
    handle: maybe(fc.constant("snap-1")),
    finalizers: someOf("snapshot.storage.kubernetes.io/volumesnapshotcontent-bound-protection"),
    annotations: fc.constantFrom(
      {},
      { "snapshot.storage.kubernetes.io/volumesnapshot-being-deleted": "yes" },
      { "snapshot.storage.kubernetes.io/volumesnapshot-being-created": "yes" },
    ),
  })
  .map((record) => content(facts(record)));

const nodes = fc
  .record({
    name: fc.constantFrom("n1", "n2"),
    ready: fc.constantFrom("True", "False", "Unknown"),
    taints: someOf("node.kubernetes.io/out-of-service", "node.kubernetes.io/unreachable"),
    volumesInUse: someOf("kubernetes.io/csi/ebs.csi.aws.com^vol-1"),
  })
  .map((record) => node(facts(record)));

const namespaces = fc
  .record({
    name: namespace,
    deletionTimestamp: deleted,
    conditions: maybe(
      fc
        .constantFrom("NamespaceDeletionDiscoveryFailure", "NamespaceContentRemaining")
        .map((type) => [{ type, status: "True", message: "metrics.k8s.io/v1beta1" }]),
    ),
  })
  .map((record) => namespaceObject(facts(record)));

const apiServices = fc.constantFrom("True", "False").map((status): APIService => {
  return {
    apiVersion: "apiregistration.k8s.io/v1",
    kind: "APIService",
    metadata: { name: "v1beta1.metrics.k8s.io", uid: "metrics-uid" },
    status: { conditions: [{ type: "Available", status }] },
  };
});

const classes = fc
  .record({
    name: fc.constantFrom("fast", "slow"),
    provisioner: fc.constantFrom(driver, "nobody.example.com"),
    volumeBindingMode: fc.constantFrom("Immediate", "WaitForFirstConsumer"),
  })
  .map((record) => storageClass(record));

const drivers = fc.constantFrom<readonly KubeObject[]>(
  [],
  [
    { apiVersion: "storage.k8s.io/v1", kind: "CSIDriver", metadata: { name: driver, uid: "driver-uid" } },
    csiNode("n1"),
  ],
);

function workload(
  kind: "Deployment" | "ReplicaSet",
  called: string,
  ownerReferences: readonly OwnerReference[] = [],
): KubeObject {
  return {
    apiVersion: "apps/v1",
    kind,
    metadata: { name: called, namespace: "shop", uid: `${called}-uid`, ownerReferences },
  };
}

function csiNode(of: string): KubeObject {
  const object: KubeObject & { readonly spec: object } = {
    apiVersion: "storage.k8s.io/v1",
    kind: "CSINode",
    metadata: { name: of, uid: `csinode-${of}` },
    spec: { drivers: [{ name: driver, nodeID: "i-1" }] },
  };
  return object;
}

const events = fc
  .record({
    kind: fc.constantFrom(
      "PersistentVolume",
      "PersistentVolumeClaim",
      "Pod",
      "VolumeSnapshot",
      "VolumeSnapshotContent",
    ),
    about: fc.constantFrom("a", "b", "pv-a", "pv-b"),
    reason: fc.constantFrom(
      "VolumeFailedDelete",
      "ProvisioningFailed",
      "FailedAttachVolume",
      "FailedKillPod",
      "SnapshotDeleteError",
      "SnapshotContentCreationFailed",
      "PopulatorDataSourceNotFound",
    ),
    message: fc.constantFrom(
      "rpc error: code = NotFound",
      "persistentvolume pv-a is still attached to node n1",
      "Multi-Attach error for volume pv-a",
      "forbidden",
    ),
    serial: fc.nat(99),
  })
  .map(({ kind, about, reason, message, serial }): Event => {
    const isVolume = kind === "PersistentVolume" || kind === "VolumeSnapshotContent";
    return {
      apiVersion: "v1",
      kind: "Event",
      metadata: { name: `e${serial}`, namespace: isVolume ? "default" : "shop", uid: `e${serial}-uid` },
      involvedObject: { kind, name: about, uid: `${about}-uid`, ...(isVolume ? {} : { namespace: "shop" }) },
      type: "Warning",
      reason,
      message,
      lastTimestamp: "2026-11-20T11:00:00Z",
    };
  });

const keyOf = (object: KubeObject) =>
  `${object.kind}/${object.metadata.namespace ?? ""}/${object.metadata.name}`;

/** Objects of a small cluster in any relation to each other, also ones that no API server would bring about. */
export const clusters: fc.Arbitrary<readonly KubeObject[]> = fc
  .tuple(
    fc.array(claims, { maxLength: 4 }),
    fc.array(volumes, { maxLength: 3 }),
    fc.array(pods, { maxLength: 4 }),
    fc.array(attachments, { maxLength: 3 }),
    fc.array(snapshots, { maxLength: 2 }),
    fc.array(contents, { maxLength: 2 }),
    snapshotClasses,
    fc.array(apiServices, { maxLength: 1 }),
    fc.array(nodes, { maxLength: 2 }),
    fc.array(namespaces, { maxLength: 2 }),
    fc.array(classes, { maxLength: 2 }),
    drivers,
    fc.array(events, { maxLength: 3 }),
    workloads,
  )
  .map((parts) => [...new Map(parts.flat().map((object) => [keyOf(object), object])).values()]);
