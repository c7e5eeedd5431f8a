import { isLocalProvisioned, provisionerOf, volumeHandleOf } from "../../../controllers/index.ts";
import type { FoundHold } from "../../../define/index.ts";
import { blocked, stuck, waiting } from "../../../define/index.ts";
import type { DeletionFailure } from "../../../evidence/index.ts";
import type { PersistentVolume, Phrase } from "../../../kubernetes/index.ts";
import { say } from "../../../kubernetes/index.ts";

type ReleasedReason = keyof typeof releasedReasons;
export type ReleasedHold = FoundHold<ReleasedReason | "CouldNotRead">;

/** The pages of every reason why a Released volume is still there. */
export const releasedReasons = {
  ReleasedByDesign: waiting("The policy Retain keeps the volume until a person decides", {
    what: "The claim no longer exists, and the policy Retain keeps the volume and its data.",
    why: "This is what Retain is for. The volume is not stuck: nothing happens until a person decides.",
    whatToDo:
      "A person must decide. Keep it, give it to a claim of the same name by clearing only the uid of its claimRef, or save its manifest and delete the object. Deleting the object keeps the data and loses the pointer to it.",
  }),
  RecycledNext: waiting("The policy is Recycle, so the volume's data will be deleted next", {
    what: "The claim no longer exists, and the policy is Recycle. The PV controller deletes all files of the volume, and then makes it Available.",
    why: "That is what Recycle is for. It keeps the volume, but not the data. The PV controller waits only for running pods that name the former claim.",
    whatToDo:
      'If you need the data, set Retain at once: `kubectl patch pv NAME -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`. Otherwise no action is needed.',
  }),
  NobodyCanRecycle: blocked("Nothing in the cluster can recycle this kind of volume", {
    what: "The policy is Recycle, and the volume is neither NFS nor hostPath.",
    why: "Kubernetes has a recycler for those two only. The volume becomes Failed, and its data is kept.",
    whatToDo:
      'Set the policy to Retain, which has the same effect as now: `kubectl patch pv NAME -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`. Then a person must decide what to do with the volume.',
  }),
  ReservedForFormerClaim: blocked("The volume is reserved for a former claim, and a new one waits", {
    what: "The volume's claimRef has the uid of a claim that no longer exists. A new claim of the same name names this volume and stays Pending.",
    why: "A new claim does not get the data of an old one automatically, even if the names are equal.",
    whatToDo:
      "A person must decide whether the new claim may have the old data. If so, clear only claimRef.uid: see the remedies of `kubectl pvguard why pv/NAME`.",
  }),
  DataOnFormerVolume: waiting("A claim of the same name uses a newer volume", {
    what: "The claim that this volume belonged to no longer exists. A claim of the same name exists and is bound to another volume.",
    why: "The claim was created again and got a new, empty volume. What was written before is on this one.",
    whatToDo:
      "No data is lost. A person must decide whether the old data is needed: stop the application, and let a new claim name this volume. `kubectl pvguard why pv/NAME` prints the plan.",
  }),
  FormerClaimReplaced: blocked("The claim was created again, so the disk is being deleted", {
    what: "The claimRef names a claim that exists, but with another uid, and the policy is Delete.",
    why: "Kubernetes compares uids. It treats the claim as deleted, so the volume is released and its disk is deleted.",
    whatToDo:
      'If you need the data, set Retain at once: `kubectl patch pv NAME -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`. Then a person must decide which claim gets the volume.',
  }),
  DeletionAboutToStart: waiting("The volume was released a moment ago; its disk is deleted next", {
    what: "The volume is Released with policy Delete, and less than two minutes have passed.",
    why: "Drivers need a moment.",
    whatToDo: "No action is needed. To keep the data, you must set the volume to Retain at once.",
  }),
  DeletionNeverTried: stuck("No attempt to delete the disk is recorded", {
    what: "The volume is Released with policy Delete, and no failed attempt to delete it is recorded.",
    why: "The provisioner does not run, hangs, or missed the change. Events are kept for an hour, so an old attempt may no longer be recorded. The disk may even be deleted already, which leaves no event. If an admission webhook, a policy or a missing permission then refuses to delete the object, only the provisioner's log says so.",
    whatToDo:
      "Check that the provisioner runs, read its log, and restart it: `kubectl rollout restart`. Do not delete the volume object first: the disk would be left behind.",
  }),
  DeletionOverdue: stuck("The deletion is overdue, and events could not be read", {
    what: "The volume has been Released with policy Delete for more than two minutes. Events about it were not read.",
    why: "Only events show the driver's error.",
    whatToDo:
      "Grant the permission to read events in namespace default, then run `kubectl pvguard why` again.",
  }),
  DeletionRetried: waiting("The disk could not be deleted yet, and the driver retries", {
    what: "The driver could not delete the disk yet. This kind of failure ends without further action.",
    why: "The pod, the claim and the disk were deleted at about the same time, and detaching takes a moment. Or the storage backend refused the request for now, such as after too many requests.",
    whatToDo: "No action is needed. Run `kubectl pvguard why` again in a few minutes.",
  }),
  ProvisionerGaveUp: stuck("The provisioner has stopped trying to delete the disk", {
    what: "The last attempt to delete the disk failed, and no other followed for longer than any retry takes.",
    why: "Some provisioners give up after 15 failures, or the provisioner stopped running.",
    whatToDo:
      "Remove the cause that its last error names, then restart the provisioner: `kubectl rollout restart`.",
  }),
  ReleasedInUse: blocked("A pod still runs on the disk, which will be deleted when the pod stops", {
    what: "The volume is Released with policy Delete: its claim no longer exists. A pod that names that claim still runs on the node where the disk is attached.",
    why: "The protection of the claim was removed, or the claim was deleted by force, while the pod ran. Only the attachment keeps the disk: a restart, a rollout or a drained node is enough to lose the data.",
    whatToDo: "Set it to Retain at once, and do not restart the pod: `kubectl pvguard fix pv/NAME`.",
  }),
  AttachmentComesFirst: waiting("The volume is still attached", {
    what: "A VolumeAttachment names the volume. The provisioner refuses to delete the volume as long as there is one.",
    why: "A disk that is attached may be in use.",
    whatToDo:
      "The volume itself needs no action. Look at the attachment: `kubectl pvguard why volumeattachments.storage.k8s.io/NAME`.",
  }),
  DriverOfVolumeNotInstalled: stuck("The driver that must delete the disk is not installed", {
    what: "No CSIDriver object has the driver's name, and no node runs it.",
    why: "The driver was uninstalled before its volumes were deleted.",
    whatToDo:
      "Install the driver again in the same version and let it finish. Otherwise a person must write down every disk, set Retain, and delete the disks in the storage backend manually.",
  }),
  NodeOfVolumeGone: blocked("The data was on a node that no longer exists", {
    what: "The volume can be used only on nodes that no longer exist, and only there can its data be deleted.",
    why: "The node was removed before its local volumes were deleted. Some provisioners try these volumes again and again, and delay all others. The local static provisioner does nothing until a node of that name runs it. It then wipes the volume if it identifies volumes by the node's name alone (useNodeNameOnly), or if the node has its former uid.",
    whatToDo:
      "Make sure that the node does not come back. Then a person must decide to delete the volume object: `kubectl delete pv NAME`. The data on the node's disk is kept there.",
  }),
  NodeOfVolumeReplaced: blocked("The volume's node is newer than the volume", {
    what: "The node that the volume is tied to was created after the volume.",
    why: "Most likely the node was replaced by a different machine with the same name, and the data is on the former one. The same machine can also have joined the cluster again.",
    whatToDo:
      "A person must find out whether the new machine has the old disk. If not, delete the volume object: `kubectl delete pv NAME`.",
  }),
  NobodyCanDelete: blocked("Nothing in the cluster can delete this kind of volume", {
    what: "The policy is Delete, but the volume was created manually and no plugin can delete its source.",
    why: "Only a provisioner that created the volume, or a CSI driver, can delete it.",
    whatToDo:
      'Set the policy to Retain, which has the same effect as now: `kubectl patch pv NAME -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`. Then delete the object when it is not needed.',
  }),
  BackendInUse: blocked("The storage backend reports that the disk is in use", {
    what: "Kubernetes has released the volume, but the storage backend still reports a user of it.",
    why: "A machine, an export, a watcher or a mount that Kubernetes does not see still uses it.",
    whatToDo:
      "A person must find and end that use in the storage backend. The provisioner retries without further action.",
  }),
  BackendHasSnapshots: blocked("The disk has snapshots in the storage backend", {
    what: "The storage backend refuses to delete a disk that snapshots or clones depend on.",
    why: "They share its data.",
    whatToDo: "A person must delete the snapshots that are not needed, or set the volume to Retain.",
  }),
  BackendVolumeNotFound: blocked("The storage backend reports that the disk does not exist", {
    what: "The driver was asked to delete a disk that it cannot find.",
    why: "The disk was deleted in the storage backend, or the driver looks in the wrong place.",
    whatToDo:
      "A person must look in the storage backend. If the disk really does not exist, the object may be deleted: there is no data left.",
  }),
  PathMissingOnNode: blocked("The path of the volume does not exist on its node", {
    what: "The provisioner on the node was asked to erase a path that it does not find there now.",
    why: "Most likely the disk is not mounted: an entry in /etc/fstab is missing or wrong, or the disk is broken. The data may still be on it.",
    whatToDo:
      "A person must check on the node whether the disk is mounted (`findmnt`, `lsblk`). With policy Delete the path is erased as soon as it is back: if you need the data, set the volume to Retain first. Do not delete the volume object: nothing would erase the disk, and when the disk is back it would be published as Available with the old data.",
  }),
  BackendRefusesAccess: blocked("The driver has no permission to delete the disk", {
    what: "The storage backend refuses the driver's credentials.",
    why: "The driver's role or user lacks a permission.",
    whatToDo: "A person must grant that permission. The provisioner retries without further action.",
  }),
  FileDenied: blocked("A file of the volume cannot be removed", {
    what: "The provisioner was told that it may not remove a file or a directory of the volume.",
    why: "The file has another owner or the immutable attribute, its file system is read-only, or it is on an NFS export with root_squash. That concerns this volume, not the provisioner's credentials.",
    whatToDo:
      "A person must change that on the node or on the file server that has the file: look at its owner and at `lsattr`. The provisioner retries without further action. Do not delete the volume object: the directory would be left, and a new claim of the same name can find the old files in it.",
  }),
  FinalizerNotPermitted: blocked("The disk is deleted, but the provisioner lacks a permission", {
    what: "The provisioner lacks the permission to change persistentvolumes, and cannot remove its finalizer.",
    why: "A newer version needs the verb patch, and the ClusterRole was not updated with it.",
    whatToDo:
      "A person must fix the ClusterRole of the provisioner and restart it; otherwise every volume hangs. `kubectl auth can-i patch persistentvolumes --as=\u2026` shows it.",
  }),
  DeletionSecretMissing: blocked("The secret that the driver needs is missing", {
    what: "The driver needs a secret to delete the disk and does not get it.",
    why: "The secret was deleted, often with its namespace, before the volume.",
    whatToDo: "A person must create the secret again. The provisioner retries without further action.",
  }),
  DriverCannotDelete: blocked("The driver cannot delete volumes at all", {
    what: "The driver does not implement deletion, and the policy is Delete.",
    why: "The volume was created manually for a driver without dynamic provisioning.",
    whatToDo:
      'Set the policy to Retain: `kubectl patch pv NAME -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`.',
  }),
  DeletionFails: blocked("The driver fails to delete the disk", {
    what: "The last attempt to delete the disk failed, with an error that pvguard does not know.",
    why: "The driver's error says why.",
    whatToDo:
      "A person must read the driver's error and log. The provisioner retries without further action.",
  }),
};

