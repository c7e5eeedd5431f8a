import type { Cluster } from "../../cluster/index.ts";
import { hostsOf, nodeNamed, podsUsingVolume, usableNodes } from "../../controllers/index.ts";
import type { FoundHold } from "../../define/index.ts";
import { blocked, couldNotRead, stuck, waiting } from "../../define/index.ts";
import { machineGone, nodeAnswers } from "../../evidence/index.ts";
import type { Node, PersistentVolume, Phrase, Pod } from "../../kubernetes/index.ts";
import { labelOf, nameOf, say } from "../../kubernetes/index.ts";
import { relabelNode, saveManifest } from "../../remedies/index.ts";
import type { RemedyCall } from "../../report/index.ts";
import { proof } from "../../report/index.ts";
import { mountReasons } from "./pod-start/mount-reasons.ts";

type PlacementReason = "NodesOfVolumeGone" | "NoNodeMatchesVolume";

export type UnusableReason = keyof typeof unusableReasons;

/** The pages of every reason why a Bound claim cannot be used as it is meant to be. */
export const unusableReasons = {
  BoundVolumeMissing: blocked("The claim is Bound to a volume that no longer exists", {
    what: "The claim is Bound, but its PersistentVolume does not exist.",
    why: "The object was removed a moment ago, or kube-controller-manager does not run and has not set the claim to Lost.",
    whatToDo:
      "Do not restart pods. A person must find the disk and create the PersistentVolume again, under the same name and with the uid of this claim: `kubectl create -f`.",
  }),
  BoundVolumeNotOurs: blocked("The claim's volume belongs to another claim", {
    what: "The claim is Bound, but the uid in the volume's claimRef is not its own.",
    why: "One of the two was created again, and the other was not updated.",
    whatToDo: "Look at the volume: `kubectl pvguard why pv/NAME`. Set it to Retain before anything else.",
  }),
  NodesOfVolumeGone: blocked("The nodes that could mount the volume no longer exist", {
    what: "The volume can be used only on nodes that no longer exist.",
    why: "The data of a local volume is on its node, and the node was removed.",
    whatToDo:
      "Bring the node back if its disk still exists. Otherwise a person must recover the data from the application's other replicas. Then delete the claim and the pod: `kubectl delete pvc NAME -n NAMESPACE`.",
  }),
  NoNodeMatchesVolume: blocked("No node has the labels that the volume requires", {
    what: "No existing node has the labels that the volume's nodeAffinity requires.",
    why: "A label was changed, or differs from the name of the node. Or no node is left where the disk is, for example in its zone.",
    whatToDo:
      "If a node that can reach the disk has another label, a person must correct it: `kubectl label node NODE KEY=VALUE --overwrite`. If no node is left in the zone of the disk, add one there; an autoscaler may do so when a pod waits. The nodeAffinity of a volume cannot be changed.",
  }),
  ResizeFails: blocked("The volume cannot be expanded as requested", {
    what: "The claim requests more than its volume has, and the expansion fails.",
    why: "The storage backend refuses the size, or the driver cannot expand. The data is untouched.",
    whatToDo:
      "If the error says that it ends with time, no action is needed: the csi-resizer retries. Kubernetes 1.32 and newer (1.34 in any case) allow a smaller request again, as long as it is above status.capacity: `kubectl patch pvc NAME -n NAMESPACE`. In older versions a person must set Retain and create the claim again. The server compares a smaller request only with the capacity, but a larger one also with the StorageClass. Without a class that has allowVolumeExpansion, the request cannot be raised again. Do not delete the claim without Retain.",
  }),
  ResizeInProgress: waiting("The volume is being expanded", {
    what: "The claim requests more than its volume has, no failure is recorded, and the external-resizer of the driver runs.",
    why: "Expanding takes a moment.",
    whatToDo:
      "No action is needed. Pods can use the volume meanwhile. Run `kubectl pvguard why` again later.",
  }),
  ResizerNotSeen: waiting("The expansion waits for an external-resizer, and none is seen", {
    isAdvised: true,
    what: "The claim requests more than its volume has. The expansion has not begun, and nothing shows that a controller runs that could begin it.",
    why: "The expand controller does not expand the volume of a CSI driver. It records the event ExternalExpanding, and leaves the rest to the external-resizer of the driver. A driver can be installed without one.",
    whatToDo:
      "It is unknown yet whether this resolves without you. Check that the csi-resizer of the driver runs: `kubectl get leases -A`. Then run `kubectl pvguard why` again in ten minutes.",
  }),
  ResizeOverdue: stuck("The expansion takes too long, and no failure is recorded", {
    what: "The claim has requested more than its volume has for more than ten minutes, and no failure is recorded. If the condition Resizing is missing, the expansion has not even begun.",
    why: "The resizer does not run, or the driver has none, or the storage backend hangs. Events are kept for an hour, so an old failure may no longer be recorded.",
    whatToDo:
      "Check that the driver's csi-resizer runs, read its log, and restart it: `kubectl rollout restart`. The data is untouched.",
  }),
  ResizerMissing: stuck("No controller that could expand the volume is to be seen", {
    what: "The claim requests more than its volume has. The expansion has not begun for more than ten minutes, and the external-resizer of the driver has no lease, although its other controllers have theirs.",
    why: "The driver was installed without a csi-resizer. kube-controller-manager only records that it waits for one.",
    whatToDo:
      "A person must install the csi-resizer of the driver, if the driver can expand volumes: `kubectl get leases -A`. Nothing is lost meanwhile. From Kubernetes 1.34, the request can be lowered again.",
  }),
  ResizeNotSupported: blocked("No controller can expand this kind of volume", {
    what: "The claim requests more than its volume has, and the volume belongs to no CSI driver.",
    why: "Kubernetes has no in-tree plugin that expands volumes. Local volumes and NFS shares that were created manually cannot be expanded by it.",
    whatToDo:
      "Copy the data to a larger volume, or lower the request: from Kubernetes 1.34 the server allows that. Nothing is lost meanwhile: `kubectl edit pvc NAME -n NAMESPACE`.",
  }),
  FileSystemResizeNeedsPod: blocked("The expansion ends when a pod mounts the volume, and none will come", {
    what: "The driver has finished its part in the storage backend. No pod uses the claim, and no workload that names it will create one.",
    why: "The node grows the file system when it mounts the volume.",
    whatToDo:
      "Start a pod that uses the claim, even for a moment: `kubectl scale`, or set suspend to false. The data is not affected.",
  }),
  FileSystemResizeNeedsRestart: blocked("The expansion ends when the pod is restarted", {
    what: "The driver has finished its part in the storage backend. A pod has used the volume ever since, and the file system has not grown.",
    why: "Some drivers grow a file system only when the volume is mounted.",
    whatToDo: "Restart the pod that uses the claim: `kubectl rollout restart`. The data is not affected.",
  }),
  FileSystemResizeWaitsForPod: waiting("The node will finish the expansion when a pod mounts the volume", {
    what: "The driver has finished its part in the storage backend. The node has to do the rest: to grow the file system or, with some drivers, all of the expansion.",
    why: "The kubelet does that while a pod uses the volume.",
    whatToDo:
      "Start a pod that uses the claim, or restart it if the driver expands only at mount time: `kubectl rollout restart`. The claim itself needs no action.",
  }),
  NodeResizeFails: mountReasons.NodeResizeFails,
};

