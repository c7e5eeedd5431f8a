import { disk, diskInventory, inZone, volume } from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const large = volume({
  capacity: "20Gi",
  spec: { csi: { driver: "ebs.csi.aws.com", volumeHandle: "vol-0abc" }, ...inZone },
});
const listed = (gibibytes: number) => disk({ spec: { bytes: String(gibibytes * 1024 ** 3) } });

export const cases: RuleCases = {
  fires: [
    {
      what: "smaller",
      objects: [diskInventory(), large, listed(10)],
      on: ["pv-data"],
      severity: "warning",
      says: /its disk has 10Gi, and the volume says 20Gi \(as of disks.json/,
    },
    {
      what: "much larger",
      objects: [diskInventory(), large, listed(40)],
      on: ["pv-data"],
      severity: "note",
      says: /its disk has 40Gi, and the volume says 20Gi/,
    },
  ],
  silent: [
    { what: "equal", objects: [diskInventory(), large, listed(20)] },
    { what: "rounded up to the next gibibyte", objects: [diskInventory(), large, listed(21)] },
    {
      what: "the list gives no size",
      objects: [diskInventory(), large, disk({ spec: { bytes: undefined } })],
    },
    { what: "not in the list", objects: [diskInventory(), large] },
  ],
  unread: [
    {
      what: "the lists",
      objects: [diskInventory(), large, listed(10)],
      hidden: ["pvguard.dev/v1alpha1/diskinventories"],
    },
  ],
};
