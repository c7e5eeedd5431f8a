/** `before delete` of objects behind which there is data that none of their claims names. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { KubeObject, Lease, Resource } from "../../src/kubernetes/index.ts";
import {
  claim,
  claimRefTo,
  metadataOf,
  namespaceObject,
  node,
  ownedBy,
  pod,
  storageClass,
  volume,
} from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";
import { memorySource } from "./support/memory-source.ts";
import { runCommand } from "./support/run-command.ts";

async function before(what: string, objects: readonly KubeObject[], hidden: readonly Resource[] = []) {
  const source = memorySource(snapshotOf(objects, hidden), "shop");
  const { code, out } = await runCommand(["before", "delete", ...what.split(" ")], source);
  return { code, out: out.replace(/\s+/g, " ") };
}

const data = claim({ phase: "Bound", volumeName: "pv-data", finalizers: ["kubernetes.io/pvc-protection"] });
const diskOf = (driver: string, more: Parameters<typeof volume>[0] = {}) =>
  volume({
    name: "pv-data",
    policy: "Delete",
    finalizers: ["kubernetes.io/pv-protection"],
    annotations: { "pv.kubernetes.io/provisioned-by": driver },
    phase: "Bound",
    claimRef: claimRefTo(data),
    ...more,
    spec: { csi: { driver, volumeHandle: "handle-1" }, ...more.spec },
  });

const storage = namespaceObject({ name: "longhorn-system" });
const plugin = (container: string): KubeObject => {
  const made = pod({ name: "plugin", namespace: "longhorn-system", nodeName: "n1", phase: "Running" });
  return { ...made, spec: { ...made.spec, containers: [{ name: container }] } };
};
const lease = (name: string, namespace: string): Lease => ({
  apiVersion: "coordination.k8s.io/v1",
  kind: "Lease",
  metadata: { ...metadataOf({}, name), namespace },
  spec: { holderIdentity: "plugin" },
});
const longhorn = "driver.longhorn.io";
const led = lease("external-attacher-leader-driver-longhorn-io", "longhorn-system");

test("of the namespace of a driver it is unknown what becomes of its disks, whatever their policy", async () => {
  const disk = diskOf(longhorn, { policy: "Retain" });
  const { code, out } = await before("ns/longhorn-system", [
    storage,
    data,
    disk,
    plugin("node-driver-registrar"),
    led,
  ]);
  assert.equal(code, 3, out);
  assert.match(out, /driver\.longhorn\.io runs in the namespace/);
  const unled = await before("ns/longhorn-system", [storage, data, disk, plugin("csi-provisioner")]);
  assert.equal(unled.code, 3);
  assert.match(unled.out, /driver\.longhorn\.io may run in the namespace/);
});

test("nothing is said of a driver that runs elsewhere, nor of a namespace without one", async () => {
  const objects = [storage, data, diskOf(longhorn)];
  assert.equal((await before("ns/longhorn-system", objects)).code, 0);
  assert.equal((await before("ns/longhorn-system", [...objects, plugin("nginx")])).code, 0);
  const elsewhere = lease("external-attacher-leader-driver-longhorn-io", "storage");
  const other = await before("ns/longhorn-system", [...objects, plugin("csi-attacher"), elsewhere]);
  assert.equal(other.code, 0, other.out);
});

test("what was not read of a driver's namespace is no absence", async () => {
  const objects = [storage, data, diskOf(longhorn), plugin("csi-attacher"), led];
  for (const hidden of ["v1/pods", "v1/persistentvolumes", "coordination.k8s.io/v1/leases"] as const)
    assert.equal((await before("ns/longhorn-system", objects, [hidden])).code, 3, hidden);
});

const recordOf = (name: string, namespace: string): KubeObject => ({
  apiVersion: "longhorn.io/v1beta2",
  kind: "Volume",
  metadata: { ...metadataOf({}, name), namespace },
  spec: { size: "1073741824" },
});

test("a namespace that has the records of a driver's disks is not harmless, although no pod runs there", async () => {
  const disk = diskOf(longhorn, { policy: "Retain" });
  const its = recordOf("handle-1", "longhorn-system");
  const { code, out } = await before("ns/longhorn-system", [storage, data, disk, its]);
  assert.equal(code, 3, out);
  assert.match(out, /keeps the records of its disks in the namespace \(volumes\.longhorn\.io\)/);
  assert.match(out, /pv\/pv-data \(driver\.longhorn\.io handle-1\)/);
  const why = await before("ns/longhorn-system", [
    storage,
    data,
    disk,
    recordOf("pvc-left", "longhorn-system"),
  ]);
  assert.match(
    why.out,
    /both volumes has an unknown fate: .*volume\/pvc-left \(driver\.longhorn\.io pvc-left\)/,
  );
  const elsewhere = [storage, data, disk, recordOf("handle-1", "storage")];
  assert.equal((await before("ns/longhorn-system", elsewhere)).code, 0);
});

test("records that may not be read can be there, whichever volumes the cluster has", async () => {
  const hidden = ["longhorn.io/v1beta2/volumes"] as const;
  const { code, out } = await before("ns/longhorn-system", [storage, data, diskOf(longhorn)], hidden);
  assert.equal(code, 3, out);
  assert.match(
    out,
    /whether a CSI driver keeps its disks in the namespace is unknown: volumes\.longhorn\.io in namespace/,
  );
  assert.equal(out.match(/whether a CSI driver keeps its disks/g)?.length, 1, "once");
  const other = [storage, data, diskOf("ebs.csi.aws.com")];
  assert.equal((await before("ns/longhorn-system", other, hidden)).code, 3);
});

test("disks that no volume refers to are deleted with the records of them, and backups with the driver", async () => {
  const left = recordOf("pvc-left", "longhorn-system");
  const { code, out } = await before("ns/longhorn-system", [storage, left]);
  assert.equal(code, 3, out);
  assert.match(out, /keeps the records of its disks in the namespace \(volumes\.longhorn\.io\)/);
  const registered: KubeObject = {
    apiVersion: "storage.k8s.io/v1",
    kind: "CSIDriver",
    metadata: metadataOf({}, longhorn),
    spec: {},
  };
  const runs = [storage, registered, plugin("node-driver-registrar"), led];
  const driver = await before("ns/longhorn-system", runs);
  assert.equal(driver.code, 3, driver.out);
  assert.match(driver.out, /driver\.longhorn\.io runs in the namespace, and no volume refers to its disks/);
  const unregistered = [storage, plugin("node-driver-registrar"), led];
  assert.equal((await before("ns/longhorn-system", unregistered, ["storage.k8s.io/v1/csidrivers"])).code, 3);
  const cephCluster: KubeObject = {
    apiVersion: "ceph.rook.io/v1",
    kind: "CephCluster",
    metadata: { ...metadataOf({}, "ceph"), namespace: "longhorn-system" },
  };
  const ceph = await before("ns/longhorn-system", [storage, cephCluster]);
  assert.equal(ceph.code, 3, ceph.out);
  assert.match(ceph.out, /the Ceph cluster is in the namespace/);
});

/** Volumes can be read by name, and not listed. */
function byNameOnly(objects: readonly KubeObject[], hidden: readonly Resource[] = []) {
  const source = memorySource(snapshotOf(objects, hidden), "shop");
  return {
    ...source,
    async collect(demands: Parameters<typeof source.collect>[0]) {
      const isList = ({ resource, scope }: (typeof demands)[number]) =>
        resource === "v1/persistentvolumes" && scope.of !== "object";
      const { readings, skipped } = await source.collect(demands.filter((each) => !isList(each)));
      const refused = demands
        .filter(isList)
        .map((each) => ({ read: false, ...each, reason: "Forbidden" }) as const);
      return { readings: [...readings, ...refused], skipped };
    },
  };
}

