import type { Cluster } from "../../cluster/index.ts";
import { everywhere } from "../../cluster/index.ts";
import {
  attachmentsNaming,
  claimOf,
  finalizerNames,
  isPodFinished,
  podsOfClaim,
  podsUsingAttachment,
  podUsesClaimForDeletion,
  reportsInUse,
  snapshotsOfClaim,
  snapshotsThatUse,
  volumeIsBeingUsed,
} from "../../controllers/index.ts";
import { leftBehindWithout } from "../../define/index.ts";
import type {
  KubeObject,
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
  VolumeAttachment,
  VolumeSnapshotContent,
} from "../../kubernetes/index.ts";
import { nameOf, refOf, say } from "../../kubernetes/index.ts";
import type { Seen } from "./permission.ts";
import { brokenHold, danger, seenOf } from "./permission.ts";

/** What the object does when it has lost the finalizer: that was its last one, or others keep it. */
type Then = "goes" | "stays";

/**
 * Who would be hurt when an object loses a finalizer, told apart from what the finalizer's owner waits for: also a
 * finalizer of an unknown owner can be all that keeps an object.
 */
export function usersHurt(object: KubeObject, finalizer: string, cluster: Cluster): readonly Seen[] {
  const left = leftBehindWithout(object, finalizer);
  return [...users(object, finalizer, cluster), ...(left === undefined ? [] : [{ danger: left }])];
}

function users(object: KubeObject, finalizer: string, cluster: Cluster): readonly Seen[] {
  const then = (object.metadata.finalizers ?? []).length <= 1 ? "goes" : "stays";
  switch (object.kind) {
    case "PersistentVolumeClaim":
      return [
        ...claimUsers(object, then, finalizer, cluster),
        ...(finalizer === finalizerNames.pvcAsSource ? snapshotUsers(object, cluster) : []),
      ];
    case "PersistentVolume":
      return volumeUsers(object, then, finalizer, cluster);
    case "VolumeAttachment":
      return attachmentUsers(object, cluster);
    case "VolumeSnapshotContent":
      return contentUsers(object, then, cluster);
    default:
      return [];
  }
}

function claimUsers(
  claim: PersistentVolumeClaim,
  then: Then,
  finalizer: string,
  cluster: Cluster,
): readonly Seen[] {
  if (then === "stays" && finalizer !== finalizerNames.pvcProtection) return [];
  return seenOf(podsOfClaim(claim, cluster), (items) =>
    items
      .filter((pod) => podUsesClaimForDeletion(pod, claim))
      .map((pod) =>
        brokenHold(
          isPodFinished(pod) ? "FinishedPodUsesClaim" : "PodUsesClaim",
          say`${nameOf(refOf(pod))} on node/${pod.spec?.nodeName ?? ""} uses the claim and may still write to its volume.`,
        ),
      ),
  );
}

/** Also one that is being deleted and will release the claim: the driver may be reading the volume for it. */
function snapshotUsers(claim: PersistentVolumeClaim, cluster: Cluster): readonly Seen[] {
  return seenOf(snapshotsOfClaim(claim, cluster), (items) =>
    snapshotsThatUse(claim, items).map((snapshot) =>
      brokenHold("SnapshotNotReady", say`${nameOf(refOf(snapshot))} of this claim is not ready.`),
    ),
  );
}

function volumeUsers(
  volume: PersistentVolume,
  then: Then,
  finalizer: string,
  cluster: Cluster,
): readonly Seen[] {
  const isProtection = then === "goes" || finalizer === finalizerNames.pvProtection;
  return [
    ...(isProtection ? claimsOfVolume(volume, cluster) : []),
    ...seenOf(attachmentsNaming(volume.metadata.name, cluster), (items) =>
      items.map((attachment) =>
        danger("VolumeAttached", say`${nameOf(refOf(attachment))} can never be detached without the volume.`),
      ),
    ),
    ...seenOf(cluster.list("v1/nodes", everywhere), (items) =>
      items.filter((node) => reports(node, volume)).map(reportingNode),
    ),
  ];
}

function claimsOfVolume(volume: PersistentVolume, cluster: Cluster): readonly Seen[] {
  const ref = claimOf(volume);
  const bound = volumeIsBeingUsed(volume)
    ? [danger("VolumeBound", say`The volume is Bound, so its claim will become Lost.`)]
    : [];
  if (ref?.uid === undefined) return bound;
  const claim = cluster.get("v1/persistentvolumeclaims", ref.name, ref.namespace);
  if (claim.state === "unread") return [...bound, { unread: claim.unread }];
  if (claim.state === "absent" || claim.object.metadata.uid !== ref.uid) return bound;
  return [...bound, danger("ClaimUsesVolume", say`${nameOf(ref)} is bound to it, and will become Lost.`)];
}

/** What the kubelet has mounted, and what the attach-detach controller says is attached. */
function reports(node: Node, volume: PersistentVolume): boolean {
  const attached = (node.status?.volumesAttached ?? []).flatMap(({ name }) => name ?? []);
  const everything = [...(node.status?.volumesInUse ?? []), ...attached];
  return reportsInUse({ ...node, status: { ...node.status, volumesInUse: everything } }, volume);
}

function reportingNode(node: Node): Seen {
  return danger(
    "NodeReportsVolume",
    say`${nameOf(refOf(node))} reports the volume as attached or mounted, and may still write to it.`,
  );
}

function attachmentUsers(attachment: VolumeAttachment, cluster: Cluster): readonly Seen[] {
  const where = attachment.spec?.nodeName ?? "";
  const node = cluster.get("v1/nodes", where);
  const volume = cluster.get("v1/persistentvolumes", attachment.spec?.source?.persistentVolumeName ?? "");
  return [
    ...seenOf(podsUsingAttachment(attachment, cluster), (pods) =>
      pods
        .filter((pod) => !isPodFinished(pod))
        .map((pod) =>
          brokenHold("PodUsesAttachment", say`${nameOf(refOf(pod))} uses the volume on that node.`),
        ),
    ),
    ...(node.state === "unread" ? [{ unread: node.unread }] : []),
    ...(volume.state === "unread" ? [{ unread: volume.unread }] : []),
    ...(node.state === "found" && volume.state === "found" && reports(node.object, volume.object)
      ? [reportingNode(node.object)]
      : []),
    ...(attachment.status?.attached === true
      ? [
          danger(
            "StillAttached",
            say`The volume is recorded as attached to node/${where}, and nothing will detach it.`,
          ),
        ]
      : []),
  ];
}

function contentUsers(content: VolumeSnapshotContent, then: Then, cluster: Cluster): readonly Seen[] {
  if (then === "stays") return [];
  const ref = content.spec?.volumeSnapshotRef;
  const snapshot = cluster.get(
    "snapshot.storage.k8s.io/v1/volumesnapshots",
    ref?.name ?? "",
    ref?.namespace ?? "",
  );
  return [
    ...(snapshot.state === "unread" ? [{ unread: snapshot.unread }] : []),
    ...(snapshot.state === "found" && snapshot.object.metadata.uid === ref?.uid
      ? [
          danger(
            "SnapshotUsesContent",
            say`${nameOf(refOf(snapshot.object))} is bound to it, and can then never be restored.`,
          ),
        ]
      : []),
  ];
}
