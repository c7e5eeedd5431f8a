import type { Cluster } from "../cluster/index.ts";
import { everywhere, someOf } from "../cluster/index.ts";
import { annotationNames, attachmentsNaming, finalizerNames } from "../controllers/index.ts";
import { blocked, couldNotRead, defineFinalizer, stuck, waiting } from "../define/index.ts";
import {
  attacherInstalled,
  driverAttaches,
  driverInstalled,
  isDetached,
  isLeftByMachine,
  nodePluginRuns,
  sidecarRuns,
} from "../evidence/index.ts";
import type { PersistentVolume, VolumeAttachment } from "../kubernetes/index.ts";
import { annotationOf, secondsSince } from "../kubernetes/index.ts";
import type { DetachHold } from "./shared/external-attacher/detach-holds.ts";
import {
  driverMissing,
  failing,
  impossible,
  inProgress,
  noAttacher,
  nodeGone,
  nodeReplaced,
  noNodes,
  notRecorded,
  notRunning,
  volumeGone,
} from "./shared/external-attacher/detach-holds.ts";
import { detachReasons } from "./shared/external-attacher/reasons.ts";
import { attacherTooOld } from "./shared/external-attacher/too-old.ts";
import {
  afterClaim,
  attacherFinalizersOf,
  boundClaim,
  lastResorts,
  leftByAttacher,
  named,
  notAttached,
  notInstalled,
  refusedAttachment,
  refusedWhileDeleted,
} from "./shared/external-attacher/volume-holds.ts";

