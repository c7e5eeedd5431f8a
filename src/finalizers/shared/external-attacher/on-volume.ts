import {
  attachDriver,
  attacherFinalizer,
  attacherPresence,
  attachmentsByVolume,
  claimOf,
  finalizerNames,
} from "../../../controllers/index.ts";
import { couldNotRead, defineFinalizer, type FoundHold, nameOf } from "../../../engine/index.ts";
import {
  type Cluster,
  everywhere,
  isTerminating,
  type PersistentVolume,
  type PersistentVolumeClaim,
  proof,
  type RemedyCall,
  refOf,
  say,
  type VolumeAttachment,
} from "../../../model/index.ts";

export const onVolume = defineFinalizer({
  finalizer: "external-attacher/<driver>",
  matches: (finalizer) => finalizer.startsWith(finalizerNames.attacherPrefix),
  on: ["v1/persistentvolumes"],
  owner: "external-attacher",
  needs: [
    "v1/persistentvolumeclaims",
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
    ClaimBeforeAttachments: {
      title: "The volume is attached, as it should be while it is Bound",
      category: "waiting",
      what: "The volume is Bound and attached. It is detached when its claim's pods are gone.",
      why: "The order is pod, claim, attachment, volume.",
      whatToDo:
        "Nobody must act on the attachment. Look at the claim: `kubectl pvguard why pvc/NAME -n NAMESPACE`.",
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
    const claim = attachments.items.length > 0 ? boundClaim(volume, cluster) : undefined;
    if (claim !== undefined) return [afterClaim(claim)];
    if (attachments.items.length > 0) return attachments.items.map(named);
    const presence = attacherPresence(finalizersOf(volume), cluster);
    switch (presence.presence) {
      case "unread":
        return [couldNotRead(presence.unread)];
      case "absent":
        return [notInstalled(volume)];
      case "no-nodes":
      case "installed":
        return [];
    }
  },
  idle: (volume) => lastResorts(volume),
});

type Found = FoundHold<"AttachmentNamesVolume" | "ClaimBeforeAttachments" | "AttacherNotInstalled">;

/** The claim that is bound to the volume, as far as it can be read: who uses the attachments then follows from it. */
function boundClaim(volume: PersistentVolume, cluster: Cluster): PersistentVolumeClaim | undefined {
  const ref = volume.status?.phase === "Bound" ? claimOf(volume) : undefined;
  if (ref?.uid === undefined) return undefined;
  const claim = cluster.get("v1/persistentvolumeclaims", ref.name, ref.namespace);
  return claim.state === "found" && claim.object.metadata.uid === ref.uid ? claim.object : undefined;
}

function afterClaim(claim: PersistentVolumeClaim): Found {
  return {
    reason: "ClaimBeforeAttachments",
    holder: { object: refOf(claim) },
    message: say`it is attached, as it should be while ${nameOf(refOf(claim))} is bound to it`,
    avoid: [
      {
        step: say`removing finalizers from the PersistentVolume`,
        because: say`the attachment could then never be detached: the attacher needs the PersistentVolume`,
      },
    ],
  };
}

function named(attachment: VolumeAttachment): Found {
  const { nodeName, source } = attachment.spec ?? {};
  const doing = isTerminating(attachment) ? say`is being deleted, and still names` : say`names`;
  return {
    reason: "AttachmentNamesVolume",
    holder: { object: refOf(attachment) },
    message: say`${nameOf(refOf(attachment))} for node/${nodeName ?? "?"} ${doing} the volume`,
    evidence: [
      proof(refOf(attachment), "spec.source.persistentVolumeName", source?.persistentVolumeName),
      proof(refOf(attachment), "status.attached", attachment.status?.attached),
    ],
    avoid: [
      {
        step: say`removing finalizers from the PersistentVolume`,
        because: say`the attachment could then never be detached: the attacher needs the PersistentVolume`,
      },
    ],
  };
}

function notInstalled(volume: PersistentVolume): Found {
  const driver = driverOf(volume) ?? `the driver of ${finalizersOf(volume).join(", ")}`;
  return {
    reason: "AttacherNotInstalled",
    holder: { driver },
    message: say`nothing attaches the volume any more, but ${driver} is not installed, and only its attacher removes the finalizer`,
    evidence: [proof(refOf(volume), "metadata.finalizers", finalizersOf(volume).join(", "))],
    remedies: [
      { remedy: "reinstall-driver", on: refOf(volume), using: { driver } },
      ...finalizersOf(volume).map((finalizer) => drop(volume, finalizer)),
    ],
  };
}

function lastResorts(volume: PersistentVolume): readonly RemedyCall[] {
  const driver = driverOf(volume);
  return [
    ...(driver === undefined
      ? []
      : [{ remedy: "restart-sidecar", on: refOf(volume), using: { controller: "csi-attacher", driver } }]),
    { remedy: "nudge", on: refOf(volume) },
    ...finalizersOf(volume).map((finalizer) => drop(volume, finalizer)),
  ];
}

function drop(volume: PersistentVolume, finalizer: string): RemedyCall {
  return {
    remedy: "drop-finalizer",
    on: refOf(volume),
    using: {
      finalizer,
      safety: "risky",
      because:
        "No attachment names the volume, so nothing is left to detach. If this is its last finalizer the object goes, and with it the record of the disk.",
      prove: "write the volume's handle down.",
    },
  };
}

function finalizersOf(volume: PersistentVolume): readonly string[] {
  return (volume.metadata.finalizers ?? []).filter((name) => name.startsWith(finalizerNames.attacherPrefix));
}

/** The driver of the volume's source, if the finalizer is that driver's. */
function driverOf(volume: PersistentVolume): string | undefined {
  const driver = attachDriver(volume);
  if (driver === undefined) return undefined;
  return finalizersOf(volume).includes(attacherFinalizer(driver)) ? driver : undefined;
}
