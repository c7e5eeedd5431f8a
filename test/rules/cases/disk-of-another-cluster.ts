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

const imported = volume({
  name: "pv-imported",
  spec: { csi: { driver: "ebs.csi.aws.com", volumeHandle: "vol-0abc" }, ...inZone },
});

export const cases: RuleCases = {
  fires: [
    {
      what: "the tags of its disk name another cluster",
      objects: [...here, imported, disk({ spec: { cluster: "staging" } })],
      on: ["pv-imported"],
      severity: "warning",
      says: /by the tags of its disk, that belongs to the cluster staging, and other disks here belong to prod/,
      remedies: ["set-retain"],
    },
  ],
  silent: [
    { what: "the same cluster", objects: [...here, imported, disk()] },
    { what: "no tag", objects: [...here, imported, disk({ spec: { cluster: undefined } })] },
    {
      what: "how this cluster is called is not known",
      objects: [diskInventory(), imported, disk({ spec: { cluster: "staging" } })],
    },
  ],
  unread: [
    { what: "the lists", objects: here, hidden: ["pvguard.dev/v1alpha1/diskinventories"] },
    {
      what: "nodes",
      objects: [
        ...here,
        imported,
        disk({ spec: { cluster: "staging" } }),
        disk({ name: "vol-0far", spec: { attachedTo: ["i-0far"] } }),
      ],
      hidden: ["v1/nodes"],
    },
  ],
};
