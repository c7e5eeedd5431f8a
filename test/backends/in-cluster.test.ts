/** The disks that backends keep as objects of the cluster. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ClusterBackend } from "../../src/backends/index.ts";
import { clusterBackends, inventoryOfRecords, unreadInventory } from "../../src/backends/index.ts";
import type { KubeObject } from "../../src/kubernetes/index.ts";
import { apiVersionOf, kindOf } from "../../src/kubernetes/index.ts";
import { pod } from "../support/objects.ts";

const uid = "11111111-1111-4111-8111-111111111111";
const name = `pvc-${uid}`;

/** What each backend writes of a disk of 5Gi, beside what every object has. */
const records: Readonly<Record<string, object>> = {
  Longhorn: {
    spec: { size: "5368709120" },
    status: {
      state: "attached",
      currentNodeID: "node-1",
      kubernetesStatus: { pvName: "", pvcName: "data", namespace: "shop" },
    },
  },
  "OpenEBS ZFS": { spec: { capacity: "5368709120", ownerNodeID: "node-1" }, status: { state: "Ready" } },
  "OpenEBS LVM": { spec: { capacity: "5368709120", ownerNodeID: "node-1" }, status: { state: "Ready" } },
  TopoLVM: {
    spec: { name, nodeName: "node-1", size: "4Gi" },
    status: { volumeID: name, currentSize: "5368709120" },
  },
  Trident: {
    config: { name, internalName: "trident_pvc", size: "5368709120", namespace: "shop", requestName: "data" },
    pool: "node-1",
    state: "Ready",
  },
};

const recordOf = ({ resource }: ClusterBackend, more: object, own = name) => {
  const { kind, namespaced } = kindOf(resource);
  const metadata = {
    name: own,
    ...(namespaced ? { namespace: "storage" } : {}),
    uid: "u",
    resourceVersion: "7",
    creationTimestamp: "2026-06-01T08:00:00Z",
  };
  // The kind is one of those that are compared, with fields of its own.
  return { apiVersion: apiVersionOf(resource), kind, metadata, ...more } as KubeObject;
};

const origin = { name: "list", madeAt: "2026-11-20T12:00:00Z" };

for (const backend of clusterBackends) {
  const record = recordOf(backend, records[backend.name] ?? {});

  test(`${backend.name}: a record is a disk with the handle that its driver gives`, () => {
    const { disks, inventory } = inventoryOfRecords(backend, [record], origin);
    const [disk] = disks;
    assert.deepEqual(disk?.spec?.handles, [name]);
    assert.equal(disk.spec.bytes, "5368709120");
    assert.equal(disk.spec.claim?.uid, uid);
    assert.equal(disk.spec.driver, backend.drivers[0]);
    assert.equal(disk.metadata.resourceVersion, "7");
    assert.equal(inventory.spec?.madeAt, origin.madeAt);
  });

  test(`${backend.name}: the command that deletes it names its object, where that is`, () => {
    const { disks } = inventoryOfRecords(backend, [record], origin);
    const argv = disks[0] === undefined ? [] : (backend.deletion(disks[0]) ?? []);
    assert.ok(argv.includes(name), argv.join(" "));
    assert.equal(argv.includes("storage"), kindOf(backend.resource).namespaced, argv.join(" "));
  });

  test(`${backend.name}: an object of another kind is no disk, and one without fields harms nothing`, () => {
    assert.equal(backend.disk(pod()), undefined);
    assert.doesNotThrow(() => inventoryOfRecords(backend, [recordOf(backend, {})], origin));
  });
}

const of = (wanted: string) => {
  const found = clusterBackends.find((backend) => backend.name === wanted);
  assert.ok(found !== undefined);
  return found;
};

test("a standby of Longhorn, a snapshot of TopoLVM and a volume that is not created yet are not disks without a volume", () => {
  assert.equal(of("Longhorn").disk(recordOf(of("Longhorn"), { spec: { Standby: true } })), undefined);
  const topolvm = of("TopoLVM");
  assert.equal(topolvm.disk(recordOf(topolvm, { spec: { name } })), undefined);
  const snapshot = recordOf(topolvm, {
    spec: { name: "snapshot-1", accessType: "ro" },
    status: { volumeID: "s" },
  });
  assert.equal(topolvm.disk(snapshot)?.is, "snapshot");
});

test("records that could not be read make a list that is not whole, and has no disk", () => {
  const { disks, inventory } = unreadInventory(of("Longhorn"), origin, "Forbidden");
  assert.deepEqual(disks, []);
  assert.match(inventory.spec?.partial ?? "", /could not be read \(Forbidden\)/);
});

test("tridentctl is given the name of the volume, and no option in its place", () => {
  const trident = clusterBackends.find((backend) => backend.name === "Trident");
  assert.ok(trident);
  const deletionOf = (config: object, own: string) => {
    const { disks } = inventoryOfRecords(trident, [recordOf(trident, { config }, own)], origin);
    return disks[0] && trident.deletion(disks[0])?.[3];
  };
  assert.equal(deletionOf({ name: "My_Volume" }, "my-volume"), "My_Volume");
  assert.equal(deletionOf({ name: "--all" }, "my-volume"), undefined);
});
