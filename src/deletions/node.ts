import type { Cluster } from "../cluster/index.ts";
import { everywhere, itemsOf, unreadOf } from "../cluster/index.ts";
import {
  annotationNames,
  attachmentsByNode,
  claimNamesOfPod,
  collectedWith,
  hostNamesOf,
  podsOnNode,
  volumesByHost,
} from "../controllers/index.ts";
import type { Dependent } from "../define/index.ts";
import { defineDeletion } from "../define/index.ts";
import type { KubeObject, Node, PersistentVolume, Phrase, Pod } from "../kubernetes/index.ts";
import { annotationOf, hasFinalizer, nameOf, refOf, say, words, workloadKinds } from "../kubernetes/index.ts";
import { proveNodeOff, saveManifest } from "../remedies/index.ts";

export default defineDeletion({
  name: "node",
  on: ["v1/nodes"],
  needs: [
    "v1/pods",
    "v1/persistentvolumes",
    "storage.k8s.io/v1/volumeattachments",
    "storage.k8s.io/v1/csinodes",
    "v1/persistentvolumeclaims",
    "snapshot.storage.k8s.io/v1/volumesnapshots",
    ...workloadKinds,
  ],
  sources: [
    "kubernetes/kubernetes pkg/controller/podgc/gc_controller.go gcOrphaned, 1.36",
    "kubernetes/kubernetes pkg/volume/csi/nodeinfomanager/nodeinfomanager.go CreateCSINode (the node owns it), 1.36",
    "kubernetes-csi/external-attacher pkg/controller/csi_handler.go getNodeID (the annotation, once the CSINode is gone), v4.12",
    "kubernetes/kubernetes pkg/controller/garbagecollector/garbagecollector.go attemptToDeleteItem (a pod owns its ephemeral claims), 1.36",
    "topolvm/topolvm internal/controller/node_controller.go doFinalize (claims by selected-node), commit 44099e06",
    "kubernetes-sigs/karpenter pkg/controllers/node/termination/controller.go finalize (terminates the machine before the finalizer is removed), commit 00e4f4b6",
  ],
  told: "step by step",
  dependents(node, cluster) {
    const { name } = node.metadata;
    const pods = podsOnNode(name, cluster);
    const attachments = cluster.lookup(attachmentsByNode, name, everywhere);
    const volumes = hostNamesOf(node).map((host) => cluster.lookup(volumesByHost, host, everywhere));
    return {
      items: [
        ...itemsOf(pods)
          .filter((pod) => claimNamesOfPod(pod).length > 0)
          .map((pod) => dependent(pod, "PodOfNode", podStays, podGoes)),
        ...itemsOf(pods).flatMap((pod) =>
          collectedWith(pod, cluster).objects.map((each) => collected(each, pod)),
        ),
        ...volumes.flatMap(itemsOf).flatMap((volume) => cleanedUp(volume, node, cluster)),
        ...itemsOf(attachments).map((each) =>
          dependent(each, "AttachmentOfNode", attachmentStays, attachmentGoes),
        ),
        ...volumes.flatMap(itemsOf).map((each) => ofHost(each, node)),
      ],
      unread: [
        ...unreadOf([pods, attachments, ...volumes]),
        ...itemsOf(pods).flatMap((pod) => collectedWith(pod, cluster).unread),
      ],
    };
  },
  ends(node, cluster) {
    const csiNode = cluster.get("storage.k8s.io/v1/csinodes", node.metadata.name);
    if (csiNode.state !== "found") return [];
    const { ownerReferences = [] } = csiNode.object.metadata;
    const isOwned = ownerReferences.some(({ uid }) => uid === node.metadata.uid);
    return isOwned ? [{ deleted: refOf(csiNode.object), by: "garbage-collector" }] : [];
  },
  limits: (node) => [
    {
      operations: ["attach", "mount"],
      message: say`no pod is scheduled to ${nameOf(node)}; the kubelet creates the object again only when it starts`,
    },
    {
      operations: ["detach"],
      message: words(
        "Kubernetes can no longer ask the node to unmount anything: a machine that still runs can write to its volumes while they are attached elsewhere",
      ),
    },
  ],
  before: (node) => [proveNodeOff(node), saveManifest(node)],
});

const podGoes = words(
  "the pod garbage collector deletes it, whatever a PodDisruptionBudget says, and without waiting for the kubelet",
);
const podStays = words("the pod is on the node");
const attachmentGoes = words(
  "the attach-detach controller deletes it once no pod on the node uses the volume, and the driver detaches it",
);
const attachmentStays = words("the volume stays attached to the machine until its driver detaches it");

function volumeStays(node: Node): Phrase {
  return say`its data is on the disk of ${nameOf(node)} alone: no other node can use the volume`;
}

function dependent(object: KubeObject, reason: string, message: Phrase, goes?: Phrase): Dependent {
  return { object, reason, message, ...(goes === undefined ? {} : { goes }) };
}

const karpenter = "karpenter.sh/termination";

/** Karpenter terminates the machine of a node that is deleted, before it removes its finalizer. */
function ofHost(volume: PersistentVolume, node: Node): Dependent {
  const base = dependent(volume, "VolumeOfNode", volumeStays(node));
  if (!hasFinalizer(node, karpenter)) return base;
  const lost = say`Karpenter terminates the machine of ${nameOf(node)}, and the data is on its disk alone`;
  return { ...base, lost };
}

/** An ephemeral claim of a pod that the pod garbage collector deletes. */
function collected(object: KubeObject, pod: Pod): Dependent {
  const goes = say`the garbage collector deletes it when its owner, ${nameOf(pod)}, no longer exists`;
  return { object, reason: "DeletedWithPod", message: goes, goes, follows: true };
}

const topolvm = { driver: "topolvm.io", finalizer: "topolvm.io/node" };

/** A node that is deleted has its volumes deleted by TopoLVM, before its finalizer is removed. */
function cleanedUp(volume: PersistentVolume, node: Node, cluster: Cluster): readonly Dependent[] {
  if (volume.spec?.csi?.driver !== topolvm.driver || !hasFinalizer(node, topolvm.finalizer)) return [];
  const { name = "", namespace } = volume.spec.claimRef ?? {};
  const claim = cluster.get("v1/persistentvolumeclaims", name, namespace);
  if (claim.state !== "found") return [];
  if (annotationOf(claim.object, annotationNames.selectedNode) !== node.metadata.name) return [];
  const goes = say`topolvm-controller deletes the claims of ${nameOf(node)} before it removes the finalizer ${topolvm.finalizer}`;
  return [{ object: claim.object, reason: "DeletedWithNode", message: goes, goes, follows: true }];
}