const onVolume = defineFinalizer({
  finalizer: "external-attacher/<driver>",
  matches: (finalizer) => finalizer.startsWith(finalizerNames.attacherPrefix),
  on: ["v1/persistentvolumes"],
  owner: "external-attacher",
  needs: [
    "v1/persistentvolumeclaims",
    "v1/pods",
    "storage.k8s.io/v1/volumeattachments",
    "storage.k8s.io/v1/csidrivers",
    "storage.k8s.io/v1/csinodes",
    "coordination.k8s.io/v1/leases",
  ],
  sources: [
    "kubernetes-csi/external-attacher#217",
    "kubernetes-csi/external-attacher pkg/controller/csi_handler.go addPVFinalizer, SyncNewOrUpdatedPersistentVolume, v4.12",
    "kubernetes-csi/external-attacher pkg/controller/util.go SanitizeDriverName, v4.12",
    "kubernetes/kubernetes#69697",
  ],
  addedWhen:
    "The volume is attached for the first time. The finalizer stays on a live volume permanently: that is normal.",
  releasedWhen:
    "The volume is being deleted, and no VolumeAttachment refers to it. Attachments on any node and of any attacher count, attached or not.",
  ifForced:
    "If an attachment still refers to the volume, the attacher can never detach it: it needs the PersistentVolume to identify the disk.",
  manualRemoval: {
    safety: "risky",
    check: "A live read immediately before shows that no VolumeAttachment refers to the volume.",
  },
  since: "Kubernetes 1.9",
  reasons: {
    AttachmentNamesVolume: waiting("An attachment still exists for the volume", {
      what: "A VolumeAttachment refers to the volume. It counts on any node, attached or not, being deleted or not.",
      why: "A detach needs the PersistentVolume, so the volume waits until every attachment has been deleted.",
      whatToDo:
        "Look at the attachment, not the volume: `kubectl pvguard why volumeattachments.storage.k8s.io/NAME`.",
    }),
    AttachmentRefused: blocked("The attacher refuses to attach a volume being deleted", {
      what: "The volume is being deleted while its claim is bound to it, and a VolumeAttachment for a pod is not attached.",
      why: "The attacher does not attach a volume that has a deletionTimestamp, and nothing removes a deletionTimestamp. The pod waits until the volume object is created again.",
      whatToDo:
        "Look at the volume: `kubectl pvguard why pv/NAME`. Deleting the VolumeAttachment or the pod does not help: both are created again.",
    }),
    ClaimBeforeAttachments: waiting("The volume has an attachment, as expected while it is Bound", {
      what: "The volume is Bound and has a VolumeAttachment. It is detached when its claim's pods no longer use it.",
      why: "The order is: pod, claim, attachment, volume.",
      whatToDo:
        "No action is needed on the attachment. Look at the claim: `kubectl pvguard why pvc/NAME -n NAMESPACE`.",
    }),
    AttacherLeavesVolumes: stuck("The attacher leaves its finalizer on several volumes", {
      what: "Several volumes of the same driver are being deleted. No VolumeAttachment refers to any of them, and each still has the attacher's finalizer.",
      why: "This is not a problem of one volume: the attacher is not running, lacks the permission to patch persistentvolumes, or is an old version with a known bug.",
      whatToDo:
        "Fix the attacher once instead of each volume. Search the log of the container csi-attacher (`kubectl logs`) for the name of a volume. Check the attacher's version and its ClusterRole.",
    }),
    AttacherTooOld: stuck("The attacher is too old: it leaves its finalizer on migrated volumes", {
      what: "The volume is of an in-tree plugin that was migrated to CSI. No VolumeAttachment refers to it. The csi-attacher that runs is older than version 2.2.",
      why: "Before version 2.2, the attacher looks only at volumes with `spec.csi`, although it puts its finalizer on migrated volumes too.",
      whatToDo:
        "An administrator must upgrade the driver to a version with csi-attacher 2.2 or newer: that then removes the finalizer from all these volumes. A restart does not help.",
    }),
    AttacherNotInstalled: stuck("The driver that must release the volume is not installed", {
      what: "No VolumeAttachment refers to the volume. No CSIDriver object and no CSINode has a driver that this finalizer belongs to.",
      why: "Only the external-attacher of that driver removes the finalizer. The driver was uninstalled before its volumes were deleted.",
      whatToDo:
        "An administrator must install the same driver again. Without the driver, write down the volume's handle before anything is removed: the disk may be left behind.",
    }),
  },
  holds(volume, cluster) {
    const attachments = attachmentsNaming(volume.metadata.name, cluster);
    if (!attachments.read) return couldNotRead(attachments.unread);
    if (attachments.items.length > 0) {
      const claim = boundClaim(volume, cluster);
      if (claim.state === "unread") return couldNotRead(claim.unread);
      if (claim.state !== "found") return attachments.items.map((each) => named(volume, each));
      const refused = refusedAttachment(volume, cluster);
      if (refused !== undefined) return refusedWhileDeleted(claim.object, refused, cluster);
      const [first] = attachments.items;
      const isAttached = attachments.items.some(({ status }) => status?.attached === true);
      return isAttached || first === undefined
        ? afterClaim(volume, claim.object)
        : notAttached(volume, claim.object, first);
    }
    const installed = attacherInstalled(attacherFinalizersOf(volume), cluster);
    if (installed.is === "unread") return couldNotRead(installed.unread);
    return installed.is === "refuted" ? notInstalled(volume) : atFault(volume, cluster);
  },
  idle: (volume) => lastResorts(volume),
});

/** What is known to be wrong with the attacher that is installed. */
function atFault(volume: PersistentVolume, cluster: Cluster) {
  const old = attacherTooOld(volume, cluster);
  return old.length > 0 ? old : leftByAttacher(volume, cluster);
}

const onAttachment = defineFinalizer({
  finalizer: "external-attacher/<driver>",
  matches: (finalizer) => finalizer.startsWith(finalizerNames.attacherPrefix),
  on: ["storage.k8s.io/v1/volumeattachments"],
  owner: "external-attacher",
  needs: [
    "v1/persistentvolumes",
    "v1/nodes",
    "storage.k8s.io/v1/csidrivers",
    "storage.k8s.io/v1/csinodes",
    "coordination.k8s.io/v1/leases",
  ],
  sources: [
    "kubernetes-csi/external-attacher pkg/controller/csi_handler.go prepareVAFinalizer, syncDetach, csiDetach, v4.12",
    "kubernetes-csi/external-attacher pkg/controller/util.go markAsDetached, GetFinalizerName, v4.12",
    "kubernetes-csi/external-attacher#235",
    "kubernetes-csi/external-attacher#215",
  ],
  addedWhen: "The attacher is about to attach the volume, before it calls the driver.",
  releasedWhen: "The VolumeAttachment is being deleted, and the driver has detached the volume.",
  ifForced:
    "Kubernetes considers the volume detached, whatever the storage backend says. The volume may then be attached to a second machine while the first still writes to it, and its data is damaged.",
  manualRemoval: {
    safety: "loses-data",
    check:
      "The storage backend shows that the volume is not attached to that machine, or the machine is off or no longer exists.",
  },
  since: "Kubernetes 1.9",
  reasons: detachReasons,
  holds: detaching,
});