test("who may not list volumes is answered about a namespace that has no claims, and nothing of a driver", async () => {
  const run = async (objects: readonly KubeObject[], hidden: readonly Resource[] = []) =>
    await runCommand(["before", "delete", "ns/shop"], byNameOnly(objects, hidden));
  const shop = namespaceObject({ name: "shop" });
  const web = pod({ name: "web", phase: "Running", nodeName: "n1" });
  const empty = await run([shop, web, diskOf("ebs.csi.aws.com")]);
  assert.equal(empty.code, 0, empty.out);
  for (const hidden of [
    "v1/pods",
    "v1/persistentvolumeclaims",
    "longhorn.io/v1beta2/volumes",
    "ceph.rook.io/v1/cephclusters",
  ] as const)
    assert.equal((await run([shop, web], [hidden])).code, 3, hidden);
  const driver = { ...web, spec: { ...web.spec, containers: [{ name: "csi-provisioner" }] } };
  assert.equal((await run([shop, driver])).code, 3);
  assert.equal((await run([shop, web, recordOf("pvc-left", "shop")])).code, 3);
});

test("who may not list volumes hears what is lost with the volumes that claims name", async () => {
  const run = async (objects: readonly KubeObject[]) =>
    await runCommand(["before", "delete", "ns/shop"], byNameOnly(objects));
  const shop = namespaceObject({ name: "shop" });
  const finalizer = "external-provisioner.volume.kubernetes.io/finalizer";
  const lost = await run([shop, data, diskOf("ebs.csi.aws.com", { finalizers: [finalizer] })]);
  assert.equal(lost.code, 1, lost.out);
  const kept = await run([shop, data, diskOf("ebs.csi.aws.com", { policy: "Retain" })]);
  assert.equal(kept.code, 3, kept.out);
});

