import type { Cluster } from "../../../cluster/index.ts";
import {
  claimNamed,
  claimOf,
  hostsOf,
  isNodeReady,
  isPodFinished,
  isPodScheduled,
  nodesReachAll,
  podsOfClaim,
  readyChangedAt,
  usableNodes,
  wantedNodes,
} from "../../../controllers/index.ts";
import { couldNotRead } from "../../../define/index.ts";
import type { Placing } from "../../../evidence/index.ts";
import { placingOf, placingTrouble, saidOf } from "../../../evidence/index.ts";
import type { Node, PersistentVolume, Phrase, Pod } from "../../../kubernetes/index.ts";
import { join, nameOf, refOf, say } from "../../../kubernetes/index.ts";
import { proof } from "../../../report/index.ts";
import type { StartHold } from "./by-claim.ts";
import type { StartTrouble } from "./trouble.ts";

type Refused = Extract<Placing, { is: "refused" }>;

/** What the scheduler says of a pod whose claims are all bound, as far as it speaks of volumes. */
export function notPlaced(
  pod: Pod,
  volumes: readonly PersistentVolume[],
  cluster: Cluster,
): readonly StartTrouble[] {
  const placing = placingOf(pod, cluster);
  switch (placing.is) {
    case "unread":
      return [{ hold: couldNotRead(placing.unread), volumes: [] }];
    case "gated":
    case "silent":
      return [];
    case "refused":
      if (areApart(volumes, cluster)) return [{ hold: apart(volumes, pod, placing), volumes }];
      for (const volume of volumes) {
        const hold = hostOutOfUse(pod, volume, placing, cluster);
        if (hold !== undefined) return [{ hold, volumes: [volume] }];
      }
      return refusedFor(pod, volumes, placing, cluster);
  }
}

function refusedFor(
  pod: Pod,
  volumes: readonly PersistentVolume[],
  placing: Refused,
  cluster: Cluster,
): readonly StartTrouble[] {
  switch (placingTrouble(placing.message)) {
    case "too-many-volumes":
      return [{ hold: limitReached(pod, volumes, placing), volumes }];
    case "used-by-another-pod":
      return usedByOther(pod, volumes, placing, cluster);
    case "volume":
      return [noNode(pod, volumes, placing, cluster)];
    case "other":
      return [];
  }
}

/** Each can be used somewhere, and no node can use all of them, whatever else the scheduler says. */
function areApart(volumes: readonly PersistentVolume[], cluster: Cluster): boolean {
  const isSomewhere = (volume: PersistentVolume) => usableNodes(volume, cluster).nodes !== "none";
  return nodesReachAll(volumes, cluster) === "none" && volumes.every(isSomewhere);
}

function apart(volumes: readonly PersistentVolume[], pod: Pod, placing: Refused): StartHold {
  return {
    reason: "VolumesApart",
    holder: { person: "owner" },
    message: say`no node can use all volumes of the pod: ${placesOf(volumes)}`,
    evidence: [
      ...volumes.map((volume) => proof(volume, "spec.nodeAffinity", wantedNodes(volume) ?? null)),
      saidOf(pod, placing),
    ],
    avoid: {
      step: say`delete one of the claims so that its volume is created again`,
      because: say`the new one would be empty, and with policy Delete the old data would be lost`,
    },
  };
}

