import type { Cluster, Fact } from "../../../cluster/index.ts";
import {
  attachDriver,
  attachmentsNaming,
  isPodFinished,
  isPodScheduled,
  multiAttachConflicts,
  podsUsingAttachment,
} from "../../../controllers/index.ts";
import { couldNotRead } from "../../../define/index.ts";
import { controllerManagerRuns, driverAttaches, lastFailure, mountBroken } from "../../../evidence/index.ts";
import type { PersistentVolume, Phrase, Pod, VolumeAttachment } from "../../../kubernetes/index.ts";
import {
  isTerminating,
  keyOf,
  nameOf,
  partsOfKey,
  refOf,
  say,
  secondsSince,
} from "../../../kubernetes/index.ts";
import { checkController, repairMount } from "../../../remedies/index.ts";
import type { Evidence } from "../../../report/index.ts";
import { proof } from "../../../report/index.ts";
import type { MountedAs, StartHold, StartTrouble } from "./by-claim.ts";
import { byClaim, sourcesOf } from "./by-claim.ts";
import { driverOf, handleOf, nodeOf } from "./failing.ts";
import { notMounted } from "./not-mounted.ts";
import { notPlaced } from "./not-placed.ts";
import { oneDisk } from "./one-disk.ts";
import { usedThere } from "./rivals.ts";

/** Why a pod does not start, as far as its volumes are the cause; or why it will not start again. */
export function startTroubles(pod: Pod, cluster: Cluster): readonly StartTrouble[] {
  const sources = sourcesOf(pod, cluster);
  if (isTerminating(pod) || isPodFinished(pod)) return [];
  if (sources.length === 0) return withoutClaims(pod, cluster);
  const claims = sources.flatMap((source) => byClaim(pod, source, cluster));
  if (claims.length > 0) return claims.map((hold) => ({ hold, volumes: [] }));
  const broken = mountBroken(pod);
  if (pod.status?.phase !== "Pending" && broken.is !== "proven") return [];
  const mounted: MountedAs[] = [];
  for (const { claim, volume } of sources) {
    const bound = claim.state === "found" ? (claim.object.spec?.volumeName ?? "") : "";
    const found = cluster.get("v1/persistentvolumes", bound);
    if (found.state === "unread") return [{ hold: couldNotRead(found.unread), volumes: [] }];
    if (found.state === "found") mounted.push({ name: volume.name ?? "", volume: found.object });
  }
  const volumes = mounted.map(({ volume }) => volume);
  if (broken.is === "proven") return stale(pod, volumes, broken);
  if (!isPodScheduled(pod)) return notPlaced(pod, volumes, cluster);
  const attached = volumes.flatMap((volume) =>
    byAttachments(pod, volume, cluster).map((hold) => ({ hold, volumes: [volume] })),
  );
  if (attached.length === 0) return notMounted(pod, mounted, cluster);
  // One attachment is made for both volumes of one disk.
  const shared = attached.every(({ hold }) => hold.reason === "AttachNotBegun")
    ? oneDisk(volumes)
    : undefined;
  return shared === undefined ? attached : [shared];
}

/** A pod without claims waits for its volumes too: one of a driver, a ConfigMap, a Secret. Only what is told counts. */
function withoutClaims(pod: Pod, cluster: Cluster): readonly StartTrouble[] {
  return pod.status?.phase === "Pending" && isPodScheduled(pod) ? notMounted(pod, [], cluster) : [];
}

/** The same of a pod by its namespace and name: each of its claims asks for it. */
export function troublesOf(pod: Pod, cluster: Cluster): readonly StartTrouble[] {
  return cluster.fact(troubles, keyOf(pod.metadata.namespace ?? "", pod.metadata.name));
}

/** Key: namespace and name of a pod. */
const troubles: Fact<readonly StartTrouble[]> = {
  name: "pod-start-troubles",
  from: [
    "v1/pods",
    "v1/persistentvolumeclaims",
    "v1/persistentvolumes",
    "storage.k8s.io/v1/volumeattachments",
    "storage.k8s.io/v1/csinodes",
    "storage.k8s.io/v1/csidrivers",
    "v1/events",
    "v1/nodes",
    "apps/v1/replicasets",
    "apps/v1/deployments",
  ],
  workOut(key, cluster) {
    const [namespace = "", name = ""] = partsOfKey(key);
    const pod = cluster.get("v1/pods", name, namespace);
    return pod.state === "found" ? startTroubles(pod.object, cluster) : [];
  },
};

/** What keeps the volume of a scheduled pod from being attached to the pod's node. */
function byAttachments(pod: Pod, volume: PersistentVolume, cluster: Cluster): readonly StartHold[] {
  // The kubelet of a driver that does not attach waits for no attachment.
  if (driverAttaches(attachDriver(volume) ?? "", cluster).is === "refuted") return [];
  const attachments = attachmentsNaming(volume.metadata.name, cluster);
  if (!attachments.read) return [couldNotRead(attachments.unread)];
  const nodeName = pod.spec?.nodeName ?? "";
  const own = attachments.items.find(({ spec }) => spec?.nodeName === nodeName);
  if (own !== undefined && isTerminating(own)) return [oldOne(own)];
  if (own?.status?.attached === true) return [];
  const elsewhere = multiAttachConflicts(volume, nodeName, attachments.items);
  if (elsewhere.length > 0) return elsewhere.flatMap((other) => onAnotherNode(pod, volume, other, cluster));
  return own === undefined ? notBegun(pod, volume, cluster) : [notReady(own)];
}

