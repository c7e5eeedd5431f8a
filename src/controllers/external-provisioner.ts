import type { Cluster } from "../cluster/index.ts";
import type { PersistentVolume } from "../kubernetes/index.ts";
import { annotationOf, hasFinalizer, isTerminating, refOf } from "../kubernetes/index.ts";
import { migratedTo, provisionedBy } from "./annotation-names.ts";
import type { Decision } from "./controller.ts";
import { defineController, nothing } from "./controller.ts";
import { act, removeFinalizer, unknown, wait, waitForAll } from "./decision.ts";
import { externalProvisioner as finalizer } from "./finalizer-names.ts";
import { attachmentsNaming } from "./indexes/index.ts";
import { claimOf } from "./objects/refs.ts";
import { volumeHandleOf } from "./objects/volume-source.ts";
import { reclaimPolicyOf } from "./objects/volumes.ts";

export const volumeProvisioner = defineController({
  name: "external-provisioner",
  on: "v1/persistentvolumes",
  sources: [
    "kubernetes-sigs/sig-storage-lib-external-provisioner controller/controller.go syncVolume, deleteVolumeOperation, v13",
    "kubernetes-csi/external-provisioner pkg/controller/controller.go Delete, v6.3",
  ],
  decide(volume, cluster) {
    const provisioner = provisionerOf(volume);
    if (provisioner === undefined) return nothing;
    const facts = deletionFactsOf(volume, provisioner);
    switch (handleProtectionFinalizer(facts)) {
      case "add":
        return act({ do: "add-finalizer", object: refOf(volume), finalizer });
      case "remove":
        return act(removeFinalizer(volume, finalizer));
      case "none":
        return shouldDelete(facts) ? remove(volume, provisioner, cluster) : waitForRelease(volume, facts);
    }
  },
});

/** A provisioner with its own code has the feature off unless it chose otherwise. */
function deletionFactsOf(volume: PersistentVolume, provisioner: Provisioner): DeletionFacts {
  const finalizerHere = hasFinalizer(volume, finalizer) ? "present" : "absent";
  return {
    phase: volume.status?.phase,
    policy: reclaimPolicyOf(volume),
    deletionTimestamp: volume.metadata.deletionTimestamp,
    finalizer: finalizerHere,
    feature: provisioner.type === "csi" || finalizerHere === "present" ? "on" : "off",
  };
}

/**
 * The driver is not asked to delete the volume while any attachment names it, whether attached, failed or Terminating.
 * Drivers that do not attach at all have none.
 * kubernetes-csi/external-provisioner pkg/controller/controller.go canDeleteVolume, v6.3.
 */
function remove(volume: PersistentVolume, provisioner: Provisioner, cluster: Cluster): Decision {
  const attachments = attachmentsNaming(volume.metadata.name, cluster);
  if (!attachments.read) return unknown(attachments);
  if (attachments.items.length > 0) return waitForAll(attachments.items);
  const object = refOf(volume);
  return act(
    { do: "destroy-backend", object, driver: provisioner.name, handle: volumeHandleOf(volume) ?? "" },
    { do: "delete", object },
    ...(hasFinalizer(volume, finalizer) ? [removeFinalizer(volume, finalizer)] : []),
  );
}

function waitForRelease(volume: PersistentVolume, { phase, finalizer: ours }: DeletionFacts): Decision {
  if (!isTerminating(volume) || ours === "absent") return nothing;
  const claim = claimOf(volume);
  // In any other phase than Released it only looks on; who ends that of a Bound one is known.
  return phase === "Bound" && claim !== undefined ? wait(claim) : wait();
}

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

/**
 * Who has to delete what is behind a volume outside of kube-controller-manager, if anybody. `csi`: an
 * external-provisioner next to the driver. `other`: a provisioner with its own code, such as nfs-subdir.
 */
export interface Provisioner {
  readonly type: "csi" | "other";
  readonly name: string;
}

export function provisionerOf(volume: PersistentVolume): Provisioner | undefined {
  const migrated = annotationOf(volume, migratedTo) ?? "";
  if (migrated !== "") return { type: "csi", name: migrated };
  const { csi } = volume.spec ?? {};
  const provisioner = annotationOf(volume, provisionedBy);
  if (provisioner === undefined) {
    return csi === undefined ? undefined : { type: "csi", name: csi.driver ?? "" };
  }
  if (provisioner.startsWith("kubernetes.io/") || provisioner.startsWith(localProvisioner)) return undefined;
  return { type: csi === undefined ? "other" : "csi", name: provisioner };
}

/** The local static provisioner is no user of the library, and has a model of its own. */
const localProvisioner = "local-volume-provisioner-";
