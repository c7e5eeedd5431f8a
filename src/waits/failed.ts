import type { Cluster } from "../cluster/index.ts";
import {
  claimAlive,
  deleterRefuses,
  finalizerNames,
  findDeletablePlugin,
  hostsOf,
  inTreePluginOf,
  nodeNamed,
  provisionedBy,
  provisionerOf,
  reclaimPolicyOf,
  recyclablePlugins,
  volumeHandleOf,
} from "../controllers/index.ts";
import type { FoundHold } from "../define/index.ts";
import { blocked, couldNotRead, defineWait, waiting } from "../define/index.ts";
import { lastFailure, saysNoDeleter } from "../evidence/index.ts";
import type { PersistentVolume, PersistentVolumeClaim, Phrase } from "../kubernetes/index.ts";
import { hasFinalizer, isTerminating, nameOf, refOf, say, secondsSince, words } from "../kubernetes/index.ts";
import { deleteVolume, saveManifest, setRetain } from "../remedies/index.ts";
import { proof } from "../report/index.ts";

type FailedReason = keyof typeof failedReasons;

/** The pages of every reason why a volume is Failed. */
const failedReasons = {
  NoDeleterForVolume: blocked("The volume was created manually, and no plugin can delete it", {
    what: "The claim no longer exists and the policy is Delete. No in-tree plugin can delete this source, and no provisioner created the volume.",
    why: "The volume was created manually. Kubernetes looked for a plugin that deletes it and found none. The data is untouched.",
    whatToDo:
      "Save the manifest, and delete the object: `kubectl delete pv NAME`. The data is kept. To use the disk again, erase the old data, and create the object again with policy Retain and without spec.claimRef. To set Retain on the old object only ends the attempts: it stays Failed.",
  }),
  FailedAndRetained: waiting("The volume is Failed, and its policy Retain now keeps it", {
    what: "The phase is Failed, and the policy is now Retain.",
    why: "Retain ends the attempts to delete or recycle the volume, and leaves the phase as it is.",
    whatToDo:
      "No action is needed. When you do not need the object, save its manifest and delete it: `kubectl delete pv NAME`. The data is kept in the storage backend.",
  }),
  FailedNeverRetried: blocked("The driver's provisioner never deletes a Failed volume", {
    what: "The phase is Failed. A CSI driver's provisioner deletes only volumes in phase Released.",
    why: "An older version or another policy made it Failed, and nothing sets it back to Released.",
    whatToDo:
      'Save the manifest, and delete the object: `kubectl delete pv NAME`. The disk is kept: if the data is not needed, a person must delete it in the storage backend. If the volume has the finalizer external-provisioner.volume.kubernetes.io/finalizer, set Retain first, so that the provisioner removes it: `kubectl patch pv NAME -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`. Retain alone ends nothing: the volume stays Failed.',
  }),
  FailedUnderClaim: waiting("The volume is Failed, but its claim still exists", {
    what: "The phase is Failed, but the claim with the uid in the claimRef still exists. The PV controller reclaims a volume only after its claim is deleted.",
    why: "The phase was set manually, or the claim lost the name of its volume.",
    whatToDo:
      "The volume itself needs no action. Look at the claim: `kubectl pvguard why pvc/NAME -n NAMESPACE`.",
  }),
  ReclaimRetried: waiting("The disk could not be deleted yet, and the PV controller retries", {
    what: "The in-tree plugin could not delete the disk yet. The PV controller retries at each sync.",
    why: "The pod, the claim and the disk were deleted at about the same time, and detaching takes a moment.",
    whatToDo: "No action is needed. Run `kubectl pvguard why` again in half an hour.",
  }),
  ReclaimFails: blocked("The volume cannot be deleted or recycled", {
    what: "The PV controller tries to delete or recycle the volume again and again, and fails.",
    why: "The field status.message of the volume says why.",
    whatToDo:
      "A person must remove the cause that status.message names; the PV controller then continues. If no retry can help, save the manifest and delete the object: `kubectl delete pv NAME`. Retain only stops the attempts.",
  }),
};

