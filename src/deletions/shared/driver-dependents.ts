import type { Cluster, Listed, Unread } from "../../cluster/index.ts";
import { everywhere } from "../../cluster/index.ts";
import {
  annotationNames,
  attachDriver,
  attachmentsByAttacher,
  claimNamesOfPod,
  finalizerNames,
  isPodFinished,
  podsOnNode,
  volumesByDriver,
} from "../../controllers/index.ts";
import type { Dependent, Dependents } from "../../define/index.ts";
import type { Sidecar } from "../../evidence/index.ts";
import type {
  PersistentVolume,
  PersistentVolumeClaim,
  Phrase,
  Pod,
  VolumeAttachment,
  VolumeSnapshotContent,
} from "../../kubernetes/index.ts";
import { annotationOf, hasFinalizer, isTerminating, say } from "../../kubernetes/index.ts";
import type { DriverParts } from "./driver-parts.ts";

/** What waits for a sidecar of this workload, and the volumes of its drivers. */
export function dependentsOfDriver(parts: DriverParts, cluster: Cluster): Dependents {
  const items: Dependent[] = [];
  const unread: Unread[] = [...parts.unread];
  const take = <T>(listed: Listed<T>, make: (object: T) => Dependent | undefined): void => {
    if (!listed.read) unread.push(listed.unread);
    for (const object of listed.read ? listed.items : []) {
      const dependent = make(object);
      if (dependent !== undefined) items.push(dependent);
    }
  };
  for (const driver of soleOf(parts))
    for (const { metadata } of parts.csiNodes)
      take(podsOnNode(metadata.name, cluster), (pod) => ofPod(pod, driver, cluster));
  for (const driver of new Set([...parts.leading.map((each) => each.driver), ...soleOf(parts)])) {
    const has = (sidecar: Sidecar) =>
      parts.leading.some((each) => each.driver === driver && each.sidecar === sidecar);
    take(cluster.lookup(volumesByDriver, driver, everywhere), (volume) => ofVolume(volume, driver, has));
    if (has("csi-provisioner"))
      take(cluster.list("v1/persistentvolumeclaims", everywhere), (claim) => ofClaim(claim, driver));
    if (has("csi-attacher"))
      take(cluster.lookup(attachmentsByAttacher, driver, everywhere), (each) => ofAttachment(each, driver));
    if (has("csi-snapshotter"))
      take(cluster.list("snapshot.storage.k8s.io/v1/volumesnapshotcontents", everywhere), (content) =>
        ofContent(content, driver),
      );
  }
  return { items, unread };
}

/** What its pods register, where that is certain. */
function soleOf({ registers }: DriverParts): readonly string[] {
  return registers.length === 1 ? registers : [];
}

function ofPod(pod: Pod, driver: string, cluster: Cluster): Dependent | undefined {
  const uses = claimNamesOfPod(pod).some((name) => {
    const claim = cluster.get("v1/persistentvolumeclaims", name, pod.metadata.namespace);
    if (claim.state !== "found") return false;
    const volume = cluster.get("v1/persistentvolumes", claim.object.spec?.volumeName ?? "");
    return volume.state === "found" && attachDriver(volume.object) === driver;
  });
  if (!uses || isPodFinished(pod)) return undefined;
  return {
    object: pod,
    reason: "PodCannotUnmount",
    message: say`it keeps running with what is mounted. Once it is deleted, it stays Terminating until the node plugin of ${driver} runs on its node again`,
  };
}

function ofVolume(volume: PersistentVolume, driver: string, has: (sidecar: Sidecar) => boolean): Dependent {
  const base = {
    object: volume,
    reason: "DriverVolume",
    message: say`what is mounted stays mounted, and the disk is kept as it is`,
  };
  const isGoing =
    isReleasedForDeletion(volume) ||
    (isTerminating(volume) && hasFinalizer(volume, finalizerNames.externalProvisioner));
  if (!isGoing) return base;
  if (!has("csi-provisioner"))
    return { ...base, message: say`its disk is being deleted, and this deletion does not change that` };
  const message = say`no csi-provisioner of ${driver} is left to delete its disk, so the volume stays until one runs again`;
  return { ...base, stops: stopped("DeletionStops", message) };
}

function isReleasedForDeletion({ spec, status }: PersistentVolume): boolean {
  return status?.phase === "Released" && spec?.persistentVolumeReclaimPolicy === "Delete";
}

function stopped(reason: string, message: Phrase): NonNullable<Dependent["stops"]> {
  return { reason, message };
}

/** kubernetes-csi/external-provisioner pkg/controller/controller.go ShouldProvision, v6.3. */
function ofClaim(claim: PersistentVolumeClaim, driver: string): Dependent | undefined {
  if (claim.status?.phase !== "Pending") return undefined;
  const by =
    annotationOf(claim, annotationNames.storageProvisioner) ??
    annotationOf(claim, annotationNames.betaStorageProvisioner);
  if (by !== driver && annotationOf(claim, annotationNames.migratedTo) !== driver) return undefined;
  const message = say`no csi-provisioner of ${driver} is left to create its volume, so the claim stays Pending`;
  return { object: claim, reason: "CreationStops", message, stops: stopped("CreationStops", message) };
}

function ofAttachment(attachment: VolumeAttachment, driver: string): Dependent {
  const { attached } = attachment.status ?? {};
  const base = {
    object: attachment,
    reason: "AttachmentStays",
    message: say`the volume stays attached; it cannot be detached until a csi-attacher of ${driver} runs again`,
  };
  if (isTerminating(attachment))
    return {
      ...base,
      stops: stopped("DetachStops", say`no csi-attacher of ${driver} is left to detach the volume`),
    };
  return attached === true
    ? base
    : {
        ...base,
        stops: stopped("AttachStops", say`no csi-attacher of ${driver} is left to attach the volume`),
      };
}

function ofContent(content: VolumeSnapshotContent, driver: string): Dependent | undefined {
  if (content.spec?.driver !== driver) return undefined;
  const base = {
    object: content,
    reason: "SnapshotStays",
    message: say`the snapshot in the storage backend stays as it is`,
  };
  if (isTerminating(content))
    return {
      ...base,
      stops: stopped(
        "SnapshotDeletionStops",
        say`no csi-snapshotter of ${driver} is left to delete the snapshot`,
      ),
    };
  return content.status?.readyToUse === true
    ? base
    : {
        ...base,
        stops: stopped("SnapshotStops", say`no csi-snapshotter of ${driver} is left to take the snapshot`),
      };
}
