/** The feature HonorPVReclaimPolicy of external-provisioner: on by default from 5.0, always on from 6.2. */
type FinalizerFeature = "on" | "off";

export interface DeletionFacts {
  readonly phase: string | undefined;
  readonly policy: string;
  readonly deletionTimestamp: string | undefined;
  readonly finalizer: "present" | "absent";
  readonly feature?: FinalizerFeature;
}

/**
 * Would the provisioner delete what is behind this volume of its own? Only phase Released will do: a volume that has
 * become Failed is left alone from then on.
 * kubernetes-sigs/sig-storage-lib-external-provisioner controller/controller.go shouldDelete, v9 to v13.
 */
export function shouldDelete(facts: DeletionFacts): boolean {
  return !countsAsDeleted(facts) && facts.phase === "Released" && facts.policy === "Delete";
}

function countsAsDeleted({ deletionTimestamp, finalizer, feature = "on" }: DeletionFacts): boolean {
  if (deletionTimestamp === undefined) return false;
  return feature === "off" || finalizer === "absent";
}

/**
 * What becomes of the provisioner's finalizer at each sync. Retain and Recycle drop it also from a deleted volume.
 * The same file, handleProtectionFinalizer.
 */
export function handleProtectionFinalizer({
  phase,
  policy,
  deletionTimestamp,
  finalizer,
  feature = "on",
}: DeletionFacts): "add" | "remove" | "none" {
  if (finalizer === "present") {
    return feature === "off" || policy === "Retain" || policy === "Recycle" ? "remove" : "none";
  }
  const isWanted =
    feature === "on" && policy === "Delete" && deletionTimestamp === undefined && phase === "Bound";
  return isWanted ? "add" : "none";
}
