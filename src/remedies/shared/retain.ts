import { finalizerNames } from "../../controllers/index.ts";
import {
  type Act,
  hasFinalizer,
  type PersistentVolume,
  type Phrase,
  say,
  seenRefOf,
} from "../../model/index.ts";

/** Sets the reclaim policy of a volume to Retain. Nothing, where it is so already. */
export function retaining(volume: PersistentVolume): readonly Act[] {
  const was = volume.spec?.persistentVolumeReclaimPolicy;
  if (was === "Retain") return [];
  const path = "/spec/persistentVolumeReclaimPolicy";
  const edit =
    was === undefined
      ? ({ op: "add", path, value: "Retain" } as const)
      : ({ op: "replace", path, value: "Retain", was } as const);
  return [{ do: "edit", on: seenRefOf(volume), edits: [edit] }];
}

/** Whether it carries what a provisioner, or the PV controller, takes off as soon as the policy is Retain. */
export function hasDeletionFinalizer(volume: PersistentVolume): boolean {
  return (
    hasFinalizer(volume, finalizerNames.externalProvisioner) ||
    hasFinalizer(volume, finalizerNames.pvController)
  );
}

/** kubernetes-csi/external-provisioner pkg/controller/controller.go, sig-storage-lib syncVolume: Retain drops the finalizer. */
export function retainForGood(volume: PersistentVolume): readonly Phrase[] {
  if (volume.kind !== "PersistentVolume" || volume.metadata.deletionTimestamp === undefined) return [];
  if (!hasDeletionFinalizer(volume)) return [];
  return [
    say`The volume is being deleted already: its provisioner drops its finalizer at once, which cannot be put back, so that setting the policy back to Delete would not delete the disk any more.`,
  ];
}
