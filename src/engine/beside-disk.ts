import { finalizerNames } from "../controllers/index.ts";
import type { Hold } from "../model/index.ts";

const { externalProvisioner, pvController, attacherPrefix } = finalizerNames;

/**
 * Is it taken off by who works on the disk or the snapshot behind the object? Any other finalizer keeps only the object:
 * the drivers do not look at it, and what is behind a volume is destroyed while its object still stands.
 *
 * kubernetes-sigs/sig-storage-lib-external-provisioner controller/controller.go shouldDelete, v13;
 * kubernetes-csi/external-snapshotter pkg/sidecar-controller/snapshot_controller.go shouldDelete, v8.7.
 */
export function isOfBackend(finalizer: string): boolean {
  return (
    finalizer === externalProvisioner ||
    finalizer === pvController ||
    finalizer.startsWith(attacherPrefix) ||
    finalizer.startsWith("snapshot.storage.kubernetes.io/")
  );
}

const recordsOfDisks: readonly string[] = ["PersistentVolume", "VolumeSnapshotContent"];

/** Who holds the record of a disk by such a finalizer, and nothing of what becomes of the disk waits for that. */
export function isBesideDisk({ held, by, holder }: Hold): boolean {
  return (
    recordsOfDisks.includes(held.kind) &&
    "finalizer" in by &&
    !isOfBackend(by.finalizer) &&
    "controller" in holder
  );
}
