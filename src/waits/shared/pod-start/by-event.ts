import {
  attachDriver,
  claimOf,
  hostsOf,
  isNodeReady,
  isPodFinished,
  isPodScheduled,
  latestEvent,
  nodeNamed,
  type Placing,
  placingOf,
  podsByClaim,
  readyChangedAt,
  usableNodes,
  volumeBackend,
} from "../../../controllers/index.ts";
import { couldNotRead, nameOf } from "../../../engine/index.ts";
import {
  type Cluster,
  type Event,
  hint,
  inNamespace,
  isTerminating,
  keyOf,
  type Node,
  type PersistentVolume,
  type Phrase,
  type Pod,
  proof,
  type RemedyCall,
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
      for (const volume of volumes) {
        const hold = hostOutOfUse(pod, volume, placing, cluster);
        if (hold !== undefined) return [hold];
      }
      if (tooMany.test(placing.message)) return [limitReached(pod, volumes, placing)];
      if (/ReadWriteOncePod/.test(placing.message)) return usedByOther(pod, volumes, placing, cluster);
      return /volume/i.test(placing.message) ? [noNode(pod, volumes, placing, cluster)] : [];
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
    message: say`its ${nameOf(refOf(volume))} was deleted, and a volume that is being deleted is not attached to a node anew; the data is there`,
    evidence: [
      proof(refOf(volume), "metadata.deletionTimestamp", volume.metadata.deletionTimestamp),
      hint(refOf(pod), "event", message),
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
      ? { remedy: "start-node-plugin", on: nodeNamed(node), using: { driver } }
      : undefined;
  return {
    reason: "VolumeNotMounted",
    holder: { driver },
    message: isOpen
      ? say`nothing in Kubernetes is in the way, but the storage reports another client: ${message}`
      : say`the volume cannot be ${isAttach ? say`attached to` : say`mounted on`} node/${pod.spec?.nodeName ?? "?"}: ${message}`,
    evidence: [hint(refOf(pod), "event", message)],
    remedies: [
      plugin ?? {
        remedy: "repair-driver",
        on: refOf(pod),
        using: {
          driver,
          trouble: isOpen ? "open-elsewhere" : isAttach ? "attach" : "mount",
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

type Refused = Extract<Placing, { is: "refused" }>;

/** Only one pod at a time may use such a claim. kubernetes/kubernetes pkg/scheduler/framework/plugins/volumerestrictions. */
function usedByOther(
  pod: Pod,
  volumes: readonly PersistentVolume[],
  placing: Refused,
  cluster: Cluster,
): readonly StartHold[] {
  const { namespace = "", uid } = pod.metadata;
  for (const { spec } of volumes) {
    if (spec?.accessModes?.includes("ReadWriteOncePod") !== true) continue;
    const key = keyOf(namespace, spec.claimRef?.name ?? "");
    const users = cluster.lookup(podsByClaim, key, inNamespace(namespace));
    if (!users.read) return [couldNotRead(users.unread)];
    const other = users.items.find(
      (user) => user.metadata.uid !== uid && isPodScheduled(user) && !isPodFinished(user),
    );
    if (other === undefined) continue;
    return [
      {
        reason: "ClaimUsedByOtherPod",
        holder: { object: refOf(other) },
        message: say`${nameOf(refOf(other))} uses its claim ${spec.claimRef?.name ?? ""}, which only one pod at a time may use (ReadWriteOncePod)`,
        evidence: [saidOf(pod, placing)],
      },
    ];
  }
  return [noNode(pod, volumes, placing, cluster)];
}

/** kubernetes/kubernetes pkg/scheduler/framework/plugins/nodevolumelimits/csi.go Filter, 1.36. */
const tooMany = /exceed max volume count/;

/** Other nodes can be out of the question for other reasons, which the scheduler's words count too. */
function limitReached(pod: Pod, volumes: readonly PersistentVolume[], placing: Refused): StartHold {
  return {
    reason: "VolumeLimitReached",
    holder: { controller: "kube-scheduler" },
    message: say`no node can run the pod with ${namesOf(volumes)}, since there is a limit to how many volumes a node may have: ${placing.message}`,
    evidence: [saidOf(pod, placing)],
  };
}

function namesOf([only, ...others]: readonly PersistentVolume[]): Phrase {
  return only === undefined || others.length > 0 ? say`its volumes` : nameOf(refOf(only));
}

function noNode(
  pod: Pod,
  volumes: readonly PersistentVolume[],
  placing: Refused,
  cluster: Cluster,
): StartHold {
  const outOfReach = volumes.find((each) => usableNodes(each, cluster).nodes === "none");
  const volume = outOfReach ?? volumes[0];
  const claim = outOfReach === undefined ? undefined : claimOf(outOfReach);
  return {
    reason: "NoNodeForVolume",
    holder: claim === undefined ? { controller: "kube-scheduler" } : { object: claim },
    message: say`no node can run the pod with ${volume === undefined ? say`its volumes` : nameOf(refOf(volume))}: ${placing.message}`,
    evidence: [saidOf(pod, placing)],
  };
}

/** The scheduler's words only count nodes: they do not say which of them has the volume. */
function hostOutOfUse(
  pod: Pod,
  volume: PersistentVolume,
  placing: Refused,
  cluster: Cluster,
): StartHold | undefined {
  if (usableNodes(volume, cluster).nodes !== "some") return undefined;
  const hosts = hostsOf(volume).map((host) => cluster.get("v1/nodes", host));
  const nodes = hosts.flatMap((host) => (host.state === "found" ? host.object : []));
  const [node] = nodes;
  if (node === undefined || nodes.length < hosts.length) return undefined;
  if (!nodes.every((each) => !isNodeReady(each) || each.spec?.unschedulable === true)) return undefined;
  const others = nodes.length === 1 ? [] : say` and ${nodes.length - 1} more, all out of use`;
  return {
    reason: "NodeOfVolumeOutOfUse",
    holder: { object: refOf(node) },
    message: say`its ${nameOf(refOf(volume))} can be used on ${nameOf(refOf(node))} only${others}, and that ${condition(node)}`,
    evidence: [
      proof(refOf(volume), "spec.nodeAffinity", node.metadata.name),
      proof(refOf(node), "status.conditions[Ready]", isNodeReady(node) ? "True" : "not True"),
      saidOf(pod, placing),
    ],
    avoid: [
      {
        step: say`deleting the claim so that the pod starts elsewhere`,
        because: say`its data is on that machine, and comes back with it`,
      },
    ],
  };
}

function condition(node: Node): Phrase {
  if (isNodeReady(node)) return say`is cordoned: no pod is put on it`;
  return say`is not Ready since ${readyChangedAt(node) ?? "an unknown time"}`;
}
