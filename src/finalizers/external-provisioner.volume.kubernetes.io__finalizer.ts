import {
  claimOf,
  finalizerNames,
  provisionerOf,
  provisionerPresence,
  reclaimPolicyOf,
  volumeHandleOf,
} from "../controllers/index.ts";
import { couldNotRead, defineFinalizer, type FoundHold, isFresh } from "../engine/index.ts";
import { type Cluster, type PersistentVolume, proof, type RemedyCall, refOf, say } from "../model/index.ts";

const finalizer = finalizerNames.externalProvisioner;

type Reason = "DeletionComesFirst" | "NotReleasedSoNotDeleted" | "RetainNotReleased" | "ClaimComesFirst";

export default defineFinalizer<"v1/persistentvolumes", Reason>({
  finalizer,
  on: ["v1/persistentvolumes"],
  owner: "external-provisioner",
  needs: ["storage.k8s.io/v1/csidrivers", "storage.k8s.io/v1/csinodes"],
  sources: [
    "kubernetes-sigs/sig-storage-lib-external-provisioner controller/controller.go handleProtectionFinalizer, shouldDelete, deleteVolumeOperation, v13",
    "kubernetes/enhancements KEP-2644",
    "kubernetes/kubernetes#121799",
  ],
  addedWhen:
    "The driver makes the volume, or its provisioner sees a live Bound volume with policy Delete that lacks it.",
  releasedWhen:
    "The driver has deleted the disk and the volume object is deleted. Or the policy is Retain or Recycle: then it goes at the next sync, also from a volume that is being deleted.",
  ifForced: "The volume object goes and the disk stays in the backend, unrecorded and paid for.",
  manualRemoval: {
    safety: "loses-data",
    check: "The disk is proven gone in the backend, or is written down and may stay.",
  },
  since: "external-provisioner 3.1, on by default from 5.0",
  reasons: {
    ClaimComesFirst: {
      title: "The volume is Bound: the claim has to go first",
      category: "waiting",
      what: "The provisioner deletes a disk only when its volume is Released, and this one is Bound.",
      why: "The disk is in use as long as there is a claim.",
      whatToDo:
        "Nobody must act on the finalizer. Look at the claim: `kubectl pvguard why pvc/NAME -n NAMESPACE`.",
    },
    DeletionComesFirst: {
      title: "The driver has to delete the disk first",
      category: "waiting",
      what: "The volume is Released with policy Delete. The finalizer goes when the driver has deleted the disk.",
      why: "It keeps the record of the disk until the disk is gone.",
      whatToDo:
        "Nobody must act unless the deletion itself fails; `kubectl pvguard why pv/NAME` names that as a reason of its own. To keep the data, set the volume to Retain.",
    },
    NotReleasedSoNotDeleted: {
      title: "The provisioner never deletes a volume in this phase",
      category: "blocked",
      what: "The provisioner deletes only volumes in phase Released. This one is Failed, or lost its claim reference, and keeps the finalizer for ever.",
      why: "Nothing brings a volume back to Released. Failed comes from the PV controller that found no in-tree plugin, or from an older version of it.",
      whatToDo:
        'Set the volume to Retain: the provisioner then drops its finalizer, and the data stays: `kubectl patch pv NAME --type=merge -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`. Delete the disk by hand if it is not wanted.',
    },
    RetainNotReleased: {
      title: "The policy is Retain, and the provisioner still holds the volume",
      category: "stuck",
      what: "With policy Retain the provisioner has nothing to delete and should have dropped its finalizer.",
      why: "The provisioner does not run, the driver is not installed, or it is older than external-provisioner 5.0 and does not look at such volumes.",
      whatToDo:
        "See that the csi-provisioner of the driver runs and is current. If it never will be, a person can remove the finalizer: with Retain the disk stays in any case.",
    },
  },
  holds(volume, cluster) {
    const policy = reclaimPolicyOf(volume);
    if (policy === "Retain" || policy === "Recycle") return retained(volume, policy, cluster);
    switch (volume.status?.phase) {
      case "Bound":
        return [claimFirst(volume)];
      case "Released":
        return [deletionFirst(volume)];
      default:
        return [neverDeleted(volume)];
    }
  },
});

