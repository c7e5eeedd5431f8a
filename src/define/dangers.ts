import { leak, loss, risk } from "./danger.ts";
import { byHand } from "./dangers-by-hand.ts";

const retainFirst =
  "If you need the data, set Retain first: `kubectl pvguard fix pv/NAME --remedy set-retain`. Accept this danger only if the data is no longer needed.";
const lookInTheBackend =
  "A person must look for the disk in the storage backend. Accept this danger only if the disk is intact.";
const findWhoUsesIt =
  "Find out what uses it: `kubectl pvguard blockers TYPE/NAME`. Accept this danger only if nothing writes to the volume.";

/** Every danger that a person must accept by its name, beside the reasons of holds that would be broken. */
export const dangers = {
  ...byHand,
  DataDestroyed: loss({
    title: "After this step, a driver deletes the disk",
    what: "After this step, nothing holds the volume. Its reclaim policy is Delete, so a controller has the disk deleted, with all data on it.",
    why: "The reclaim policy asks for this. The step only removes what has delayed it.",
    whatToDo: retainFirst,
  }),
  SnapshotDestroyed: loss({
    title: "After this step, a driver deletes the snapshot in the backend",
    what: "After this step, nothing holds the content of the snapshot. Its deletionPolicy is Delete, so the driver deletes the snapshot in the storage backend.",
    why: "The deletionPolicy asks for this. The step only removes what has delayed it.",
    whatToDo:
      "If you need the snapshot, set Retain first: `kubectl pvguard fix volumesnapshotcontent/NAME --remedy retain-snapshot`. Accept this danger only if the snapshot is not needed.",
  }),
  SnapshotDiscarded: risk({
    within: "SnapshotDestroyed",
    title: "The driver deletes the part of the snapshot that it has created",
    what: "The snapshot is not ready, and it has a content. With policy Delete, the driver deletes what it has created of the snapshot so far. If the content already names a snapshot in the backend, pvguard asks for SnapshotDestroyed instead.",
    why: "A snapshot that is not ready holds its source claim. Without it, the claim can be deleted, and the unfinished snapshot is of no use.",
    whatToDo:
      "See what the driver reports: `kubectl describe volumesnapshotcontent NAME`. Accept this danger only if the snapshot is not needed.",
  }),
  DiskLeaks: leak({
    title: "The disk is not deleted, and Kubernetes has no record of it",
    what: "The volume object is deleted, but no controller or driver has deleted the disk. The disk remains in the storage backend and keeps costing money, and Kubernetes has no record of it.",
    why: "The reclaim policy is Delete, but the controller that should act on it has not. The finalizer or the object that this step removes is the only thing that makes it delete the disk.",
    whatToDo:
      "Save the manifest first: `kubectl get pv NAME -o yaml`. It contains the name of the disk. A person must delete the disk in the storage backend, or create a volume for it again.",
  }),
  SnapshotLeaks: leak({
    title: "The snapshot in the backend is not deleted, and has no record",
    what: "The content of the snapshot is deleted, but no controller or driver has deleted the snapshot in the storage backend. It remains there, and Kubernetes has no record of it.",
    why: "The deletionPolicy is Delete, but the controller that should act on it has not. Without the object, no controller will.",
    whatToDo:
      "Save the manifest first: `kubectl get volumesnapshotcontent NAME -o yaml`. It contains the handle of the snapshot. A person must delete the snapshot in the storage backend.",
  }),
  DataExposed: loss({
    title: "Any claim may take the volume, with the data on it",
    what: "The volume loses its whole claim reference and becomes Available. Any claim that fits, in any namespace, may be bound to it. Its pods can then read and overwrite the data.",
    why: "Kubernetes does not wipe a volume before it is bound again.",
    whatToDo:
      "Reserve it for one claim by name instead: `kubectl pvguard fix pv/NAME --remedy release-claim-ref --dry-run` shows which parts there are. Accept this danger only if anyone may read the data.",
  }),
  OldDataReadable: risk({
    title: "The owner of the current claim can read the former claim's data",
    what: "The volume is given to the claim that now has the name in the volume's claim reference. Its uid differs from the uid of the claim that wrote the data.",
    why: "Kubernetes compares uids, and people compare names: the current claim can belong to a different owner.",
    whatToDo:
      "A person must find out who created the current claim: `kubectl get pvc NAME -n NAMESPACE -o yaml`. Accept this danger only if that person may have the data.",
  }),
  DataGivenUp: loss({
    title: "The data on machines that left the cluster is given up",
    what: "The claim of a local volume is deleted, but the data is still on the disk of a machine that is no longer a node of the cluster.",
    why: "No pod can use the claim without that machine. When the machine comes back, no claim has its data: only the volume object still records where the data is. With policy Delete, the local provisioner of that node may then wipe it.",
    whatToDo:
      "A person must be sure that the machine does not come back, and that the application can fill an empty volume from other replicas or a backup.",
  }),
  RecordLost: risk({
    title: "The only record of where the data is will be deleted",
    what: "The object of a local volume is deleted. It is the only record of the machine and the path where the data is.",
    why: "The machine is no longer in the cluster, but its disk may still exist. When it comes back, a local static provisioner finds the disk again, and any claim may take it, with the data on it.",
    whatToDo:
      "Save the manifest first: `kubectl get pv NAME -o yaml`. fix saves it before the deletion, and `kubectl pvguard undo` can create the object again from it.",
  }),
  NodeMayStillWrite: loss({
    title: "A machine that does not report may still write to the volume",
    what: "The volume is detached from a node that is gone or not Ready. If its machine is still running, it keeps writing while another machine mounts the volume. That damages the data.",
    why: "Kubernetes only knows that the kubelet does not report. Not Ready does not mean that the machine is off.",
    whatToDo:
      "A person must check, on the console of the machine or at its provider, that it is powered off. Only then accept this danger.",
  }),
  VolumeMayBeInUse: risk({
    title: "Something on the machine may still use the volume",
    what: "No pod on the node needs the volume, but the node reports it as in use, or the node is a newer one with the same name. Data that is not written yet can be lost when the volume is detached.",
    why: "The kubelet reports a volume until it has unmounted it.",
    whatToDo: "A person must check on the node, with `findmnt`, whether the volume is still mounted there.",
  }),
  StillAttached: risk({
    title: "The volume is reported as attached, and nothing will detach it",
    what: "The VolumeAttachment says attached. Without its finalizer the object is deleted, and no controller asks the driver to detach the volume.",
    why: "The finalizer makes sure that the attacher detaches the volume first.",
    whatToDo:
      "See what keeps the attacher from detaching it: `kubectl pvguard why volumeattachment/NAME`. If the finalizer is removed, a person must detach the disk in the storage backend.",
  }),
  VolumeAttached: risk({
    title: "A VolumeAttachment still needs the volume object",
    what: "A VolumeAttachment names the volume. Without the volume object, the attacher cannot detach it.",
    why: "The volume object holds what the driver needs to detach the disk.",
    whatToDo: findWhoUsesIt,
  }),
  NodeReportsVolume: risk({
    title: "A node reports the volume as attached or mounted",
    what: "The volume is listed in status.volumesInUse or status.volumesAttached of a node. Something there may still write to it.",
    why: "The kubelet reports a volume until it has unmounted it, and the attach-detach controller reports it while it is attached.",
    whatToDo: findWhoUsesIt,
  }),
  VolumeBound: risk({
    title: "The volume is Bound, and without it its claim becomes Lost",
    what: "The phase of the volume is Bound. Without the volume object its claim becomes Lost, and no pod that uses the claim can start again.",
    why: "The finalizer keeps the object while a claim is bound to it.",
    whatToDo:
      "Delete the claim first, or keep the volume: `kubectl pvguard rescue pv/NAME` recreates it with the same data.",
  }),
  ClaimUsesVolume: risk({
    title: "A claim is bound to the volume, and becomes Lost without it",
    what: "The claim that the volume names exists, and its uid matches. Without the volume object it becomes Lost, and no pod that uses the claim can start again.",
    why: "The finalizer keeps the object while a claim is bound to it.",
    whatToDo:
      "Delete the claim first, or keep the volume: `kubectl pvguard rescue pv/NAME` recreates it with the same data.",
  }),
  SnapshotUsesContent: risk({
    title: "A snapshot is bound to the content, and needs it to be restored",
    what: "A VolumeSnapshot names this content. Without the content, the snapshot cannot be restored.",
    why: "Only the content records where the snapshot is in the storage backend.",
    whatToDo:
      "Delete the snapshot first if it is not needed: `kubectl delete volumesnapshot NAME -n NAMESPACE`. The content is then deleted without further action.",
  }),
  ClaimNeverFilled: risk({
    title: "A claim that waits to be filled from it cannot be filled",
    what: "A Pending claim names it in spec.dataSource or spec.dataSourceRef. The provisioner looks it up by that name each time it tries to create the claim's volume.",
    why: "The claim then stays Pending until an object with that name exists again, and so do the pods that use the claim.",
    whatToDo:
      "Check whether that claim is still wanted: `kubectl pvguard why pvc/NAME -n NAMESPACE`. A person must decide. If the claim is not wanted, delete it first: it has no data yet.",
  }),
  OwnerRuns: risk({
    title: "The controller that owns the finalizer is running",
    what: "The lease of that controller was renewed a moment ago. The controller is running and can still remove the finalizer itself.",
    why: "If the finalizer is removed earlier, the controller skips what it does before it removes the finalizer.",
    whatToDo:
      "Wait for the controller, or fix what keeps it from acting: `kubectl pvguard why TYPE/NAME` shows what that is. A person must read the controller's log before accepting this danger.",
  }),
  OwnerPassedOver: risk({
    title: "What the finalizer's owner wanted to do first is not done",
    what: "A finalizer is removed manually. What its owner does before it removes the finalizer is then not done at all.",
    why: "The finalizer exists so that this work is done first.",
    whatToDo:
      'See what is skipped, and what to check before: `kubectl pvguard explain FINALIZER`, under "Check before removing it manually".',
  }),
  InsecureTLS: risk({
    acceptedBy: ["fix", "rescue", "undo"],
    title: "The server does not have to prove who it is",
    what: "The kubeconfig or a flag sets insecure-skip-tls-verify. An attacker between you and the server could answer in its place, and would get the credentials.",
    why: "A change to a cluster must reach that cluster and no other server.",
    whatToDo:
      "Add the server's certificate authority to the kubeconfig: `kubectl config set-cluster NAME --certificate-authority=FILE`. Accept this danger only in a network that you trust.",
  }),
  DeletesPods: risk({
    acceptedBy: ["rescue", "undo"],
    title: "Pods that cannot be scaled down are deleted",
    what: "Pods use the claim, and no Deployment or StatefulSet can be scaled down to stop them. If you accept this danger, they are deleted.",
    why: "The claim cannot be deleted and created again while the pods exist. Only a person knows what else stops with them.",
    whatToDo:
      "A person must stop them, and then run the same command again. Accept this danger only if what runs in these pods is not needed.",
  }),
  RetainNotProven: risk({
    acceptedBy: ["rescue", "undo"],
    title: "Nothing proves that Retain has kept the disk",
    what: "The volume object was deleted, and pvguard has not seen that its policy was Retain at that time. Its disk may have been deleted. Or it is being deleted, and its driver can delete the disk under Retain too: OpenEBS Mayastor does so before 2025.",
    why: "With policy Delete, a disk is deleted with its volume. A volume that is created again from a manifest then points to nothing.",
    whatToDo: lookInTheBackend,
  }),
  DeletionWasTried: risk({
    acceptedBy: ["rescue"],
    title: "A controller has already tried to delete the disk",
    what: "The volume has Retain now, but before that a controller began to delete its disk. Kubernetes does not know what is left of the disk.",
    why: "Retain does not stop a deletion that has begun.",
    whatToDo: lookInTheBackend,
  }),
  WebhookUnreachable: risk({
    acceptedBy: ["rescue", "undo"],
    title: "A later step may need a webhook that does not answer",
    what: "An admission webhook with failurePolicy Fail is configured for this kind of request, and nothing is running to answer it. If the webhook selects the object, the server refuses the step.",
    why: "Whether the webhook's selectors skip the object cannot be checked before the step is due. A rescue that stops half-way leaves the application stopped.",
    whatToDo:
      "A person must repair the webhook, or check that its selectors skip the object: `kubectl get validatingwebhookconfigurations,mutatingwebhookconfigurations -o yaml`.",
  }),
  EditedBackup: risk({
    acceptedBy: ["undo"],
    title: "The backup was changed after it was saved",
    what: "The file was changed after fix or rescue saved it. undo would create what the file contains now.",
    why: "The edit can be intended, or an accident, or another person's.",
    whatToDo:
      "See what was edited: `kubectl pvguard undo BACKUP --dry-run` shows it. Accept this danger only if you know every edit.",
  }),
};

export type Danger = keyof typeof dangers;
