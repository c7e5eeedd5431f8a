import type { Danger } from "../../engine/index.ts";

/** What the page of a danger says, in plain words. */
interface DangerText {
  /** At most 72 columns, starts with a capital, no full stop. */
  readonly title: string;
  readonly what: string;
  readonly why: string;
  /** Names a command, or says that a person must act. */
  readonly whatToDo: string;
}

const retainFirst =
  "If the data is needed, set Retain first: `kubectl pvguard fix pv/NAME --remedy set-retain`. Accept it only if nobody needs the data.";
const lookInTheBackend =
  "A person must look for the disk in the storage backend. Accept it only if the disk is whole.";
const findWhoUsesIt =
  "Find out who uses it: `kubectl pvguard blockers TYPE/NAME`. Accept it only if nothing writes to the volume any more.";

export const dangerTexts: { readonly [D in Danger]: DangerText } = {
  DataDestroyed: {
    title: "After the step a driver destroys the disk",
    what: "Once the step is done nothing holds the volume any more. Its policy is Delete, so that a controller has the disk destroyed, with all data on it.",
    why: "That is what the policy asks for. The step only takes away what has put it off.",
    whatToDo: retainFirst,
  },
  SnapshotDestroyed: {
    title: "After the step a driver deletes the snapshot in the backend",
    what: "Once the step is done nothing holds the content of the snapshot any more. Its deletionPolicy is Delete, so that the driver deletes the snapshot in the backend.",
    why: "That is what the policy asks for. The step only takes away what has put it off.",
    whatToDo:
      "If the snapshot is needed, set Retain first: `kubectl pvguard fix volumesnapshotcontent/NAME --remedy retain-snapshot`. Accept it only if nobody needs it.",
  },
  SnapshotDiscarded: {
    title: "The driver deletes what it has made of a snapshot so far",
    what: "The snapshot is not ready, and it has a content. With policy Delete the driver deletes what it has made of it so far. Where that is a snapshot which it has named already, SnapshotDestroyed is asked for instead.",
    why: "A snapshot that is not ready holds its source claim. Without it the claim goes on, and what was made so far is of no use.",
    whatToDo:
      "See what the driver says: `kubectl describe volumesnapshotcontent NAME`. Accept it only if the snapshot is not needed.",
  },
  DiskLeaks: {
    title: "Nobody deletes the disk any more, and nothing records it",
    what: "The object of the volume goes without anybody having deleted the disk. It stays in the storage backend, costs what it costs, and Kubernetes does not know it any more.",
    why: "The finalizer that is taken off, or the object that is deleted, is all that makes anybody delete the disk: the policy is Delete, but who would act on it has not.",
    whatToDo:
      "Save the manifest first: `kubectl get pv NAME -o yaml`. In it is the name of the disk; a person must delete the disk in the storage backend, or make a volume of it again.",
  },
  SnapshotLeaks: {
    title: "Nobody deletes the snapshot in the backend, and nothing records it",
    what: "The content of the snapshot goes without anybody having deleted the snapshot in the backend. It stays there, and Kubernetes does not know it any more.",
    why: "The policy is Delete, but who would act on it has not, and without the object nobody will.",
    whatToDo:
      "Save the manifest first: `kubectl get volumesnapshotcontent NAME -o yaml`. In it is the handle of the snapshot; a person must delete that in the storage backend.",
  },
  DataExposed: {
    title: "Any claim may take the volume, with the data on it",
    what: "The volume loses its whole claim reference and becomes Available. Any claim that fits, of any namespace, may be bound to it, and then reads and overwrites what is on it.",
    why: "Nobody wipes a volume before it is bound again.",
    whatToDo:
      "Reserve it for one claim by name instead: `kubectl pvguard fix pv/NAME --remedy release-claim-ref --dry-run` shows which parts there are. Accept it only if anybody may read the data.",
  },
  OldDataReadable: {
    title: "Who owns the claim of that name reads what the former one wrote",
    what: "The volume is given to the claim that has the name in its claim reference today. It has another uid than the one that wrote the data.",
    why: "Kubernetes compares uids, and a person compares names: the claim of today can belong to somebody else.",
    whatToDo:
      "A person must know who made the claim of today: `kubectl get pvc NAME -n NAMESPACE -o yaml`. Accept it only if that person may have the data.",
  },
  DataGivenUp: {
    title: "What is on machines that are gone is given up",
    what: "The claim of a local volume is deleted, though the data is still on the disk of a machine that Kubernetes does not know any more.",
    why: "No pod can use the claim without that machine. When the machine comes back, no claim has its data any more: only the volume's object still says where it is. With policy Delete the local provisioner of that node may then wipe it.",
    whatToDo:
      "A person must be sure that the machine does not come back, and that the application can fill an empty volume from other replicas or a backup.",
  },
  RecordLost: {
    title: "The only record of where the data was goes with the object",
    what: "The object of a local volume is deleted. It is the only thing that says on which machine, and at which path, the data was.",
    why: "The machine is gone from the cluster, its disk need not be. When it comes back, a local static provisioner finds the disk anew, and any claim may take it, with the data on it.",
    whatToDo:
      "Save the manifest first: `kubectl get pv NAME -o yaml`. With fix it is saved before the deletion, and `kubectl pvguard undo` makes the object again from it.",
  },
  NodeMayStillWrite: {
    title: "A machine that nobody hears of may still write to the volume",
    what: "The volume is detached from a node that is gone or not Ready. If its machine runs, it writes on while another one mounts the volume, and that damages the data.",
    why: "Kubernetes only knows that the kubelet does not report. Not Ready does not mean off.",
    whatToDo:
      "A person must see at the provider of the machine, or on its console, that it is powered off. Only then accept it.",
  },
  VolumeMayBeInUse: {
    title: "Something on the machine may still use the volume",
    what: "No pod on the node needs the volume, but the node reports it as in use, or is a newer one of the same name. What was not written yet can be lost with the detachment.",
    why: "The kubelet reports a volume for as long as it has not unmounted it.",
    whatToDo: "A person must look on the node, with `findmnt`, whether the volume is still mounted there.",
  },
  StillAttached: {
    title: "The volume counts as attached, and nobody would detach it",
    what: "The VolumeAttachment says attached. Without its finalizer the object goes, and nobody asks the driver to detach the volume.",
    why: "The finalizer is there so that the attacher detaches the volume first.",
    whatToDo:
      "See what keeps the attacher from it: `kubectl pvguard why volumeattachment/NAME`. A person must detach the disk in the storage backend if the finalizer is taken off.",
  },
  VolumeAttached: {
    title: "The volume has a VolumeAttachment, which needs its object",
    what: "A VolumeAttachment names the volume. Without the object of the volume the attacher cannot detach it any more.",
    why: "What the driver needs for that stands in the object of the volume.",
    whatToDo: findWhoUsesIt,
  },
  NodeReportsVolume: {
    title: "A node reports the volume as attached or mounted",
    what: "The volume stands in status.volumesInUse or status.volumesAttached of a node. Something there may still write to it.",
    why: "The kubelet reports a volume for as long as it has not unmounted it, and the attach-detach controller for as long as it is attached.",
    whatToDo: findWhoUsesIt,
  },
  VolumeBound: {
    title: "The volume is Bound, and its claim becomes Lost without it",
    what: "The phase of the volume is Bound. Without the object of the volume its claim becomes Lost, and no pod that uses it starts again.",
    why: "The finalizer is there so that the object stays for as long as a claim is bound to it.",
    whatToDo:
      "Delete the claim first, or keep the volume: `kubectl pvguard rescue pv/NAME` makes it again with the same data.",
  },
  ClaimUsesVolume: {
    title: "A claim is bound to the volume, and becomes Lost without it",
    what: "The claim that the volume names is there, and it is that very claim. Without the object of the volume it becomes Lost, and no pod that uses it starts again.",
    why: "The finalizer is there so that the object stays for as long as a claim is bound to it.",
    whatToDo:
      "Delete the claim first, or keep the volume: `kubectl pvguard rescue pv/NAME` makes it again with the same data.",
  },
  SnapshotUsesContent: {
    title: "A snapshot is bound to the content, and can never be restored again",
    what: "A VolumeSnapshot names this content. Without it the snapshot cannot be restored any more.",
    why: "Only the content says where in the backend the snapshot is.",
    whatToDo:
      "Delete the snapshot first if nobody needs it: `kubectl delete volumesnapshot NAME -n NAMESPACE`. The content then goes by itself.",
  },
  ClaimNeverFilled: {
    title: "A claim that waits to be filled from it cannot be filled any more",
    what: "A Pending claim names it in spec.dataSource or spec.dataSourceRef. The provisioner looks for it by that name, each time that it tries to make the volume of the claim.",
    why: "The claim then stays Pending for as long as nothing of that name is there again, and so do the pods that use it.",
    whatToDo:
      "See whether that claim is still wanted: `kubectl pvguard why pvc/NAME -n NAMESPACE`. A person must decide; one that is not wanted can be deleted first, since it has no data yet.",
  },
  OwnerRuns: {
    title: "The controller that owns the finalizer runs",
    what: "The lease of that controller was renewed a moment ago. It is at work, and can still take the finalizer off itself.",
    why: "What it does before that is left out when somebody else is faster.",
    whatToDo:
      "Wait for it, or mend what keeps it from acting: `kubectl pvguard why TYPE/NAME` says what that is. A person must read the log of the controller before accepting it.",
  },
  OwnerPassedOver: {
    title: "What the owner of the finalizer wanted to do first is not done",
    what: "A finalizer is taken off by hand. What its owner does before it takes it off is then done by nobody.",
    why: "The finalizer is there for just that.",
    whatToDo:
      "See what is left out, and what must be checked before: `kubectl pvguard explain FINALIZER`, at its heading for removal by hand.",
  },
  InsecureTLS: {
    title: "The server does not have to prove who it is",
    what: "The kubeconfig, or a flag, says insecure-skip-tls-verify. Whoever stands between could answer in place of the server, and gets the credentials.",
    why: "What changes a cluster must go to that cluster.",
    whatToDo:
      "Put the certificate authority of the server into the kubeconfig: `kubectl config set-cluster NAME --certificate-authority=FILE`. Accept it only in a network that you trust.",
  },
  DeletesPods: {
    title: "Pods that nobody can scale down are deleted",
    what: "Pods use the claim, and no Deployment or StatefulSet is there to be scaled down for them. With this they are deleted.",
    why: "The claim cannot go, and be made again, while they are there. Only a person knows what else stops with them.",
    whatToDo:
      "Stop them yourself, and run the same command again. Accept it only if nobody needs what runs in these pods.",
  },
  RetainNotProven: {
    title: "Nothing proves that the volume had Retain when it went",
    what: "The object of the volume is gone, and nobody saw that its policy was Retain then. Its disk may have been destroyed.",
    why: "With policy Delete a disk goes with its volume, and a volume that is made again from a manifest then points to nothing.",
    whatToDo: lookInTheBackend,
  },
  DeletionWasTried: {
    title: "Somebody has tried to destroy the disk already",
    what: "The volume has Retain now, but before that somebody began to delete its disk. What is left of it, Kubernetes does not know.",
    why: "Retain does not stop a deletion that has begun.",
    whatToDo: lookInTheBackend,
  },
  WebhookUnreachable: {
    title: "A later step may have to pass a webhook that nobody answers for",
    what: "An admission webhook with failurePolicy Fail is configured for such a write, and nothing is there to answer. If the object is one that it looks at, the server refuses the step.",
    why: "Whether the webhook's selectors pass the object over cannot be asked before the step is due. A rescue that stops half-way leaves the application stopped.",
    whatToDo:
      "A person must mend the webhook, or see in its selectors that it passes the object over: `kubectl get validatingwebhookconfigurations,mutatingwebhookconfigurations -o yaml`.",
  },
  EditedBackup: {
    title: "The backup is not as it was saved",
    what: "The file was changed after fix or rescue had saved it. What would be made again is what stands there now.",
    why: "An edit can be meant, or an accident, or somebody else's.",
    whatToDo:
      "See what was edited: `kubectl pvguard undo BACKUP --dry-run` shows it. Accept it only if you know every edit.",
  },
};