const hostname = "kubernetes.io/hostname";

/**
 * That no node can mount the volume; nothing where one can.
 *
 * @param whenGone what helps besides where the machine is gone
 */
export function placementHolds(
  volume: PersistentVolume,
  cluster: Cluster,
  whenGone: readonly RemedyCall[],
): readonly FoundHold<PlacementReason | "CouldNotRead">[] {
  const usable = usableNodes(volume, cluster);
  switch (usable.nodes) {
    case "any":
    case "some":
      return [];
    case "unread":
      return [couldNotRead(usable.unread)];
    case "none":
      return [affinityHold(volume, usable.wanted, cluster, whenGone)];
  }
}

/**
 * No node matches: the machine is gone, a node of that name has another label, or no node is left where the disk is.
 */
function affinityHold(
  volume: PersistentVolume,
  wanted: string,
  cluster: Cluster,
  whenGone: readonly RemedyCall[],
): FoundHold<PlacementReason> {
  const hosts = hostsOf(volume);
  const evidence = [proof(volume, "spec.nodeAffinity", wanted)];
  const gone = machineGone(volume, cluster);
  const namesake = gone.is === "unread" ? undefined : gone.namesake;
  if (hosts.length > 0 && namesake === undefined) {
    return {
      reason: "NodesOfVolumeGone",
      holder: { missing: nodeNamed(hosts[0] ?? "") },
      message: say`${nameOf(volume)} is bound but unusable: only ${hosts.join(", ")}, which no longer ${hosts.length === 1 ? "exists" : "exist"}, could mount it`,
      evidence,
      remedies: [saveManifest(volume), ...whenGone],
      avoid: {
        step: say`consider the claim healthy because it is Bound`,
        because: say`no pod that uses it can start`,
      },
    };
  }
  const misnamed = namesake === undefined || labelledAsNamed(namesake) ? undefined : namesake;
  return {
    reason: "NoNodeMatchesVolume",
    holder: { person: "administrator" },
    message: say`${nameOf(volume)} ${stateOf(volume, cluster)}: it requires ${wanted}, which no node has${labelOfHost(misnamed)}`,
    evidence,
    remedies:
      misnamed === undefined ? [] : [relabelNode(misnamed, { key: hostname, value: misnamed.metadata.name })],
    avoid: {
      step: say`remove the nodeAffinity of the volume`,
      because: say`the field cannot be changed, and the data stays where it is`,
    },
  };
}

/** A pod that runs on a node that reports keeps its volume, whatever the labels say now. */
function stateOf(volume: PersistentVolume, cluster: Cluster): Phrase {
  const pods = podsUsingVolume(volume, cluster);
  const runs = pods.read ? pods.items.find((pod) => isRunning(pod, cluster)) : undefined;
  return runs === undefined
    ? say`is bound but unusable`
    : say`is in use by ${nameOf(runs)}, but no pod could start with it now`;
}

function isRunning({ status, spec }: Pod, cluster: Cluster): boolean {
  return status?.phase === "Running" && nodeAnswers(spec?.nodeName ?? "", cluster).is === "proven";
}

function labelledAsNamed(node: Node): boolean {
  return labelOf(node, hostname) === node.metadata.name;
}

function labelOfHost(node: Node | undefined): Phrase {
  const label = node === undefined ? undefined : labelOf(node, hostname);
  return node === undefined || label === undefined ? [] : say`; ${nameOf(node)} has ${hostname}=${label}`;
}
