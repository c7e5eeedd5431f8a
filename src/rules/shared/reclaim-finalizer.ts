import {
  finalizerNames,
  handleProtectionFinalizer,
  migrationDriver,
  modifyDeletionFinalizers,
  provisionerOf,
  reclaimPolicyOf,
} from "../../controllers/index.ts";
import { hasFinalizer, type PersistentVolume } from "../../model/index.ts";

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
