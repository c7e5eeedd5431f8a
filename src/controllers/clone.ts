import { defineController, inNamespace, nothing, type PersistentVolumeClaim, refOf } from "../model/index.ts";
import { act, unknown, waitForAll } from "./decision.ts";
import { cloningProtection as finalizer } from "./finalizer-names.ts";
import { claimsByDataSource, dataSourceKey } from "./indexes/index.ts";
import { isDeletionCandidate, removeFinalizer } from "./protection.ts";

/**
 * Does `clone` keep its deleted source from going? Only `spec.dataSource` counts, and only phase Pending, by whatever
 * driver and for whatever reason it is Pending.
 * kubernetes-csi/external-provisioner pkg/controller/clone_controller.go syncClaim, v6.3.
 */
export function isCloneInProgress(clone: PersistentVolumeClaim, source: PersistentVolumeClaim): boolean {
  const { dataSource } = clone.spec ?? {};
  return (
    clone.metadata.namespace === source.metadata.namespace &&
    dataSource?.kind === "PersistentVolumeClaim" &&
    dataSource.name === source.metadata.name &&
    clone.status?.phase === "Pending"
  );
}

/**
 * Does the clone need its source alive? The provisioner begins no copy of a claim that is being deleted, however often it
 * tries; a clone that names its volume is bound to that, and not made.
 * kubernetes-csi/external-provisioner pkg/controller/controller.go getPVCSource, v6.3.
 */
export function isMadeByCopying(clone: PersistentVolumeClaim): boolean {
  return (clone.spec?.volumeName ?? "") === "";
}

/** Is the source looked at at all? A live one keeps the finalizer permanently. The same file, enqueueClaimUpdate. */
export function isCloneSourceChecked(source: PersistentVolumeClaim): boolean {
  return isDeletionCandidate(source, finalizer);
}

export const cloneProtection = defineController({
  name: "external-provisioner",
  on: "v1/persistentvolumeclaims",
  sources: ["kubernetes-csi/external-provisioner pkg/controller/clone_controller.go syncClaim, v6.3"],
  decide(source, cluster) {
    if (!isCloneSourceChecked(source)) return nothing;
    const { name, namespace = "" } = source.metadata;
    const key = dataSourceKey({ kind: "PersistentVolumeClaim", namespace, name });
    const clones = cluster.lookup(claimsByDataSource, key, inNamespace(namespace));
    if (!clones.read) return unknown(clones);
    const pending = clones.items.filter((clone) => isCloneInProgress(clone, source));
    if (pending.length > 0) return waitForAll(pending.map(refOf));
    return act(removeFinalizer(source, finalizer));
  },
});
