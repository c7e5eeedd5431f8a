import {
  annotationNames,
  claimAlive,
  deleterRefuses,
  eventTime,
  finalizerNames,
  findDeletablePlugin,
  inTreePluginOf,
  latestEvent,
  provisionerOf,
  reclaimPolicyOf,
  recyclablePlugins,
  volumeHandleOf,
} from "../controllers/index.ts";
import { couldNotRead, defineWait, type FoundHold, nameOf, remedy } from "../engine/index.ts";
import {
  annotationOf,
  type Cluster,
  hasFinalizer,
  isTerminating,
  type PersistentVolume,
  type PersistentVolumeClaim,
  proof,
  refOf,
  say,
  secondsSince,
} from "../model/index.ts";
import { type FailedReason, failedReasons } from "./shared/failed/reasons.ts";

export default defineWait<"v1/persistentvolumes", FailedReason>({
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
    return [failedHold(volume, cluster)];
  },
});

type Held = FoundHold<FailedReason>;

/** Seconds for which a failing in-tree deletion counts as a race that ends by itself. */
const patience = 1800;

/** Why a Failed volume is still there, and what that means for its data. */
function failedHold(volume: PersistentVolume, cluster: Cluster): Held | FoundHold<"CouldNotRead"> {
  const policy = reclaimPolicyOf(volume);
  if (policy === "Retain") return retained(volume);
  if (policy === "Delete" && isWithoutDeleter(volume)) return withoutDeleter(volume);
  if (policy === "Delete" && provisionerOf(volume) !== undefined) return neverRetried(volume);
  const claim = claimAlive(volume, cluster);
  switch (claim.state) {
    case "unread":
      return couldNotRead(claim.unread);
    case "found":
      return underClaim(volume, claim.object);
    case "absent":
      return failing(volume, cluster);
  }
}

function underClaim(volume: PersistentVolume, claim: PersistentVolumeClaim): Held {
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
  if (message !== "")
    return /no (deletable )?volume plugin matched|error getting deleter volume plugin/i.test(message);
  if (findDeletablePlugin(volume).deleter === "missing") return true;
  return volume.spec?.csi !== undefined && provisionedBy(volume) === undefined;
}

const provisionedBy = (volume: PersistentVolume) => annotationOf(volume, annotationNames.provisionedBy);

function quote(volume: PersistentVolume) {
  const message = volume.status?.message ?? "";
  return message === "" ? [] : say`: ${message}`;
}

function evidence(volume: PersistentVolume) {
  return [proof(volume, "status.phase", "Failed"), proof(volume, "status.message", volume.status?.message)];
}

function retained(volume: PersistentVolume): Held {
  return {
    reason: "FailedAndRetained",
    holder: { person: "administrator" },
    message: say`the volume became Failed earlier, and its policy is now Retain: nothing deletes it, and ${volumeHandleOf(volume) ?? "the data"} is kept`,
    evidence: evidence(volume),
    remedies: [remedy("save-manifest", volume), remedy("delete-volume", volume)],
  };
}

function withoutDeleter(volume: PersistentVolume): Held {
  return {
    reason: "NoDeleterForVolume",
    holder: { person: "administrator" },
    message:
      provisionedBy(volume) === undefined
        ? say`the volume was created manually with policy Delete, and Kubernetes has no plugin that can delete it; the data is untouched`
        : say`the volume's policy is Delete, but Kubernetes no longer has a plugin that deletes it; the data is untouched`,
    evidence: evidence(volume),
    remedies: [remedy("set-retain", volume), remedy("delete-volume", volume, { data: "stays" })],
    avoid: {
      step: say`add the annotation pv.kubernetes.io/provisioned-by`,
      because: say`a Failed volume is not deleted with it either; and if the volume became Released, imported data would be deleted`,
    },
  };
}

function neverRetried(volume: PersistentVolume): Held {
  return {
    reason: "FailedNeverRetried",
    holder: { person: "administrator" },
    message: say`the provisioner of ${provisionerOf(volume)?.name ?? "its driver"} deletes only Released volumes, so it never tries this one${quote(volume)}`,
    evidence: evidence(volume),
    remedies: [remedy("set-retain", volume), remedy("save-manifest", volume)],
  };
}

function failing(volume: PersistentVolume, cluster: Cluster): Held {
  const since = failedSince(volume, cluster);
  const failingFor = since === "unread" ? undefined : secondsSince(since, cluster.now);
  const base = { holder: { controller: "persistentvolume-controller" }, evidence: evidence(volume) };
  if (failingFor !== undefined && failingFor < patience && !isHopeless(volume)) {
    return {
      ...base,
      reason: "ReclaimRetried",
      message: say`not an error yet: the PV controller retries${quote(volume)}`,
    };
  }
  return {
    ...base,
    reason: "ReclaimFails",
    message: say`the PV controller cannot carry out the policy ${reclaimPolicyOf(volume)}${quote(volume)}`,
    remedies: since === "unread" ? [] : [remedy("set-retain", volume)],
    avoid: {
      step: say`delete the volume object`,
      because: say`${volumeHandleOf(volume) ?? "the disk"} would remain in the storage backend with no record of it`,
    },
  };
}

/** Failures that no retry can fix: the deleter of hostPath refuses the path, or no recycler exists for the volume. */
function isHopeless(volume: PersistentVolume): boolean {
  const plugin = inTreePluginOf(volume);
  return reclaimPolicyOf(volume) === "Recycle"
    ? plugin === undefined || !recyclablePlugins.has(plugin)
    : deleterRefuses(volume);
}

/** Before Kubernetes 1.28 a volume does not say since when; the first event about the failure does. */
function failedSince(volume: PersistentVolume, cluster: Cluster): string | undefined {
  const since = volume.status?.lastPhaseTransitionTime;
  if (since !== undefined) return since;
  const event = latestEvent(refOf(volume), ["VolumeFailedDelete", "VolumeFailedRecycle"], cluster);
  if (event.state === "unread") return "unread";
  return event.state === "found" ? (event.object.firstTimestamp ?? eventTime(event.object)) : undefined;
}
