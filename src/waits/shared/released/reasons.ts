import type { ReasonPage } from "../../../engine/index.ts";

export type ReleasedReason =
  | "ReleasedByDesign"
  | "RecycledNext"
  | "NobodyCanRecycle"
  | "ReservedForFormerClaim"
  | "DataOnFormerVolume"
  | "FormerClaimReplaced"
  | "DeletionAboutToStart"
  | "DeletionNeverTried"
  | "DeletionOverdue"
  | "DeletionRetried"
  | "ProvisionerGaveUp"
  | "AttachmentComesFirst"
  | "DriverOfVolumeNotInstalled"
  | "NodeOfVolumeGone"
  | "NodeOfVolumeReplaced"
  | "NobodyCanDelete"
  | "BackendInUse"
  | "BackendHasSnapshots"
  | "BackendVolumeNotFound"
  | "PathMissingOnNode"
  | "BackendRefusesAccess"
  | "FinalizerNotPermitted"
  | "DeletionSecretMissing"
  | "DriverCannotDelete"
  | "DeletionFails";

/** The pages of every reason why a Released volume is still there. */
export const releasedReasons: { readonly [K in ReleasedReason]: ReasonPage } = {
  ReleasedByDesign: {
    title: "Released with policy Retain: kept for a person to decide",
    category: "waiting",
    what: "The claim is gone, and the policy Retain keeps the volume and its data.",
    why: "This is what Retain is for. It is not stuck: nothing happens until somebody decides.",
    whatToDo:
      "A person must decide: keep it, give it to a claim of the same name by clearing only the uid of its claimRef, or save its manifest and delete the object. Deleting the object keeps the data and loses the pointer to it.",
  },
  RecycledNext: {
    title: "Released with policy Recycle: its data is deleted next",
    category: "waiting",
    what: "The claim is gone, and the policy is Recycle. The PV controller deletes all files of the volume, and sets it free.",
    why: "That is what Recycle is for. It keeps the volume, and not the data. The PV controller waits only for running pods that name the former claim.",
    whatToDo:
      'If the data is wanted set Retain at once: `kubectl patch pv NAME --type=merge -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`. Otherwise nobody must act.',
  },
  NobodyCanRecycle: {
    title: "Nothing in the cluster can recycle this kind of volume",
    category: "blocked",
    what: "The policy is Recycle, and the volume is neither NFS nor hostPath.",
    why: "Kubernetes has a recycler for those two only. The volume becomes Failed, and its data stays.",
    whatToDo:
      'Set the policy to Retain, which is what happens anyway: `kubectl patch pv NAME --type=merge -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`. Then a person must decide what becomes of the volume.',
  },
  ReservedForFormerClaim: {
    title: "A new claim waits for a volume that a former claim reserves",
    category: "blocked",
    what: "The volume's claimRef has the uid of a claim that is gone. A new claim of the same name names this volume and stays Pending.",
    why: "A new claim is not given the data of an old one by itself, even when the names are equal.",
    whatToDo:
      "A person must decide whether the new claim may have the old data. If so, clear only claimRef.uid: see the remedies of `kubectl pvguard why pv/NAME`.",
  },
  DataOnFormerVolume: {
    title: "A claim of the same name uses a newer volume",
    category: "waiting",
    what: "The claim that this volume belonged to is gone. A claim of the same name exists and is bound to another volume.",
    why: "The claim was made again and got a new, empty volume. What was written before is on this one.",
    whatToDo:
      "Nothing is lost. A person must decide whether the old data is wanted: stop the application, and let a new claim name this volume. `kubectl pvguard why pv/NAME` prints the plan.",
  },
  FormerClaimReplaced: {
    title: "The disk is being destroyed: its claim was made again",
    category: "blocked",
    what: "The claimRef names a claim that lives, but with another uid, and the policy is Delete.",
    why: "Kubernetes compares uids. For it the claim is gone, so the volume is released and its disk is destroyed.",
    whatToDo:
      'If the data is wanted set Retain at once: `kubectl patch pv NAME --type=merge -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`. Then a person must decide which claim gets the volume.',
  },
  DeletionAboutToStart: {
    title: "Released a moment ago: the driver deletes it next",
    category: "waiting",
    what: "The volume is Released with policy Delete, and less than two minutes have passed.",
    why: "Drivers need a moment.",
    whatToDo: "Nobody must act. To keep the data set the volume to Retain at once.",
  },
  DeletionNeverTried: {
    title: "No deletion is known to have been tried",
    category: "stuck",
    what: "The volume is Released with policy Delete, and no failed attempt to delete it is recorded.",
    why: "The provisioner does not run, hangs, or missed the change. Events live for an hour, so that an old attempt may have been forgotten. The disk may even be deleted already: that leaves no event, and where an admission webhook, a policy or a missing right then refuses to delete the object, only the provisioner's log says so.",
    whatToDo:
      "See that the provisioner runs, read its log, and restart it: `kubectl rollout restart`. Do not delete the volume object first: the disk would be left behind.",
  },
  DeletionOverdue: {
    title: "The deletion is overdue, and why could not be read",
    category: "stuck",
    what: "The volume is Released with policy Delete for more than two minutes. Events about it were not read.",
    why: "The driver's error is told only by events.",
    whatToDo: "Grant the right to read events in namespace default, then run `kubectl pvguard why` again.",
  },
  DeletionRetried: {
    title: "The deletion failed once, and is tried again",
    category: "waiting",
    what: "The driver could not delete the disk yet. The failure is one that ends by itself.",
    why: "Pod, claim and disk went at about the same time, and the detach takes a moment.",
    whatToDo: "Nobody must act. Run `kubectl pvguard why` again in some minutes.",
  },
  ProvisionerGaveUp: {
    title: "The provisioner has stopped trying",
    category: "stuck",
    what: "The last attempt to delete the disk failed, and no other followed for longer than any retry takes.",
    why: "Some provisioners give up after 15 failures, or the provisioner stopped running.",
    whatToDo:
      "Remove the cause that its last words name, then restart the provisioner: `kubectl rollout restart`.",
  },
  AttachmentComesFirst: {
    title: "The volume is still attached",
    category: "waiting",
    what: "A VolumeAttachment names the volume. The provisioner refuses to delete it as long as there is one.",
    why: "A disk that is attached may be in use.",
    whatToDo:
      "Nobody must act on the volume. Look at the attachment: `kubectl pvguard why volumeattachments.storage.k8s.io/NAME`.",
  },
  DriverOfVolumeNotInstalled: {
    title: "The driver that must delete the disk is not installed",
    category: "stuck",
    what: "No CSIDriver object has the driver's name, and no node runs it.",
    why: "The driver was uninstalled before its volumes.",
    whatToDo:
      "Install the driver again in the same version and let it finish. Otherwise a person must write down every disk, set Retain, and delete the disks in the backend by hand.",
  },
  NodeOfVolumeGone: {
    title: "The data lived on a node that is gone",
    category: "blocked",
    what: "The volume can only be used on nodes that do not exist any more, and only there can its data be deleted.",
    why: "The node was removed before its local volumes. Some provisioners try such volumes again and again, and delay all others. The local static provisioner does nothing until a node of that name runs it; it then wipes the volume if it knows volumes by the node's name alone (useNodeNameOnly), or if the node has its former uid.",
    whatToDo:
      "Make sure that the node does not come back. Then a person must decide to delete the volume object: `kubectl delete pv NAME`. What was on the node's disk stays there.",
  },
  NodeOfVolumeReplaced: {
    title: "The volume's node is younger than the volume",
    category: "blocked",
    what: "The node that the volume is bound to was made after the volume.",
    why: "Most likely the machine was replaced under the same name, and the data is on the former one. The same machine can also have joined the cluster anew.",
    whatToDo:
      "A person must find out whether the new machine has the old disk. If not, delete the volume object: `kubectl delete pv NAME`.",
  },
  NobodyCanDelete: {
    title: "Nothing in the cluster can delete this kind of volume",
    category: "blocked",
    what: "The policy is Delete, but the volume was made by hand and no plugin can delete its source.",
    why: "Only a provisioner that made the volume, or a CSI driver, can delete it.",
    whatToDo:
      'Set the policy to Retain, which is what happens anyway: `kubectl patch pv NAME --type=merge -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`. Then delete the object when it is not needed.',
  },
  BackendInUse: {
    title: "The storage backend says that the disk is in use",
    category: "blocked",
    what: "Kubernetes has let go of the volume, but the backend still sees somebody use it.",
    why: "A machine, an export, a watcher or a mount outside Kubernetes' sight still has it.",
    whatToDo: "A person must find and end that use in the backend. The provisioner tries again by itself.",
  },
  BackendHasSnapshots: {
    title: "The disk has snapshots in the backend",
    category: "blocked",
    what: "The backend refuses to delete a disk that snapshots or clones depend on.",
    why: "They share its data.",
    whatToDo: "A person must delete the snapshots that are not needed, or set the volume to Retain.",
  },
  BackendVolumeNotFound: {
    title: "The backend says that the disk does not exist",
    category: "blocked",
    what: "The driver was asked to delete a disk that it cannot find.",
    why: "Somebody deleted it in the backend, or the driver looks in the wrong place.",
    whatToDo:
      "A person must look in the backend. When the disk is really gone, the object may be let go: there is no data left.",
  },
  PathMissingOnNode: {
    title: "The path of the volume is not there on its node",
    category: "blocked",
    what: "The provisioner on the node was asked to erase a path that it does not find there now.",
    why: "Most likely the disk is not mounted: an entry in /etc/fstab is missing or wrong, or the disk is broken. The data may still be on it.",
    whatToDo:
      "A person must look on the node whether the disk is mounted (`findmnt`, `lsblk`). As soon as the path is back, it is erased with policy Delete: set the volume to Retain first if the data is wanted. Do not delete the volume object: nothing erases the disk then, and when it is back it is published as Available with the old data.",
  },
  BackendRefusesAccess: {
    title: "The driver may not delete the disk",
    category: "blocked",
    what: "The backend refuses the driver's credentials.",
    why: "A right is missing in the role or user that the driver has.",
    whatToDo: "A person must give the driver that right. The provisioner tries again by itself.",
  },
  FinalizerNotPermitted: {
    title: "The disk is deleted, but the provisioner may not say so",
    category: "blocked",
    what: "The provisioner lacks the right to change persistentvolumes, and cannot remove its finalizer.",
    why: "A newer version needs the verb patch, and the ClusterRole was not updated with it.",
    whatToDo:
      "A person must mend the ClusterRole of the provisioner and restart it; otherwise every volume hangs. `kubectl auth can-i patch persistentvolumes --as=…` shows it.",
  },
  DeletionSecretMissing: {
    title: "The secret that the driver needs is missing",
    category: "blocked",
    what: "The driver needs a secret to delete the disk and does not get it.",
    why: "The secret was deleted, often with its namespace, before the volume.",
    whatToDo: "A person must make the secret again. The provisioner tries again by itself.",
  },
  DriverCannotDelete: {
    title: "The driver cannot delete volumes at all",
    category: "blocked",
    what: "The driver does not implement deletion, and the policy is Delete.",
    why: "The volume was made by hand for a driver without dynamic provisioning.",
    whatToDo:
      'Set the policy to Retain: `kubectl patch pv NAME --type=merge -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`.',
  },
  DeletionFails: {
    title: "The driver fails to delete the disk",
    category: "blocked",
    what: "The last attempt to delete the disk failed, with an error that pvguard does not know.",
    why: "The driver's own words say why.",
    whatToDo: "A person must read the driver's error and log. The provisioner tries again by itself.",
  },
};