/** The same finalizer on two kinds, with two meanings: the attachment waits for the detach, the volume for its attachments. */
export default [onVolume, onAttachment];

/** A detach that takes longer than this, in seconds, without an error is not under way. */
const patience = 120;

/** Why a VolumeAttachment that is being deleted still has the finalizer of its attacher. */
function detaching(attachment: VolumeAttachment, cluster: Cluster): readonly DetachHold[] {
  const driver = attachment.spec?.attacher ?? "";
  const volumeName = attachment.spec?.source?.persistentVolumeName;
  const volume = volumeName === undefined ? undefined : cluster.get("v1/persistentvolumes", volumeName);
  if (volume?.state === "unread") return [couldNotRead(volume.unread)];
  const node = cluster.get("v1/nodes", attachment.spec?.nodeName ?? "");
  if (node.state === "unread") return [couldNotRead(node.unread)];
  const installed = driverInstalled(driver, cluster);
  if (installed.is === "unread") return [couldNotRead(installed.unread)];
  if (volumeName !== undefined && volume?.state === "absent") return [volumeGone(attachment, volumeName)];
  if (installed.is === "refuted") return [driverMissing(attachment, driver, installed)];
  const error = attachment.status?.detachError?.message ?? "";
  if (isDetached(error)) return [notRecorded(attachment, error)];
  if (node.state === "absent") return [withoutNode(attachment, cluster)];
  if (isLeftByMachine(attachment, node.object, cluster))
    return [nodeReplaced(attachment, node.object, cluster)];
  if (error !== "") return [failing(attachment, error)];
  const attaches = driverAttaches(driver, cluster);
  const runs = sidecarRuns("csi-attacher", driver, cluster);
  if (attaches.is === "refuted" && runs.is !== "unread" && runs.lease === undefined)
    return [noAttacher(attachment, attaches)];
  return [isYoung(attachment, cluster) ? inProgress(attachment) : notRunning(attachment, cluster)];
}

/** The same file, getNodeID: from the CSINode, or from the annotation. */
function lacksNodeId(attachment: VolumeAttachment, cluster: Cluster): DetachHold | undefined {
  if (annotationOf(attachment, annotationNames.nodeId) !== undefined) return undefined;
  const { attacher = "", nodeName = "" } = attachment.spec ?? {};
  const plugin = nodePluginRuns(attacher, nodeName, cluster);
  if (plugin.is === "unread") return couldNotRead(plugin.unread);
  return plugin.is === "refuted" && plugin.csiNode === "missing" ? impossible(attachment) : undefined;
}

function withoutNode(attachment: VolumeAttachment, cluster: Cluster): DetachHold {
  const isNew = attachment.status?.detachError === undefined && isYoung(attachment, cluster);
  if (isNew) return inProgress(attachment);
  if (!hasNodes(cluster)) return noNodes(attachment);
  return lacksNodeId(attachment, cluster) ?? nodeGone(attachment);
}

/** Where the nodes were not all read there may be some. */
function hasNodes(cluster: Cluster): boolean {
  const nodes = cluster.walkAll("v1/nodes", everywhere);
  return !nodes.read || someOf(nodes.objects);
}

function isYoung(attachment: VolumeAttachment, cluster: Cluster): boolean {
  const waited = secondsSince(attachment.metadata.deletionTimestamp, cluster.now);
  return waited !== undefined && waited < patience;
}