/**
 * Who deletes: the controller that runs, in the name by which people find it. What a local provisioner published it deletes
 * itself: kubernetes-sigs/sig-storage-local-static-provisioner pkg/deleter/deleter.go DeletePVs.
 */
export function deleterOf(volume: PersistentVolume): {
  readonly controller: string;
  readonly driver: string;
} {
  const provisioner = provisionerOf(volume);
  if (provisioner === undefined && isLocalProvisioned(volume))
    return { controller: "local-volume-provisioner", driver: "local-volume-provisioner" };
  if (provisioner === undefined)
    return { controller: "persistentvolume-controller", driver: "kube-controller-manager" };
  return provisioner.type === "csi"
    ? { controller: "csi-provisioner", driver: provisioner.name }
    : { controller: "the provisioner", driver: provisioner.name };
}

export const diskOf = (volume: PersistentVolume) => volumeHandleOf(volume) ?? "the disk";

interface Words {
  readonly reason: ReleasedReason;
  readonly message: Phrase;
}

/** What a failed attempt means, by what its words are taken for. */
export function wordsFor(failure: DeletionFailure, driver: string, disk: string, place: Phrase): Words {
  const fails: Words = { reason: "DeletionFails", message: say`${driver} fails to delete ${disk}` };
  const words: Readonly<Record<DeletionFailure, Words>> = {
    attached: {
      reason: "DeletionRetried",
      message: say`${disk} was still attached at the last attempt; the driver retries`,
    },
    "in-use": {
      reason: "BackendInUse",
      message: say`Kubernetes has released the volume, but the storage backend reports that ${disk} is in use`,
    },
    "has-snapshots": {
      reason: "BackendHasSnapshots",
      message: say`the storage backend keeps ${disk} because of its snapshots`,
    },
    "not-found": {
      reason: "BackendVolumeNotFound",
      message: say`${driver} reports that ${disk} does not exist: there is probably no data left`,
    },
    "access-denied": {
      reason: "BackendRefusesAccess",
      message: say`${driver} is not allowed to delete ${disk}`,
    },
    "file-denied": {
      reason: "FileDenied",
      message: say`${driver} may not remove a file of ${place}`,
    },
    "rights-in-kubernetes": {
      reason: "DeletionFails",
      message: say`${driver} fails to delete ${disk} because it lacks a permission in Kubernetes`,
    },
    "finalizer-forbidden": {
      reason: "FinalizerNotPermitted",
      message: say`${disk} is deleted, but the provisioner of ${driver} has no permission to change the volume object`,
    },
    secret: {
      reason: "DeletionSecretMissing",
      message: say`${driver} lacks the secret that it needs to delete ${disk}`,
    },
    unsupported: { reason: "DriverCannotDelete", message: say`${driver} cannot delete volumes at all` },
    "other-not-found": {
      reason: "DeletionFails",
      message: say`${driver} fails to delete ${disk} because something else was not found; this says nothing about ${disk} itself`,
    },
    "path-missing": {
      reason: "PathMissingOnNode",
      message: say`${driver} does not find ${place} now: most likely the disk is not mounted there`,
    },
    "node-gone": fails,
    other: fails,
  };
  return words[failure];
}
