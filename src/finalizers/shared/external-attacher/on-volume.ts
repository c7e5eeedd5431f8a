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
    "The volume is attached for the first time. It stays on a live volume for good: that is no fault.",
  releasedWhen:
    "The volume is being deleted and no VolumeAttachment names it: on any node, of any attacher, attached or not.",
  ifForced:
    "If an attachment still names the volume, the attacher can never detach it: it needs the PersistentVolume to know the disk.",
  manualRemoval: { safety: "risky", check: "No VolumeAttachment names the volume, read live just before." },
  since: "Kubernetes 1.9",
  reasons: {
    AttachmentNamesVolume: {
      title: "An attachment still names the volume",
      category: "waiting",
      what: "A VolumeAttachment names the volume. It counts on any node, attached or not, being deleted or not.",
      why: "Detaching needs the PersistentVolume, so the volume waits until every attachment is gone.",
      whatToDo:
        "Look at the attachment, not at the volume: `kubectl pvguard why volumeattachments.storage.k8s.io/NAME`.",
    },
    AttachmentRefused: {
      title: "The attacher refuses to attach a volume that is being deleted",
      category: "blocked",
      what: "The volume is being deleted while its claim is bound to it, and a VolumeAttachment for a pod is not attached.",
      why: "The attacher attaches no volume that has a deletionTimestamp, and nothing removes a deletionTimestamp. The pod waits until the volume object is made again.",
      whatToDo:
        "Look at the volume: `kubectl pvguard why pv/NAME`. Deleting the VolumeAttachment or the pod does not help: both come back.",
    },
    ClaimBeforeAttachments: {
      title: "The volume is attached, as it should be while it is Bound",
      category: "waiting",
      what: "The volume is Bound and attached. It is detached when its claim's pods are gone.",
      why: "The order is pod, claim, attachment, volume.",
      whatToDo:
        "Nobody must act on the attachment. Look at the claim: `kubectl pvguard why pvc/NAME -n NAMESPACE`.",
    },
    AttacherLeavesVolumes: {
      title: "The attacher leaves its finalizer on volume after volume",
      category: "stuck",
      what: "Several volumes of the same driver are being deleted, no VolumeAttachment names any of them, and each still has the finalizer of the attacher.",
      why: "That is no accident of one volume: the attacher does not run, lacks the right to patch persistentvolumes, or is an old version with a known fault.",
      whatToDo:
        "Mend the attacher once instead of every volume: read the log of the container csi-attacher (`kubectl logs`) for the name of a volume, and compare its version and its ClusterRole.",
    },
    AttacherNotInstalled: {
      title: "The driver whose attacher must let the volume go is not installed",
      category: "stuck",
      what: "No VolumeAttachment names the volume. No CSIDriver object and no CSINode has a driver that this finalizer belongs to.",
      why: "Only the external-attacher of that driver removes the finalizer. It was uninstalled before its volumes.",
      whatToDo:
        "Install the same driver again; a person must do that. Without it, write the volume's handle down before anything is removed: the disk may stay behind.",
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