test("the namespace of a Ceph cluster stands in the handles of Rook's disks", async () => {
  const handle = "0001-0009-rook-ceph-0000000000000002-7a5c1d2e-1111-4111-8111-111111111111";
  const driver = "rook-ceph.rbd.csi.ceph.com";
  const disk = diskOf(driver, { policy: "Retain", spec: { csi: { driver, volumeHandle: handle } } });
  const objects = [namespaceObject({ name: "rook-ceph" }), namespaceObject({ name: "rook" }), data, disk];
  const { code, out } = await before("ns/rook-ceph", objects);
  assert.equal(code, 3, out);
  assert.match(out, /the Ceph cluster of rook-ceph\.rbd\.csi\.ceph\.com is in the namespace/);
  assert.equal((await before("ns/rook", objects)).code, 0);
});

test("a node takes the ephemeral claims of its pods with it", async () => {
  const user = pod({ claims: ["data"], nodeName: "n1", phase: "Running" });
  const ephemeral = { ...data, metadata: { ...data.metadata, ownerReferences: [ownedBy(user)] } };
  const objects = [node({ name: "n1" }), user, diskOf("ebs.csi.aws.com")];
  assert.equal((await before("node/n1", [...objects, data])).code, 0);
  const { code, out } = await before("node/n1", [...objects, ephemeral]);
  assert.equal(code, 1, out);
  assert.match(out, /pvc\/data/);
});

const at = (label: string) => ({
  nodeAffinity: {
    required: {
      nodeSelectorTerms: [{ matchExpressions: [{ key: label, operator: "In", values: ["n1"] }] }],
    },
  },
});

test("TopoLVM deletes the claims of a node with it, if the node has its finalizer", async () => {
  const label = "topology.topolvm.io/node";
  const annotations = { "volume.kubernetes.io/selected-node": "n1" };
  const placed = { ...data, metadata: { ...data.metadata, annotations } };
  const objects = [placed, diskOf("topolvm.io", { spec: at(label) }), storageClass()];
  const labels = { [label]: "n1" };
  assert.notEqual((await before("node/n1", [...objects, node({ name: "n1", labels })])).code, 1);
  const finalized = node({ name: "n1", labels, finalizers: ["topolvm.io/node"] });
  const { code, out } = await before("node/n1", [...objects, finalized]);
  assert.equal(code, 1, out);
});

test("Karpenter terminates the machine of a node, and local data with it, whatever the policy", async () => {
  const local = diskOf("local.csi.openebs.io", { policy: "Retain", spec: at("kubernetes.io/hostname") });
  const plain = await before("node/n1", [data, local, node({ name: "n1" })]);
  assert.notEqual(plain.code, 1, plain.out);
  const made = node({ name: "n1", finalizers: ["karpenter.sh/termination"] });
  const { code, out } = await before("node/n1", [data, local, made]);
  assert.equal(code, 1, out);
  assert.match(out, /Karpenter terminates the machine of node\/n1/);
});

test("of a volume with policy Retain it is said that the object is the record of the disk", async () => {
  const kept = diskOf("ebs.csi.aws.com", { policy: "Retain" });
  const { code, out } = await before("pv/pv-data pvc/data", [data, kept]);
  assert.equal(code, 0);
  assert.match(out, /this object is the record of it: save its manifest first/);
});

test("what is lost without the deletion too is not called kept", async () => {
  const job = {
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: { ...metadataOf({}, "load"), namespace: "shop" },
  };
  const user = pod({ claims: ["data"], nodeName: "gone", phase: "Running" });
  const made = { ...user, metadata: { ...user.metadata, ownerReferences: [ownedBy(job as KubeObject)] } };
  const owned = { ...data, metadata: { ...data.metadata, ownerReferences: [ownedBy(user)] } };
  const objects = [job as KubeObject, made, owned, diskOf("ebs.csi.aws.com")];
  const { code, out } = await before("job/load", objects);
  assert.equal(code, 1, out);
  assert.match(out, /also without this deletion/);
});

test("of a Secret it is said that it can be the key of a disk", async () => {
  const named = (kind: string) => async () => [{ apiVersion: "v1", kind, name: "key", namespace: "shop" }];
  const told = async (kind: string) => {
    const argv = ["before", "delete", "-f", "x.yaml"];
    const source = memorySource(snapshotOf([data]), "shop");
    return (await runCommand(argv, source, { namedIn: named(kind) })).out.replace(/\s+/g, " ");
  };
  assert.match(await told("Secret"), /if a driver encrypts disks with it, their data cannot be read without/);
  assert.doesNotMatch(await told("ConfigMap"), /encrypts/);
});
