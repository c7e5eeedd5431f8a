import { claim, claimRefTo, disk, diskInventory, inZone, volume } from "../../support/objects.ts";
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

const lost = volume({
  name: "pv-lost",
  spec: { csi: { driver: "ebs.csi.aws.com", volumeHandle: "vol-0lost" }, ...inZone },
});
const another = (name: string) =>
  volume({ name, spec: { csi: { driver: "ebs.csi.aws.com", volumeHandle: `vol-${name}` }, ...inZone } });

export const cases: RuleCases = {
  fires: [
    {
      what: "a whole list of its region lacks it",
      objects: [...here, lost],
      on: ["pv-lost"],
      severity: "error",
      says: /its disk vol-0lost is not among the disks of ebs.csi.aws.com \(as of disks.json, made at/,
    },
    {
      what: "the record of Longhorn is gone",
      objects: [
        diskInventory({
          name: "volumes.longhorn.io",
          spec: { backend: "Longhorn", drivers: ["driver.longhorn.io"] },
        }),
        volume({
          name: "pv-lost",
          spec: { csi: { driver: "driver.longhorn.io", volumeHandle: "pvc-lost" } },
        }),
      ],
      on: ["pv-lost"],
      severity: "error",
      says: /its disk pvc-lost is not among the disks of driver.longhorn.io/,
    },
  ],
  silent: [
    { what: "the list has it", objects: here },
    {
      what: "it is in the list by the handle of the in-tree plugin",
      objects: [
        ...here,
        volume({
          name: "pv-old",
          annotations: { "pv.kubernetes.io/provisioned-by": "kubernetes.io/aws-ebs" },
          spec: { awsElasticBlockStore: { volumeID: "aws://eu-west-1a/vol-0abc" }, ...inZone },
        }),
        disk(),
      ],
    },
    {
      what: "the list is not whole",
      objects: [diskInventory({ spec: { partial: "NextToken" } }), own, data, ownDisk, lost],
    },
    {
      what: "the volume is newer than the list",
      objects: [
        ...here,
        { ...lost, metadata: { ...lost.metadata, creationTimestamp: "2026-11-20T11:55:00Z" } },
      ],
    },
    {
      what: "nothing says when the list was made, and all in it is older than the volume",
      objects: [
        diskInventory({ spec: { madeAt: undefined, newest: "2026-10-01T00:00:00Z" } }),
        own,
        data,
        ownDisk,
        lost,
      ],
    },
    {
      what: "the list is of another region",
      objects: [diskInventory(), own, data, disk({ name: "vol-0own", spec: { place: "us-east-1" } }), lost],
    },
    {
      what: "the volume does not say where its disk is",
      objects: [
        ...here,
        volume({ name: "pv-lost", spec: { csi: { driver: "ebs.csi.aws.com", volumeHandle: "vol-0lost" } } }),
      ],
    },
    { what: "the list has no disk of this cluster", objects: [diskInventory(), disk(), lost] },
    {
      what: "most disks of this cluster are missing",
      objects: [...here, lost, another("0a"), another("0b")],
    },
    {
      what: "a disk with its name is in the list",
      objects: [...here, lost, disk({ spec: { volumeName: "PV-LOST" } })],
    },
    {
      what: "another driver",
      objects: [...here, volume({ name: "pv-lost", spec: { csi: { driver: "x.io", volumeHandle: "v" } } })],
    },
  ],
  unread: [
    { what: "the lists", objects: [...here, lost], hidden: ["pvguard.dev/v1alpha1/diskinventories"] },
    { what: "disks", objects: [...here, lost], hidden: ["pvguard.dev/v1alpha1/disks"] },
  ],
};
