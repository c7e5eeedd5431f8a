import type { ReasonPage } from "../../../engine/index.ts";
import { type SchedulingReason, schedulingReasons } from "./scheduling-reasons.ts";

export type PendingHoldReason =
  | SchedulingReason
  | "AboutToBind"
  | "BindingOverdue"
  | "NamedVolumeMissing"
  | "NamedVolumeTerminating"
  | "NamedVolumeReserved"
  | "NamedVolumeTaken"
  | "NamedVolumeOfOtherClass"
  | "NamedVolumeDoesNotFit"
  | "ReservedVolumeDoesNotFit"
  | "NoVolumeFits"
  | "StorageClassMissing"
  | "DefaultClassComesNext"
  | "DefaultClassOverdue"
  | "SelectedNodeGone"
  | "SelectedNodeWithoutDriver"
  | "ProvisionerNotInstalled"
  | "ProvisioningFails"
  | "ProvisioningInProgress"
  | "ProvisioningUnanswered"
  | "ProvisionerSilent"
  | "DataSourceMissing"
  | "DataSourceNotReady"
  | "DataSourceTerminating"
  | "PopulatorFills";

/** The pages of every reason why a claim is Pending. */
export const pendingReasons: { readonly [K in PendingHoldReason]: ReasonPage } = {
  ...schedulingReasons,
  AboutToBind: {
    title: "A volume fits: the claim is bound next",
    category: "waiting",
    what: "A volume that fits the claim exists, and the PV controller binds them at its next sync.",
    why: "Controllers need a moment.",
    whatToDo: "Nobody must act. If it stays so for minutes, see that kube-controller-manager runs.",
  },
  BindingOverdue: {
    title: "A volume fits, and the PV controller does not bind it",
    category: "stuck",
    what: "A volume that fits the claim exists, both have been as they are for more than five minutes, and the claim is still Pending.",
    why: "The PV controller looks at every claim each 15 seconds. It does not run, it cannot write (rights, a webhook), or something keeps it from binding that pvguard does not see.",
    whatToDo:
      "See that kube-controller-manager runs: `kubectl get leases kube-controller-manager -n kube-system -o yaml` shows when it last said so. Then look for the claim's name in its log. If claim or volume was changed a moment ago, wait a minute and look again.",
  },
  NamedVolumeMissing: {
    title: "The claim names a volume that does not exist",
    category: "blocked",
    what: "The field spec.volumeName names a PersistentVolume that is not there. Kubernetes waits for it without an event.",
    why: "The volume was deleted, was never made, or the claim was restored without it.",
    whatToDo:
      "A person must make the volume, or make the claim again without spec.volumeName: `kubectl pvguard why pvc/NAME -n NAMESPACE` prints the steps.",
  },
  NamedVolumeTerminating: {
    title: "The volume that the claim names is being deleted",
    category: "blocked",
    what: "The claim names a volume that has a deletionTimestamp. It is not given to a new claim.",
    why: "The volume of an earlier installation is still held by something.",
    whatToDo:
      "Look at what holds the volume: `kubectl pvguard why pv/NAME`. Or use another volume name. Do not take its finalizers off to free the name.",
  },
  NamedVolumeReserved: {
    title: "The volume is still reserved for a former claim of this name",
    category: "blocked",
    what: "The volume that the claim names has a claimRef with this name and the uid of a claim that is gone.",
    why: "A new claim is not given the data of an old one by itself, even when the names are equal.",
    whatToDo:
      "A person must decide whether this claim may have the old data. If so, clear only claimRef.uid of the volume: the remedies print the command of `kubectl patch`.",
  },
  NamedVolumeTaken: {
    title: "The volume that the claim names belongs to another claim",
    category: "blocked",
    what: "The claimRef of the volume names another claim.",
    why: "Two claims name one volume, or another claim was quicker, or somebody reserved the volume and mistyped the claim.",
    whatToDo:
      "Do not take it from a claim that has it. A person must make this claim again with another volume, or with none; or correct the claimRef of a volume that is reserved for a claim that does not exist.",
  },
  NamedVolumeOfOtherClass: {
    title: "The claim and the volume it names have different StorageClasses",
    category: "blocked",
    what: "The volume has another storageClassName than the claim. Most often the claim left it open and got the default class.",
    why: "A claim without storageClassName gets the default class when it is created. A hand-made volume has none.",
    whatToDo:
      'A person must make the claim again with the volume\'s class; for a volume without one that is `storageClassName: ""`. Leave the default class as it is: other users depend on it.',
  },
  NamedVolumeDoesNotFit: {
    title: "The volume that the claim names does not fit",
    category: "blocked",
    what: "Size, access modes, volume mode or attributes class of the volume are not what the claim asks for.",
    why: "Kubernetes binds a claim only to a volume that gives all that is asked.",
    whatToDo:
      "A person must make the claim again so that it asks for what the volume has, or name another volume.",
  },
  ReservedVolumeDoesNotFit: {
    title: "The volume that is reserved for the claim does not fit",
    category: "blocked",
    what: "A volume names the claim in its claimRef, and its size, access modes, volume mode or attributes class are not what the claim asks for.",
    why: "Kubernetes binds a claim only to a volume that gives all that is asked, also where the volume was reserved for it. Neither says so.",
    whatToDo:
      "A person must make the claim again so that it asks for what the volume has: `kubectl get pv NAME -o yaml`.",
  },
  NoVolumeFits: {
    title: "No volume fits, and nothing makes one",
    category: "blocked",
    what: "The claim has no StorageClass that makes volumes, and no Available volume fits it.",
    why: "There is no default class, or the class stands for volumes that are made by hand. The one that would fit may be taken by a smaller claim.",
    whatToDo:
      "A person must make a volume, set a StorageClass in the claim, or free the volume that fits. Reserve hand-made volumes by their claimRef, so that the wrong claim cannot take them.",
  },
  StorageClassMissing: {
    title: "The StorageClass does not exist",
    category: "blocked",
    what: "The claim names a StorageClass that is not there.",
    why: "A typing error, another cluster's name, or the class was deleted.",
    whatToDo:
      "Make the class, or make the claim again with another: `kubectl get storageclass` shows those that exist. A person must choose.",
  },
  DefaultClassComesNext: {
    title: "The default StorageClass is filled in next",
    category: "waiting",
    what: "The claim leaves its class open, and a default class exists by now.",
    why: "The PV controller fills it in at its next sync.",
    whatToDo: "Nobody must act.",
  },
  DefaultClassOverdue: {
    title: "The default StorageClass was not filled in",
    category: "stuck",
    what: "The claim leaves its class open, a default class has existed for more than five minutes, and the claim still has none.",
    why: "The PV controller of Kubernetes 1.26 and newer fills it in within seconds. This cluster is older, or that controller does not act.",
    whatToDo:
      "In an older cluster a person must make the claim again: it then gets the default class. Otherwise see that kube-controller-manager runs: `kubectl get leases kube-controller-manager -n kube-system -o yaml`.",
  },
  SelectedNodeGone: {
    title: "The claim was promised to a node that is gone",
    category: "blocked",
    what: "The annotation volume.kubernetes.io/selected-node names a node that does not exist.",
    why: "The scheduler chose the node, and it was removed before the volume was made. The autoscaler does not bring it back.",
    whatToDo:
      "Take the annotation off: `kubectl annotate pvc NAME -n NAMESPACE volume.kubernetes.io/selected-node-`. Look in the backend for a half-made disk first, then make the pod again.",
  },
  SelectedNodeWithoutDriver: {
    title: "The driver is not registered on the chosen node",
    category: "blocked",
    what: "The node of the annotation volume.kubernetes.io/selected-node exists, but its CSINode is missing or does not list the driver.",
    why: "The driver's node plugin has not started there, so that nobody knows the node's topology.",
    whatToDo:
      "See that the driver's node pod runs on that node, and wait: `kubectl get csinode NODE -o yaml`. Otherwise take the annotation selected-node off the claim.",
  },
  ProvisionerNotInstalled: {
    title: "Nobody answers to the provisioner's name",
    category: "stuck",
    what: "No CSIDriver and no node has the name of the provisioner in the StorageClass, and no attempt to make a volume is recorded.",
    why: "The driver is not installed, or the name in the StorageClass is mistyped.",
    whatToDo:
      "Compare the names: `kubectl get csidrivers`. A provisioner cannot be changed in a StorageClass: make a new class, then make the claim again.",
  },
  ProvisioningFails: {
    title: "The provisioner fails to make the volume",
    category: "blocked",
    what: "The last attempt to make a volume failed.",
    why: "The provisioner's own words say why.",
    whatToDo: "A person must remove the cause. The provisioner tries again by itself.",
  },
  ProvisioningInProgress: {
    title: "The provisioner is making the volume",
    category: "waiting",
    what: "The claim waits for its provisioner, and not for long yet, or an attempt began within the last five minutes.",
    why: "Making a volume takes a moment.",
    whatToDo: "Nobody must act. Run `kubectl pvguard why` again in some minutes.",
  },
  ProvisioningUnanswered: {
    title: "The provisioner began to make the volume, and said no more",
    category: "stuck",
    what: "An event says that an attempt began, more than five minutes ago. No failure is recorded, and there is no volume.",
    why: "The driver does not answer, or the provisioner stopped in the middle. An event that repeats too often is no longer written, so that there may have been attempts since.",
    whatToDo:
      "A person must read the logs of the driver's controller: of csi-provisioner, and of the driver's own container. Restarted, the provisioner asks for the same volume by the same name, so that a half-made one is found again.",
  },
  ProvisionerSilent: {
    title: "The provisioner does not make the volume, and says nothing",
    category: "stuck",
    what: "The claim has waited for its provisioner for more than five minutes, and no attempt is recorded.",
    why: "The provisioner does not run, or hangs. Events live for an hour, so that an old failure may have been forgotten.",
    whatToDo: "See that the provisioner runs, read its log, and restart it: `kubectl rollout restart`.",
  },
  DataSourceMissing: {
    title: "What the claim is to be filled from does not exist",
    category: "blocked",
    what: "The claim names a data source that is not there.",
    why: "The snapshot, claim or resource was deleted, or its name is mistyped.",
    whatToDo:
      "A person must bring the source back, or make the claim again with another: `kubectl get volumesnapshots -n NAMESPACE`.",
  },
  DataSourceNotReady: {
    title: "What the claim is to be filled from is not ready",
    category: "blocked",
    what: "The claim's data source exists and cannot be read yet: a snapshot that is not ready, or a claim that is not bound.",
    why: "A volume is made only from a finished snapshot or a bound claim.",
    whatToDo:
      "Look at the source: `kubectl pvguard why` explains it. If it never becomes ready, a person must delete the Pending claim: it has no data yet.",
  },
  DataSourceTerminating: {
    title: "What the claim is to be filled from is being deleted",
    category: "blocked",
    what: "The claim's data source is a claim or a VolumeSnapshot with a deletionTimestamp.",
    why: "The provisioner begins no copy of a claim that is being deleted, and no restore from such a snapshot. The source may wait for this claim, and this claim for the source: then neither moves. Only an attempt that was under way already can still succeed.",
    whatToDo:
      "A person must delete the Pending claim: it has no data yet. The source goes then; `kubectl pvguard why` on the source tells how to keep its data first.",
  },
  PopulatorFills: {
    title: "A populator has to fill the claim",
    category: "waiting",
    what: "The claim's data source is of a kind that a volume populator reads.",
    why: "The populator makes a claim of its own, fills it, and hands the volume over.",
    whatToDo:
      "Nobody must act while it works. If it stays so, see that the populator runs: `kubectl get pods --all-namespaces`.",
  },
};