export default defineWait({
  wait: "failed",
  on: ["v1/persistentvolumes"],
  needs: ["v1/persistentvolumeclaims", "v1/events"],
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go reclaimVolume, findDeletablePlugin, 1.25 to 1.36",
    "kubernetes-sigs/sig-storage-lib-external-provisioner controller/controller.go shouldDelete: only phase Released, v13",
    "IBM/ibm-spectrum-scale-csi#98",
    "kubernetes/kubernetes#42784",
  ],
  reasons: failedReasons,
  holds(volume, cluster) {
    if (volume.status?.phase !== "Failed") return [];
    // The provisioner's finalizer says the same, and is what keeps the object.
    if (isTerminating(volume) && hasFinalizer(volume, finalizerNames.externalProvisioner)) return [];
    return failedHold(volume, cluster);
  },
});

type FailedHold = FoundHold<FailedReason>;

/** Seconds for which a failing in-tree deletion counts as a race that ends by itself. */
const patience = 1800;

/** Why a Failed volume is still there, and what that means for its data. */
function failedHold(volume: PersistentVolume, cluster: Cluster): FailedHold | FoundHold<"CouldNotRead"> {
  const policy = reclaimPolicyOf(volume);
  if (policy === "Retain") return retained(volume);
  const claim = claimAlive(volume, cluster);
  switch (claim.state) {
    case "unread":
      return couldNotRead(claim.unread);
    case "found":
      return underClaim(volume, claim.object);
    case "absent":
      return policy === "Delete" ? ofNoClaim(volume, cluster) : failing(volume, cluster);
  }
}

function ofNoClaim(volume: PersistentVolume, cluster: Cluster): FailedHold {
  if (isWithoutDeleter(volume)) return withoutDeleter(volume);
  if (deleterRefuses(volume)) return refused(volume);
  return provisionerOf(volume) === undefined ? failing(volume, cluster) : neverRetried(volume);
}

function underClaim(volume: PersistentVolume, claim: PersistentVolumeClaim): FailedHold {
  return {
    reason: "FailedUnderClaim",
    holder: { object: refOf(claim) },
    message: say`nothing is tried while ${nameOf(claim)} exists: the claimRef has its uid${quote(volume)}`,
    evidence: [...evidence(volume), proof(volume, "spec.claimRef.uid", claim.metadata.uid)],
  };
}

/**
 * The volume's own words come first: another message means that a plugin was found and failed. A manually created CSI volume
 * became Failed before Kubernetes left those to their driver.
 */
function isWithoutDeleter(volume: PersistentVolume): boolean {
  const message = volume.status?.message ?? "";
  if (message !== "") return saysNoDeleter(message);
  if (findDeletablePlugin(volume).deleter === "missing") return true;
  return volume.spec?.csi !== undefined && provisionedBy(volume) === undefined;
}

function quote(volume: PersistentVolume) {
  const message = volume.status?.message ?? "";
  return message === "" ? [] : say`: ${message}`;
}

function evidence(volume: PersistentVolume) {
  return [proof(volume, "status.phase", "Failed"), proof(volume, "status.message", volume.status?.message)];
}

function retained(volume: PersistentVolume): FailedHold {
  return {
    reason: "FailedAndRetained",
    holder: { person: "administrator" },
    message: say`the volume became Failed earlier, and its policy is now Retain: nothing deletes it, and ${volumeHandleOf(volume) ?? "the data"} is kept`,
    evidence: evidence(volume),
    remedies: [saveManifest(volume), deleteVolume(volume)],
  };
}

