import type { AuditContext, RuleFinding } from "../../define/index.ts";
import type { PersistentVolume, Resource } from "../../kubernetes/index.ts";

/** What tells why the disk of a volume is not deleted. */
export const reclaimNeeds: readonly Resource[] = [
  "v1/persistentvolumeclaims",
  "v1/pods",
  "v1/events",
  "v1/nodes",
  "storage.k8s.io/v1/volumeattachments",
  "storage.k8s.io/v1/csidrivers",
  "storage.k8s.io/v1/csinodes",
];

/** Reasons with which nothing in the cluster will ever delete the disk of a volume. */
const never: readonly string[] = [
  "NobodyCanDelete",
  "NodeOfVolumeGone",
  "NodeOfVolumeReplaced",
  "DriverOfVolumeNotInstalled",
  "DriverCannotDelete",
  "NoDeleterForVolume",
  "FailedNeverRetried",
];

/** Reasons that other rules tell of. */
const elsewhere: readonly string[] = ["FormerClaimReplaced", "ReleasedInUse"];

type ReclaimOutlook = "never" | "fails" | "told elsewhere";

export function outlookOf(reason: string): ReclaimOutlook {
  if (never.includes(reason)) return "never";
  return elsewhere.includes(reason) ? "told elsewhere" : "fails";
}

/** Where another claim has the name now, or a pod runs on the disk, another rule tells of the volume: what was not read leaves that open. */
export function confidenceIn(volume: PersistentVolume, context: AuditContext): Partial<RuleFinding> {
  const isOpen = context
    .ownHolds(volume)
    .some(({ holder }) => "unread" in holder && leavingOpen.includes(holder.unread.resource));
  return isOpen ? { confidence: "unknown" } : {};
}

const leavingOpen: readonly string[] = ["v1/persistentvolumeclaims", "v1/pods"];