function driverOf(volume: PersistentVolume): string {
  return provisionerOf(volume)?.name ?? "its driver";
}

/** Patching the policy of a deleted volume is the way to let it go: give the provisioner its moment. */
function retained(
  volume: PersistentVolume,
  policy: string,
  cluster: Cluster,
): readonly FoundHold<Reason | "CouldNotRead">[] {
  if (isFresh(volume, cluster.now)) return [];
  const driver = driverOf(volume);
  const presence = provisionerPresence(volume, cluster);
  if (presence.presence === "unread") return [couldNotRead(presence.unread)];
  const isGone = presence.presence === "absent";
  const drop: RemedyCall = {
    remedy: "drop-finalizer",
    on: refOf(volume),
    using: { finalizer, safety: "risky", ...leaks(volume) },
  };
  const restart: RemedyCall = {
    remedy: "restart-sidecar",
    on: refOf(volume),
    using: { controller: "csi-provisioner", driver },
  };
  return [
    {
      reason: "RetainNotReleased",
      holder: { controller: "external-provisioner" },
      message: isGone
        ? say`the policy is ${policy}, so the provisioner of ${driver} should drop this; but that driver is not installed`
        : say`the policy is ${policy}, so the provisioner of ${driver} should have dropped this: it is too old or not running`,
      evidence: [proof(refOf(volume), "spec.persistentVolumeReclaimPolicy", policy)],
      remedies: isGone ? [drop] : [restart, drop],
      avoid: [
        {
          step: say`setting the policy back to Delete, so that the provisioner acts`,
          because: say`it would destroy the disk that was to be kept`,
        },
      ],
    },
  ];
}

function leaks(volume: PersistentVolume): { readonly leaks?: string } {
  const handle = volumeHandleOf(volume);
  return handle === undefined ? {} : { leaks: handle };
}

function claimFirst(volume: PersistentVolume): FoundHold<Reason> {
  const claim = claimOf(volume);
  return {
    reason: "ClaimComesFirst",
    holder: claim === undefined ? { controller: "persistentvolume-controller" } : { object: claim },
    message: say`the provisioner of ${driverOf(volume)} acts only when the volume is Released, and it is Bound`,
    evidence: [proof(refOf(volume), "status.phase", volume.status?.phase)],
  };
}

function deletionFirst(volume: PersistentVolume): FoundHold<Reason> {
  const driver = driverOf(volume);
  return {
    reason: "DeletionComesFirst",
    holder: { driver },
    message: say`the provisioner removes it once ${driver} has deleted ${volumeHandleOf(volume) ?? "the disk"}`,
    evidence: [
      proof(refOf(volume), "status.phase", "Released"),
      proof(refOf(volume), "spec.persistentVolumeReclaimPolicy", reclaimPolicyOf(volume)),
    ],
    avoid: [
      {
        step: say`removing the finalizer ${finalizer} by hand`,
        because: say`the object goes, and ${volumeHandleOf(volume) ?? "the disk"} stays in the backend unrecorded`,
      },
    ],
  };
}

function neverDeleted(volume: PersistentVolume): FoundHold<Reason> {
  const phase = volume.status?.phase ?? "not set";
  return {
    reason: "NotReleasedSoNotDeleted",
    holder: { person: "administrator" },
    message: say`deadlock: the provisioner of ${driverOf(volume)} deletes only Released volumes, and the phase of this one is ${phase}; Retain frees the object and keeps the data`,
    evidence: [proof(refOf(volume), "status.phase", phase)],
    remedies: [
      { remedy: "set-retain", on: refOf(volume) },
      { remedy: "save-manifest", on: refOf(volume) },
    ],
    avoid: [
      {
        step: say`adding the annotation pv.kubernetes.io/provisioned-by`,
        because: say`a volume in phase ${phase} is not deleted with it either, and were it revived, data that somebody imported would be destroyed`,
      },
      {
        step: say`removing the finalizer ${finalizer} by hand`,
        because: say`with Retain it goes by itself`,
      },
    ],
  };
}
