import {
  attachDriver,
  isPodScheduled,
  latestEvent,
  nodeNamed,
  volumeBackend,
} from "../../../controllers/index.ts";
import { couldNotRead, nameOf, remedy } from "../../../engine/index.ts";
import type { Cluster, Event, PersistentVolume, Pod, RemedyCall } from "../../../model/index.ts";
import { hint, isTerminating, proof, refOf, say } from "../../../model/index.ts";
import type { StartHold } from "./by-claim.ts";
import { notPlaced } from "./not-placed.ts";

const mounting = ["FailedMount", "FailedMapVolume", "FailedAttachVolume"];

/** When the objects show nothing in the way, the events of the pod may. */
export function byEvent(
  pod: Pod,
  volumes: readonly PersistentVolume[],
  cluster: Cluster,
): readonly StartHold[] {
  if (!isPodScheduled(pod)) return notPlaced(pod, volumes, cluster);
  const found = latestEvent(refOf(pod), mounting, cluster);
  switch (found.state) {
    case "unread":
      return [couldNotRead(found.unread)];
    case "absent":
      return [];
    case "found":
      return [notMounted(pod, volumes, found.object)];
  }
}

/** ceph/ceph-csi, and others, refuse a mount while the storage knows another client. */
const openElsewhere = /still being used|has watchers|in use by|already (mounted|mapped|exported)/i;

/** kubernetes-csi/external-attacher pkg/controller/csi_handler.go csiAttach, v4.12. */
const deletedVolume = /is marked for deletion/;

/** kubernetes/kubernetes pkg/volume/csi/csi_client.go newCsiDriverClient, 1.36. */
const unregistered = /not found in the list of registered CSI drivers/;

function notAttachedAnew(pod: Pod, volume: PersistentVolume, message: string): StartHold {
  return {
    reason: "VolumeNotAttachedAnew",
    holder: { object: refOf(volume) },
    message: say`its ${nameOf(volume)} was deleted, and a volume that is being deleted is not attached to a node again; the data still exists`,
    evidence: [
      proof(volume, "metadata.deletionTimestamp", volume.metadata.deletionTimestamp),
      hint(pod, "event", message),
    ],
  };
}

function notMounted(pod: Pod, volumes: readonly PersistentVolume[], event: Event): StartHold {
  const message = event.message ?? "";
  const volume = volumes.find(({ metadata }) => message.includes(metadata.name)) ?? volumes[0];
  const driver = (volume && attachDriver(volume)) ?? "the driver";
  const isOpen = openElsewhere.test(message);
  const isAttach = event.reason === "FailedAttachVolume";
  if (volume !== undefined && isTerminating(volume) && deletedVolume.test(message))
    return notAttachedAnew(pod, volume, message);
  const node = pod.spec?.nodeName;
  const plugin: RemedyCall | undefined =
    node !== undefined && unregistered.test(message)
      ? remedy("start-node-plugin", nodeNamed(node), { driver })
      : undefined;
  return {
    reason: "VolumeNotMounted",
    holder: { driver },
    message: isOpen
      ? say`Kubernetes does not block the volume, but the storage backend reports another client: ${message}`
      : say`the volume cannot be ${isAttach ? say`attached to` : say`mounted on`} node/${pod.spec?.nodeName ?? "?"}: ${message}`,
    evidence: [hint(pod, "event", message)],
    remedies: [
      plugin ??
        remedy("repair-driver", pod, {
          driver,
          trouble: isOpen ? "open-elsewhere" : isAttach ? "attach" : "mount",
          ...(volume === undefined ? {} : { volume: handleOf(volume) }),
        }),
    ],
    avoid: isOpen
      ? [
          {
            step: say`lock a client out of the storage backend before you have confirmed that it is dead`,
            because: say`the check keeps two writers apart; a client that still runs would lose what it has not written`,
          },
        ]
      : [],
  };
}

function handleOf(volume: PersistentVolume): string {
  const backend = volumeBackend(volume);
  return backend.type === "unknown" ? volume.metadata.name : backend.handle;
}
