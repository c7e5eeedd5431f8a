import {
  claim,
  claimRefTo,
  content,
  disk,
  diskInventory,
  inZone,
  node,
  volume,
} from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const uid = "11111111-1111-4111-8111-111111111111";
const data = claim({ uid, phase: "Bound", volumeName: `pvc-${uid}` });
/** Provisioned here, so that its disk tells how the tags name this cluster. */
const own = volume({
  name: `pvc-${uid}`,
  phase: "Bound",
  claimRef: claimRefTo(data),
  spec: { csi: { driver: "ebs.csi.aws.com", volumeHandle: "vol-0own" }, ...inZone },
});
const ownDisk = disk({ name: "vol-0own" });
const here = [diskInventory(), own, data, ownDisk];

const gone = "22222222-2222-4222-8222-222222222222";
const longhorn = diskInventory({
  name: "volumes.longhorn.io",
  spec: { backend: "Longhorn", drivers: ["driver.longhorn.io"] },
});
const replica = disk({
  name: `pvc-${gone}`,
  spec: { inventory: "volumes.longhorn.io", driver: "driver.longhorn.io", cluster: undefined },
});

export const cases: RuleCases = {
  fires: [
    {
      what: "a disk with the mark of this cluster",
      objects: [...here, disk()],
      on: ["vol-0abc"],
      severity: "warning",
      says: /no volume refers to this disk: by its tags, it belongs to the cluster prod, as do the disks of this cluster/,
      remedies: ["import-disk", "delete-listed-disk"],
    },
    {
      what: "its claim was deleted, and another has the name now",
      objects: [...here, disk({ spec: { claim: { namespace: "shop", name: "data", uid: gone } } })],
      on: ["vol-0abc"],
      severity: "warning",
      says: /made for pvc\/data \(shop\); that claim no longer exists/,
    },
    {
      what: "a record of Longhorn in the cluster itself",
      objects: [longhorn, replica],
      on: [`pvc-${gone}`],
      severity: "warning",
      says: /its record is an object of this cluster/,
    },
  ],
  silent: [
    { what: "a volume refers to it", objects: here },
    { what: "its tags name another cluster", objects: [...here, disk({ spec: { cluster: "staging" } })] },
    { what: "its tags name no cluster", objects: [...here, disk({ spec: { cluster: undefined } })] },
    {
      what: "no disk of this cluster has a mark",
      objects: [diskInventory(), own, data, disk({ name: "vol-0own", spec: { cluster: undefined } }), disk()],
    },
    {
      what: "the only volume with the mark was restored from another cluster",
      objects: [
        diskInventory(),
        volume({ name: `pvc-${gone}`, phase: "Bound", claimRef: claimRefTo(data), spec: own.spec ?? {} }),
        data,
        ownDisk,
        disk(),
      ],
    },
    {
      what: "the mark is what many clusters are called",
      objects: [
        diskInventory(),
        own,
        data,
        disk({ name: "vol-0own", spec: { cluster: "kubernetes" } }),
        disk({ spec: { cluster: "kubernetes" } }),
      ],
    },
    {
      what: "a machine outside of this cluster has a disk with the mark",
      objects: [...here, disk(), disk({ name: "vol-0far", spec: { attachedTo: ["i-0far"] } })],
    },
    {
      what: "a machine uses it",
      objects: [
        ...here,
        node({ providerID: "aws:///eu-west-1a/i-01" }),
        disk({ spec: { attachedTo: ["i-01"] } }),
      ],
    },
    {
      what: "its claim exists, so it may be being created",
      objects: [
        ...here,
        claim({ name: "new", uid: gone }),
        disk({ spec: { claim: { uid: gone.toUpperCase() } } }),
      ],
    },
    {
      what: "a volume names it by a handle of another form",
      objects: [
        ...here,
        volume({ name: "static", spec: { awsElasticBlockStore: { volumeID: "aws://eu-west-1a/VOL-0ABC" } } }),
        disk(),
      ],
    },
    {
      what: "a volume has the name that is in its tags",
      objects: [...here, volume({ name: "pvc-other" }), disk({ spec: { volumeName: "pvc-other" } })],
    },
    {
      what: "a snapshot is kept on it",
      objects: [...here, content(), disk()],
    },
    { what: "it is a snapshot itself", objects: [...here, disk({ spec: { is: "snapshot" } })] },
    {
      what: "its record is being deleted",
      objects: [
        longhorn,
        { ...replica, metadata: { ...replica.metadata, deletionTimestamp: "2026-11-20T11:00:00Z" } },
      ],
    },
    {
      what: "it was created a minute ago",
      objects: [...here, disk({ creationTimestamp: "2026-11-20T11:59:00Z" })],
    },
  ],
  unread: [
    { what: "volumes", objects: [...here, disk()], hidden: ["v1/persistentvolumes"] },
    {
      what: "claims",
      objects: [...here, disk({ spec: { claim: { uid: gone } } })],
      hidden: ["v1/persistentvolumeclaims"],
    },
    {
      what: "nodes, which tell whether the mark is shared",
      objects: [...here, disk(), disk({ name: "vol-0far", spec: { attachedTo: ["i-0far"] } })],
      hidden: ["v1/nodes"],
    },
    { what: "the lists", objects: [...here, disk()], hidden: ["pvguard.dev/v1alpha1/diskinventories"] },
  ],
};