/** A normal start takes less than this to create the attachment, in seconds. */
const patience = 120;

/**
 * No attachment was created, and the driver needs one. Without a CSIDriver object, it does.
 * kubernetes/kubernetes pkg/controller/volume/attachdetach/reconciler/reconciler.go attachDesiredVolumes and
 * pkg/volume/csi/csi_plugin.go skipAttach, 1.36.
 */
function notBegun(pod: Pod, volume: PersistentVolume, cluster: Cluster): readonly StartHold[] {
  const driver = attachDriver(volume);
  const age = secondsSince(pod.metadata.creationTimestamp, cluster.now);
  if (driver === undefined || age === undefined || age < patience) return [];
  const attaches = driverAttaches(driver, cluster);
  if (attaches.is === "unread") return [couldNotRead(attaches.unread)];
  const failure = lastFailure(pod, "mount", cluster);
  if (failure.is === "unread") return [couldNotRead(failure.unread)];
  const told = failure.told?.reason === "FailedAttachVolume" ? failure.told.message : undefined;
  // The controller says itself why it does not attach the volume.
  if (told !== undefined) return [];
  const manager = controllerManagerRuns(cluster);
  const stopped = manager.is === "unread" ? [] : manager.against;
  return [
    {
      reason: "AttachNotBegun",
      holder: { controller: "attachdetach-controller" },
      message: say`the attach-detach controller has not begun to attach ${nameOf(volume)} to node/${pod.spec?.nodeName ?? "?"}: no VolumeAttachment exists, and no error is recorded${stopped.flatMap(lastRenewed)}`,
      evidence: [
        proof(pod, "spec.nodeName", pod.spec?.nodeName),
        ...(volume.spec?.csi === undefined ? [] : [proof(volume, "spec.csi.driver", driver)]),
        ...stopped,
      ],
      remedies: [checkController(pod, { controller: "kube-controller-manager" })],
    },
  ];
}

function lastRenewed({ observed }: Evidence): Phrase {
  return say`. kube-controller-manager seems not to run: it last renewed its lease at ${String(observed)}`;
}

function oldOne(attachment: VolumeAttachment): StartHold {
  return {
    reason: "OldAttachmentBeingDeleted",
    holder: { object: refOf(attachment) },
    message: say`${nameOf(attachment)}, the old attachment to node/${attachment.spec?.nodeName ?? "?"}, must be deleted before the volume can be attached there again`,
    evidence: [proof(attachment, "metadata.deletionTimestamp", attachment.metadata.deletionTimestamp)],
  };
}

function notReady(attachment: VolumeAttachment): StartHold {
  return {
    reason: "AttachmentNotReady",
    holder: { object: refOf(attachment) },
    message: say`${nameOf(attachment)} is not attached to node/${attachment.spec?.nodeName ?? "?"} yet`,
    evidence: [proof(attachment, "status.attached", attachment.status?.attached ?? false)],
  };
}

function onAnotherNode(
  pod: Pod,
  volume: PersistentVolume,
  attachment: VolumeAttachment,
  cluster: Cluster,
): readonly StartHold[] {
  const pods = podsUsingAttachment(attachment, cluster);
  if (!pods.read) return [couldNotRead(pods.unread)];
  const users = pods.items.filter((user) => !isPodFinished(user));
  const base = {
    evidence: [
      proof(attachment, "spec.nodeName", attachment.spec?.nodeName),
      proof(volume, "spec.accessModes", (volume.spec?.accessModes ?? []).join(", ")),
    ],
  };
  const attached = attachment.status?.attached === true ? say`is still attached` : say`may still be attached`;
  const where = say`pv/${volume.metadata.name} ${attached} to node/${attachment.spec?.nodeName ?? "?"} by ${nameOf(attachment)}`;
  if (isTerminating(attachment) || users.length === 0) {
    const holder = { object: refOf(attachment) };
    return [{ ...base, reason: "VolumeOnAnotherNode", holder, message: where, category: "waiting" }];
  }
  return users.map((user) => {
    const hold = usedThere({ pod, user, volume, where }, cluster);
    return { ...hold, evidence: [...base.evidence, ...(hold.evidence ?? [])] };
  });
}

/** It was mounted, and what served the mount is gone. */
function stale(
  pod: Pod,
  volumes: readonly PersistentVolume[],
  broken: ReturnType<typeof mountBroken>,
): readonly StartTrouble[] {
  if (broken.is === "unread") return [];
  const { message = "", volume: name } = broken;
  const volume = volumes.find(({ metadata }) => metadata.name === name);
  if (volume === undefined) return [];
  const node = nodeOf(pod);
  const hold: StartHold = {
    reason: "StaleFileHandle",
    holder: { driver: driverOf(volume) },
    message: say`a container cannot start, because the mount of ${nameOf(volume)} on node/${node} no longer answers: ${message}`,
    evidence: broken.for,
    remedies: [repairMount(pod, { trouble: "stale-handle", volume: handleOf(volume), node })],
  };
  return [{ hold, volumes: [volume] }];
}
