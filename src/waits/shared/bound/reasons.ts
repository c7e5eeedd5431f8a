import type { ReasonPage } from "../../../engine/index.ts";

export type PlacementReason = "NodesOfVolumeGone" | "NoNodeMatchesVolume";

export type UnusableReason =
  | "BoundVolumeMissing"
  | "BoundVolumeNotOurs"
  | PlacementReason
  | "ResizeFails"
  | "ResizeInProgress"
  | "ResizeOverdue"
  | "FileSystemResizeWaitsForPod"
  | "NodeResizeFails";

/** The pages of every reason why a Bound claim cannot be used as it is meant to be. */
export const unusableReasons: { readonly [K in UnusableReason]: ReasonPage } = {
  BoundVolumeMissing: {
    title: "The claim is Bound to a volume whose object is gone",
    category: "blocked",
    what: "The claim says Bound, and its PersistentVolume does not exist any more.",
    why: "The object was removed a moment ago, or kube-controller-manager does not run and has not set the claim to Lost.",
    whatToDo:
      "Do not restart pods. A person must find the disk and make the PersistentVolume again, under the same name and with the uid of this claim: `kubectl create -f`.",
  },
  BoundVolumeNotOurs: {
    title: "The claim's volume belongs to another claim",
    category: "blocked",
    what: "The claim says Bound, but the uid in the volume's claimRef is not its own.",
    why: "One of the two was made again, and the other was not told.",
    whatToDo: "Look at the volume: `kubectl pvguard why pv/NAME`. Set it to Retain before anything else.",
  },
  NodesOfVolumeGone: {
    title: "Bound, but only nodes that are gone could mount it",
    category: "blocked",
    what: "The volume can be used only on nodes that do not exist any more.",
    why: "A local volume lives on its node, and the node was removed.",
    whatToDo:
      "Bring the node back if its disk still exists. Otherwise a person must recover the data from the application's other replicas, and then delete claim and pod: `kubectl delete pvc NAME -n NAMESPACE`.",
  },
  NoNodeMatchesVolume: {
    title: "Bound, but no node has the labels that the volume asks for",
    category: "blocked",
    what: "No node that is there has the labels that the volume's nodeAffinity asks for.",
    why: "A label was changed, or differs from the name of the node; or no node is left where the disk is, as in its zone.",
    whatToDo:
      "Where a node that can reach the disk has another label, a person must mend it: `kubectl label node NODE KEY=VALUE --overwrite`. Where no node is left in the zone of the disk, add one there; an autoscaler may do so when a pod waits. The nodeAffinity of a volume cannot be changed.",
  },
  ResizeFails: {
    title: "The volume cannot be expanded as asked",
    category: "blocked",
    what: "The claim asks for more than its volume has, and the expansion fails.",
    why: "The backend refuses the size, or the driver cannot expand. The data is not touched.",
    whatToDo:
      "Kubernetes 1.32 and newer (1.34 in any case) allow a smaller request again, as long as it is above status.capacity: `kubectl patch pvc NAME -n NAMESPACE`. Before that a person must set Retain and make the claim again. The server compares a smaller request with the capacity only, a larger one also with the StorageClass: without a class that has allowVolumeExpansion it cannot be raised again. Do not delete the claim without Retain.",
  },
  ResizeInProgress: {
    title: "The volume is being expanded",
    category: "waiting",
    what: "The claim asks for more than its volume has, and no failure is recorded.",
    why: "Expanding takes a moment.",
    whatToDo: "Nobody must act. Pods can use the volume meanwhile.",
  },
  ResizeOverdue: {
    title: "The expansion takes long, and nobody says why",
    category: "stuck",
    what: "The claim asks for more than its volume has for more than ten minutes, and no failure is recorded. Without the condition Resizing nobody has even begun.",
    why: "The resizer does not run, or the driver has none, or the backend hangs. Events live for an hour, so that an old failure may have been forgotten.",
    whatToDo:
      "See that the csi-resizer of the driver runs, read its log, and restart it: `kubectl rollout restart`. The data is not touched.",
  },
  FileSystemResizeWaitsForPod: {
    title: "The node ends the expansion when a pod mounts the volume",
    category: "waiting",
    what: "What the driver does in the backend is done. The node has to do the rest: to grow the file system, or, with some drivers, all of it.",
    why: "The kubelet does that while a pod uses the volume.",
    whatToDo:
      "Start a pod that uses the claim, or restart it when the driver expands only at mount time: `kubectl rollout restart`. Nobody must act on the claim.",
  },
  NodeResizeFails: {
    title: "The node fails to expand the volume",
    category: "blocked",
    what: "What the driver does in the backend is done, and what the node has to do fails. With some drivers that is all of the expansion.",
    why: "The condition of the claim says why.",
    whatToDo:
      "A person must mend the cause on the node; the kubelet tries again by itself. Where the claim's status.allocatedResourceStatuses says NodeResizeInfeasible it does so only after the driver's csi-resizer has taken that back.",
  },
};
