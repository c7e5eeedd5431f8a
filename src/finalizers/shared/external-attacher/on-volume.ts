import { attacherPresence, attachmentsByVolume, finalizerNames } from "../../../controllers/index.ts";
import { couldNotRead, defineFinalizer } from "../../../engine/index.ts";
import { everywhere } from "../../../model/index.ts";
import { refusedAttachment } from "./refused.ts";
import {
  afterClaim,
  attacherFinalizersOf,
  boundClaim,
  lastResorts,
  leftByAttacher,
  named,
  notAttached,
  notInstalled,
  refusedWhileDeleted,
} from "./volume-holds.ts";

export const onVolume = defineFinalizer({
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
  ],
  sources: [
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
    AttachmentNamesVolume: {
      title: "An attachment still exists for the volume",
      category: "waiting",
      what: "A VolumeAttachment refers to the volume. It counts on any node, attached or not, being deleted or not.",
      why: "A detach needs the PersistentVolume, so the volume waits until every attachment has been deleted.",
      whatToDo:
        "Look at the attachment, not the volume: `kubectl pvguard why volumeattachments.storage.k8s.io/NAME`.",
    },
    AttachmentRefused: {
      title: "The attacher refuses to attach a volume being deleted",
      category: "blocked",
      what: "The volume is being deleted while its claim is bound to it, and a VolumeAttachment for a pod is not attached.",
      why: "The attacher does not attach a volume that has a deletionTimestamp, and nothing removes a deletionTimestamp. The pod waits until the volume object is created again.",
      whatToDo:
        "Look at the volume: `kubectl pvguard why pv/NAME`. Deleting the VolumeAttachment or the pod does not help: both are created again.",
    },
    ClaimBeforeAttachments: {
      title: "The volume has an attachment, as expected while it is Bound",
      category: "waiting",
      what: "The volume is Bound and has a VolumeAttachment. It is detached when its claim's pods no longer use it.",
      why: "The order is: pod, claim, attachment, volume.",
      whatToDo:
        "No action is needed on the attachment. Look at the claim: `kubectl pvguard why pvc/NAME -n NAMESPACE`.",
    },
    AttacherLeavesVolumes: {
      title: "The attacher leaves its finalizer on several volumes",
      category: "stuck",
      what: "Several volumes of the same driver are being deleted. No VolumeAttachment refers to any of them, and each still has the attacher's finalizer.",
      why: "This is not a problem of one volume: the attacher is not running, lacks the permission to patch persistentvolumes, or is an old version with a known bug.",
      whatToDo:
        "Fix the attacher once instead of each volume. Search the log of the container csi-attacher (`kubectl logs`) for the name of a volume. Check the attacher's version and its ClusterRole.",
    },
    AttacherNotInstalled: {
      title: "The driver that must release the volume is not installed",
      category: "stuck",
      what: "No VolumeAttachment refers to the volume. No CSIDriver object and no CSINode has a driver that this finalizer belongs to.",
      why: "Only the external-attacher of that driver removes the finalizer. The driver was uninstalled before its volumes were deleted.",
      whatToDo:
        "An administrator must install the same driver again. Without the driver, write down the volume's handle before anything is removed: the disk may be left behind.",
    },
  },
  holds(volume, cluster) {
    const attachments = cluster.lookup(attachmentsByVolume, volume.metadata.name, everywhere);
    if (!attachments.read) return [couldNotRead(attachments.unread)];
    if (attachments.items.length > 0) {
      const claim = boundClaim(volume, cluster);
      if (claim.state === "unread") return [couldNotRead(claim.unread)];
      if (claim.state !== "found") return attachments.items.map((each) => named(volume, each));
      const refused = refusedAttachment(volume, cluster);
      if (refused !== undefined) return [refusedWhileDeleted(claim.object, refused, cluster)];
      const [first] = attachments.items;
      const isAttached = attachments.items.some(({ status }) => status?.attached === true);
      return [
        isAttached || first === undefined
          ? afterClaim(volume, claim.object)
          : notAttached(volume, claim.object, first),
      ];
    }
    const presence = attacherPresence(attacherFinalizersOf(volume), cluster);
    switch (presence.presence) {
      case "unread":
        return [couldNotRead(presence.unread)];
      case "absent":
        return [notInstalled(volume)];
      case "no-nodes":
      case "installed":
        return leftByAttacher(volume, cluster);
    }
  },
  idle: (volume) => lastResorts(volume),
});
