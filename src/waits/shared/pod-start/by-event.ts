import {
  attachDriver,
  isPodScheduled,
  latestEvent,
  type Placing,
  placingOf,
  volumeBackend,
} from "../../../controllers/index.ts";
import { couldNotRead, nameOf } from "../../../engine/index.ts";
import {
  type Cluster,
  type Event,
  hint,
  type PersistentVolume,
  type Pod,
  refOf,
  say,
} from "../../../model/index.ts";
import { saidOf } from "../placing.ts";
import type { StartHold } from "./by-claim.ts";

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

function notPlaced(pod: Pod, volumes: readonly PersistentVolume[], cluster: Cluster): readonly StartHold[] {
  const placing = placingOf(pod, cluster);
  switch (placing.is) {
    case "unread":
      return [couldNotRead(placing.unread)];
    case "gated":
    case "silent":
      return [];
    case "refused":
      return /volume/i.test(placing.message) ? [noNode(pod, volumes, placing)] : [];
  }
}

/** ceph/ceph-csi, and others, refuse a mount while the storage knows another client. */
const openElsewhere = /still being used|has watchers|in use by|already (mounted|mapped|exported)/i;

function notMounted(pod: Pod, volumes: readonly PersistentVolume[], event: Event): StartHold {
  const message = event.message ?? "";
  const volume = volumes.find(({ metadata }) => message.includes(metadata.name)) ?? volumes[0];
  const driver = (volume && attachDriver(volume)) ?? "the driver";
  const isOpen = openElsewhere.test(message);
  return {
    reason: "VolumeNotMounted",
    holder: { driver },
    message: isOpen
      ? say`nothing in Kubernetes is in the way, but the storage reports another client: ${message}`
      : say`the volume cannot be mounted on node/${pod.spec?.nodeName ?? "?"}: ${message}`,
    evidence: [hint(refOf(pod), "event", message)],
    remedies: [
      {
        remedy: "repair-driver",
        on: refOf(pod),
        using: {
          driver,
          trouble: isOpen ? "open-elsewhere" : "mount",
          ...(volume === undefined ? {} : { volume: handleOf(volume) }),
        },
      },
    ],
    avoid: isOpen
      ? [
          {
            step: say`locking a client out of the storage before it is proven dead`,
            because: say`the check is there to keep two writers apart; a client that lives loses what it has not written`,
          },
        ]
      : [],
  };
}

function handleOf(volume: PersistentVolume): string {
  const backend = volumeBackend(volume);
  return backend.type === "unknown" ? volume.metadata.name : backend.handle;
}

function noNode(
  pod: Pod,
  volumes: readonly PersistentVolume[],
  placing: Extract<Placing, { is: "refused" }>,
): StartHold {
  const [volume] = volumes;
  return {
    reason: "NoNodeForVolume",
    holder: { controller: "kube-scheduler" },
    message: say`no node can run the pod with ${volume === undefined ? say`its volumes` : nameOf(refOf(volume))}: ${placing.message}`,
    evidence: [saidOf(pod, placing)],
  };
}
