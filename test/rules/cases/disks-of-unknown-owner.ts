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

export const cases: RuleCases = {
  fires: [
    {
      what: "disks of other clusters, of none, and in use",
      objects: [
        ...here,
        disk({ name: "vol-01", spec: { cluster: undefined } }),
        disk({ name: "vol-02", spec: { cluster: undefined } }),
        disk({ name: "vol-03", spec: { cluster: "staging" } }),
        disk({ name: "vol-04", spec: { cluster: undefined, attachedTo: ["i-01"] } }),
        disk({ name: "vol-05", spec: { volumeName: `pvc-${uid}` } }),
      ],
      on: ["disks.json"],
      severity: "note",
      says: /^2 disks \(2Gi\) without a volume may be leaked or belong to another cluster, as nothing marks them: vol-01, vol-02; 1 disk \(1Gi\) without a volume here, marked as of another cluster: vol-03; 1 disk \(1Gi\) without a volume, attached to a machine: vol-04; 1 disk \(1Gi\) that an object of this cluster may need: vol-05$/,
    },
    {
      what: "a list that is not whole",
      objects: [diskInventory({ spec: { partial: "it ends with a NextToken" } })],
      on: ["disks.json"],
      severity: "note",
      says: /^the list is not whole: it ends with a NextToken$/,
    },
  ],
  silent: [
    { what: "every disk has a volume", objects: here },
    { what: "a disk is leaked: another rule says so", objects: [...here, disk()] },
    { what: "snapshots", objects: [...here, disk({ spec: { is: "snapshot", cluster: undefined } })] },
  ],
  unread: [
    { what: "volumes", objects: [...here, disk()], hidden: ["v1/persistentvolumes"] },
    { what: "disks", objects: here, hidden: ["pvguard.dev/v1alpha1/disks"] },
  ],
};
