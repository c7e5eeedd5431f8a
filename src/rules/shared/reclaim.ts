import {
  finalizerNames,
  handleProtectionFinalizer,
  migrationDriver,
  modifyDeletionFinalizers,
  provisionerOf,
  reclaimPolicyOf,
} from "../../controllers/index.ts";
import type { AuditContext, RuleFinding } from "../../engine/index.ts";
import type { PersistentVolume, Resource } from "../../model/index.ts";
import { hasFinalizer } from "../../model/index.ts";

const { externalProvisioner, pvController } = finalizerNames;

/** How long the owner of these finalizers may take, in seconds: the provisioner checks all volumes every 15 min. */
export const reclaimPatience = 900;

/** Who has to see that the disk of a volume is deleted, with the finalizer that it works with. */
export interface ReclaimOwner {
  readonly finalizer: string;
  readonly controller: string;
}

/** The finalizer that a live volume should have and has not. */
export function missingFinalizer(volume: PersistentVolume): ReclaimOwner | undefined {
  const given = volume.metadata.finalizers ?? [];
  if (modifyDeletionFinalizers(volume).includes(pvController) && !given.includes(pvController)) {
    return { finalizer: pvController, controller: "persistentvolume-controller" };
  }
  const provisioner = provisionerOf(volume);
  if (provisioner?.type !== "csi" || actionOf(volume) !== "add") return undefined;
  return { finalizer: externalProvisioner, controller: `external-provisioner of ${provisioner.name}` };
}

function actionOf(volume: PersistentVolume): "add" | "remove" | "none" {
  return handleProtectionFinalizer({
    phase: volume.status?.phase,
    policy: reclaimPolicyOf(volume),
    deletionTimestamp: volume.metadata.deletionTimestamp,
    finalizer: hasFinalizer(volume, externalProvisioner) ? "present" : "absent",
  });
}

/** A finalizer, and the controller that should remove it, if an existing controller ever would. */
export interface LeftFinalizer {
  readonly finalizer: string;
  readonly controller: string | "nobody";
}

/** The finalizers that a live volume should no longer have. */
export function leftFinalizers(volume: PersistentVolume): readonly LeftFinalizer[] {
  const wanted = modifyDeletionFinalizers(volume);
  return [externalProvisioner, pvController].flatMap((finalizer) => {
    if (!hasFinalizer(volume, finalizer)) return [];
    if (!wanted.includes(finalizer)) return [{ finalizer, controller: "persistentvolume-controller" }];
    return finalizer === pvController ? ofPvController(volume) : ofProvisioner(volume);
  });
}

/** It is the PV controller's only where the volume says that an in-tree plugin made it. */
function ofPvController(volume: PersistentVolume): readonly LeftFinalizer[] {
  const bare = { ...volume, metadata: { ...volume.metadata, finalizers: [] } };
  const isDue = modifyDeletionFinalizers(bare).includes(pvController);
  return isDue ? [] : [{ finalizer: pvController, controller: "nobody" }];
}

function ofProvisioner(volume: PersistentVolume): readonly LeftFinalizer[] {
  const driver = provisionerOf(volume)?.name ?? migrationDriver(volume);
  if (driver === undefined) return [{ finalizer: externalProvisioner, controller: "nobody" }];
  if (actionOf(volume) !== "remove") return [];
  return [{ finalizer: externalProvisioner, controller: `external-provisioner of ${driver}` }];
}

/** What tells why the disk of a volume is not deleted. */
export const reclaimNeeds: readonly Resource[] = [
  "v1/persistentvolumeclaims",
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
const elsewhere: readonly string[] = ["FormerClaimReplaced"];

type ReclaimOutlook = "never" | "fails" | "told elsewhere";

export function outlookOf(reason: string): ReclaimOutlook {
  if (never.includes(reason)) return "never";
  return elsewhere.includes(reason) ? "told elsewhere" : "fails";
}

/** Where another claim has the name now, another rule tells of the volume: what was not read leaves that open. */
export function confidenceIn(volume: PersistentVolume, context: AuditContext): Partial<RuleFinding> {
  const claimUnread = context
    .ownHolds(volume)
    .some(({ holder }) => "unread" in holder && holder.unread.resource === "v1/persistentvolumeclaims");
  return claimUnread ? { confidence: "unknown" } : {};
}