function withoutDeleter(volume: PersistentVolume): FailedHold {
  return {
    reason: "NoDeleterForVolume",
    holder: { person: "administrator" },
    message:
      provisionedBy(volume) === undefined
        ? say`the volume was created manually with policy Delete, and Kubernetes has no plugin that can delete it; the data is untouched${placeOf(volume)}${quote(volume)}`
        : say`the volume's policy is Delete, but Kubernetes no longer has a plugin that deletes it; the data is untouched${placeOf(volume)}${quote(volume)}`,
    evidence: evidence(volume),
    remedies: [deleteVolume(volume, { data: "stays" })],
    avoid: {
      step: say`add the annotation pv.kubernetes.io/provisioned-by`,
      because: say`a Failed volume is not deleted with it either; and if the volume became Released, imported data would be deleted`,
    },
  };
}

/** Retain would end nothing but the attempts: the volume stays Failed. */
function refused(volume: PersistentVolume): FailedHold {
  return {
    reason: "ReclaimFails",
    holder: { controller: "persistentvolume-controller" },
    message: say`the PV controller never deletes a path like this one, and no retry helps; the data is untouched${placeOf(volume)}${quote(volume)}`,
    evidence: evidence(volume),
    remedies: [deleteVolume(volume, { data: "stays" })],
  };
}

/** A path says little without its machine. */
function placeOf(volume: PersistentVolume): Phrase {
  const [host] = hostsOf(volume);
  const handle = volumeHandleOf(volume);
  if (host === undefined || handle === undefined) return [];
  return say` (${handle} on ${nameOf(nodeNamed(host))})`;
}

/**
 * Failed stays Failed once the claim is gone, and Retain changes nothing about that: only the deletion of the object ends it.
 * The provisioner's finalizer would outlast that, and is removed under Retain alone.
 * kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go syncVolume, 1.36;
 * kubernetes-sigs/sig-storage-lib-external-provisioner controller/controller.go handleProtectionFinalizer, v13.
 */
function neverRetried(volume: PersistentVolume): FailedHold {
  const isGuarded = hasFinalizer(volume, finalizerNames.externalProvisioner);
  const guard = isGuarded ? words(", and it removes its finalizer only with policy Retain") : [];
  return {
    reason: "FailedNeverRetried",
    holder: { person: "administrator" },
    message: say`the provisioner of ${provisionerOf(volume)?.name ?? "its driver"} deletes only Released volumes, so it never tries this one${guard}${quote(volume)}`,
    evidence: evidence(volume),
    remedies: isGuarded
      ? [setRetain(volume), saveManifest(volume)]
      : [deleteVolume(volume, { data: "stays" })],
  };
}

function failing(volume: PersistentVolume, cluster: Cluster): FailedHold {
  const since = failedSince(volume, cluster);
  const failingFor = since === "unread" ? undefined : secondsSince(since, cluster.now);
  const base = { holder: { controller: "persistentvolume-controller" }, evidence: evidence(volume) };
  if (failingFor !== undefined && failingFor < patience && !hasNoRecycler(volume)) {
    return {
      ...base,
      reason: "ReclaimRetried",
      message: say`the PV controller retries, so this is not an error yet${quote(volume)}`,
    };
  }
  return {
    ...base,
    reason: "ReclaimFails",
    message: say`the PV controller cannot carry out the policy ${reclaimPolicyOf(volume)}${quote(volume)}`,
    remedies: since === "unread" ? [] : [setRetain(volume)],
    avoid: {
      step: say`delete the volume object`,
      because: say`${volumeHandleOf(volume) ?? "the disk"} would remain in the storage backend with no record of it`,
    },
  };
}

function hasNoRecycler(volume: PersistentVolume): boolean {
  return reclaimPolicyOf(volume) === "Recycle" && !recyclablePlugins.has(inTreePluginOf(volume) ?? "");
}

/** Before Kubernetes 1.28 a volume does not say since when; the first event about the failure does. */
function failedSince(volume: PersistentVolume, cluster: Cluster): string | undefined {
  const since = volume.status?.lastPhaseTransitionTime;
  if (since !== undefined) return since;
  const failure = lastFailure(volume, "reclaim", cluster);
  if (failure.is === "unread") return "unread";
  return failure.told?.firstAt ?? failure.told?.at;
}