/** Only one pod at a time may use a ReadWriteOncePod claim. kubernetes/kubernetes pkg/scheduler/framework/plugins/volumerestrictions. */
function usedByOther(
  pod: Pod,
  volumes: readonly PersistentVolume[],
  placing: Refused,
  cluster: Cluster,
): readonly StartTrouble[] {
  const { namespace = "", uid } = pod.metadata;
  for (const volume of volumes) {
    const { spec } = volume;
    if (spec?.accessModes?.includes("ReadWriteOncePod") !== true) continue;
    const users = podsOfClaim(claimNamed(namespace, spec.claimRef?.name ?? ""), cluster);
    if (!users.read) return [{ hold: couldNotRead(users.unread), volumes: [] }];
    const other = users.items.find(
      (user) => user.metadata.uid !== uid && isPodScheduled(user) && !isPodFinished(user),
    );
    if (other === undefined) continue;
    const hold: StartHold = {
      reason: "ClaimUsedByOtherPod",
      holder: { object: refOf(other) },
      message: say`${nameOf(other)} uses the same claim ${spec.claimRef?.name ?? ""}, which only one pod at a time may use (ReadWriteOncePod)`,
      evidence: [saidOf(pod, placing)],
    };
    return [{ hold, volumes: [volume] }];
  }
  return [noNode(pod, volumes, placing, cluster)];
}

/** Other nodes can be out of the question for other reasons, which the scheduler's words count too. */
function limitReached(pod: Pod, volumes: readonly PersistentVolume[], placing: Refused): StartHold {
  return {
    reason: "VolumeLimitReached",
    holder: { controller: "kube-scheduler" },
    message: say`no node can run the pod with ${namesOf(volumes)}, because the number of volumes that a node may have is limited: ${placing.message}`,
    evidence: [saidOf(pod, placing)],
  };
}

/** Where those can be used that cannot be used anywhere. */
function placesOf(volumes: readonly PersistentVolume[]): Phrase {
  const tied = volumes.filter((volume) => wantedNodes(volume) !== undefined);
  const places = tied.map((volume) => say`${nameOf(volume)} only where ${wantedNodes(volume) ?? ""}`);
  const more = places.length - few;
  return say`${join(places.slice(0, few), ", ")}${more > 0 ? say`, and ${more} more` : []}`;
}

const few = 4;

function namesOf([only, ...others]: readonly PersistentVolume[]): Phrase {
  return only === undefined || others.length > 0 ? say`its volumes` : nameOf(only);
}

function noNode(
  pod: Pod,
  volumes: readonly PersistentVolume[],
  placing: Refused,
  cluster: Cluster,
): StartTrouble {
  const outOfReach = volumes.find((each) => usableNodes(each, cluster).nodes === "none");
  const claim = outOfReach === undefined ? undefined : claimOf(outOfReach);
  const places = outOfReach === undefined ? placesOf(volumes) : placesOf([outOfReach]);
  const where = outOfReach === undefined ? places : say`${places}, and no node matches that`;
  const tied = volumes.filter((volume) => wantedNodes(volume) !== undefined);
  const hold: StartHold = {
    reason: "NoNodeForVolume",
    holder: claim === undefined ? { controller: "kube-scheduler" } : { object: claim },
    message: say`no node can run the pod with ${outOfReach === undefined ? namesOf(volumes) : nameOf(outOfReach)}${places.length === 0 ? [] : say` (usable: ${where})`}: ${placing.message}`,
    evidence: [saidOf(pod, placing)],
  };
  return { hold, volumes: outOfReach === undefined ? (tied.length > 0 ? tied : volumes) : [outOfReach] };
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
  const others = nodes.length === 1 ? [] : say` and ${nodes.length - 1} more nodes, all out of use`;
  return {
    reason: "NodeOfVolumeOutOfUse",
    holder: { object: refOf(node) },
    message: say`its ${nameOf(volume)} can be used only on ${nameOf(node)}${others}, and that node ${condition(node)}`,
    evidence: [
      proof(volume, "spec.nodeAffinity", node.metadata.name),
      proof(node, "status.conditions[Ready]", isNodeReady(node) ? "True" : "not True"),
      saidOf(pod, placing),
    ],
    avoid: {
      step: say`delete the claim so that the pod starts elsewhere`,
      because: say`its data is on that machine, and comes back with it`,
    },
  };
}

function condition(node: Node): Phrase {
  if (isNodeReady(node)) return say`is cordoned: no new pod is placed there`;
  return say`has not been Ready since ${readyChangedAt(node) ?? "an unknown time"}`;
}
