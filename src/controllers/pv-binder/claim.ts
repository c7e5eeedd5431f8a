import {
  annotationOf,
  type PersistentVolume,
  type PersistentVolumeClaim,
  type Pod,
  type StorageClass,
} from "../../model/index.ts";
import { bindCompleted, boundByController, selectedNode } from "../annotation-names.ts";
import { isPodScheduled, isPodTerminated } from "../pod-state.ts";
import { leavesClassOpen, storageClassNameOf } from "../storage-class-name.ts";
import { checkVolumeSatisfyClaim, isVolumeBoundToClaim, type Mismatch } from "./fit.ts";
import { findMatchingVolumes } from "./match.ts";
import { type Provisioning, provisioningOf } from "./provision.ts";

/** What the PV controller makes of a claim. */
export type ClaimSync =
  | { readonly result: "Bound" }
  | { readonly result: "bind"; readonly volume: PersistentVolume }
  /** One of several volumes that are as good; which one is left to chance. */
  | { readonly result: "bind one"; readonly volumes: readonly [PersistentVolume, ...PersistentVolume[]] }
  | { readonly result: "Lost"; readonly reason: "ClaimLost" | "ClaimMisbound" }
  | { readonly result: "Pending"; readonly because: PendingReason }
  /** The pair is inconsistent in a way that only the PV controller itself could have made. */
  | { readonly result: "error" };

/** `reason` is that of the event on the claim, except where there is none. */
export type PendingReason =
  | { readonly reason: "NoVolumeAndNoClass" }
  | { readonly reason: "WaitForFirstConsumer" }
  | { readonly reason: "WaitForPodScheduled"; readonly pods: readonly Pod[] }
  | { readonly reason: "DefaultClassAssigned"; readonly storageClass: string }
  | { readonly reason: "VolumeNotFound" }
  | { readonly reason: "VolumeMismatch"; readonly mismatch: Mismatch }
  | { readonly reason: "VolumeClaimedByOther" }
  | Provisioning;

export interface ClaimWorld {
  /** The volume that `spec.volumeName` names. */
  readonly named: PersistentVolume | undefined;
  /** The volumes that could be matched, and are not worse than another; asked only when the claim names none. */
  readonly volumes: readonly PersistentVolume[];
  /** The claim's class, when it has one that exists. */
  readonly storageClass: StorageClass | undefined;
  readonly defaultClass: StorageClass | undefined;
  /** The pods that use the claim. */
  readonly pods: readonly Pod[];
}

/** kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go syncClaim, 1.25 to 1.36. */
export function syncClaim(claim: PersistentVolumeClaim, world: ClaimWorld): ClaimSync {
  return annotationOf(claim, bindCompleted) === undefined
    ? syncUnboundClaim(claim, world)
    : syncBoundClaim(claim, world.named);
}

/**
 * The same file, syncBoundClaim. Lost is decided again at each sync: it ends when a volume of that name comes back with
 * no claimRef, or with the claim's uid.
 */
function syncBoundClaim(claim: PersistentVolumeClaim, named: PersistentVolume | undefined): ClaimSync {
  if ((claim.spec?.volumeName ?? "") === "" || named === undefined) {
    return { result: "Lost", reason: "ClaimLost" };
  }
  const claimRef = named.spec?.claimRef;
  if (claimRef === undefined) return { result: "bind", volume: named };
  return claimRef.uid === claim.metadata.uid
    ? { result: "Bound" }
    : { result: "Lost", reason: "ClaimMisbound" };
}

function pending(because: PendingReason): ClaimSync {
  return { result: "Pending", because };
}

/** The same file, syncUnboundClaim. */
function syncUnboundClaim(claim: PersistentVolumeClaim, world: ClaimWorld): ClaimSync {
  if ((claim.spec?.volumeName ?? "") === "") return findVolume(claim, world);
  const { named } = world;
  if (named === undefined) return pending({ reason: "VolumeNotFound" });
  if (named.spec?.claimRef === undefined) {
    const mismatch = checkVolumeSatisfyClaim(named, claim);
    if (mismatch !== undefined) return pending({ reason: "VolumeMismatch", mismatch });
    return { result: "bind", volume: named };
  }
  if (isVolumeBoundToClaim(named, claim)) return { result: "bind", volume: named };
  return annotationOf(claim, boundByController) === undefined
    ? pending({ reason: "VolumeClaimedByOther" })
    : { result: "error" };
}

function findVolume(claim: PersistentVolumeClaim, world: ClaimWorld): ClaimSync {
  const delayed = world.storageClass?.volumeBindingMode === "WaitForFirstConsumer";
  const [volume, ...more] = findMatchingVolumes(claim, world.volumes, delayed ? "delayed" : "immediate");
  if (volume !== undefined) {
    return more.length === 0
      ? { result: "bind", volume }
      : { result: "bind one", volumes: [volume, ...more] };
  }
  if (leavesClassOpen(claim) && world.defaultClass !== undefined) {
    return pending({ reason: "DefaultClassAssigned", storageClass: world.defaultClass.metadata.name });
  }
  if (delayed && annotationOf(claim, selectedNode) === undefined) return pending(waitForConsumer(world.pods));
  return pending(
    storageClassNameOf(claim) === "" ? { reason: "NoVolumeAndNoClass" } : provisioningOf(world.storageClass),
  );
}

/** The same file, emitEventForUnboundDelayBindingClaim, findNonScheduledPodsByPVC. */
function waitForConsumer(users: readonly Pod[]): PendingReason {
  const pods = users.filter((pod) => !isPodScheduled(pod) && !isPodTerminated(pod));
  return pods.length > 0 ? { reason: "WaitForPodScheduled", pods } : { reason: "WaitForFirstConsumer" };
}
