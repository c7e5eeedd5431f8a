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
const elsewhere: readonly string[] = ["FormerClaimReplaced"];

export type ReclaimOutlook = "never" | "fails" | "told elsewhere";

export function outlookOf(reason: string): ReclaimOutlook {
  if (never.includes(reason)) return "never";
  return elsewhere.includes(reason) ? "told elsewhere" : "fails";
}
