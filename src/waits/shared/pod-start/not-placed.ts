import type { Cluster } from "../../../cluster/index.ts";
import {
  attachDriver,
  claimNamed,
  claimOf,
  isPodFinished,
  isPodScheduled,
  nodesReachAll,
  podsOfClaim,
  usableNodes,
  wantedNodes,
} from "../../../controllers/index.ts";
import { couldNotRead } from "../../../define/index.ts";
import { fullNodesOf, placingOf, placingTrouble, saidOf } from "../../../evidence/index.ts";
import type { PersistentVolume, Phrase, Pod } from "../../../kubernetes/index.ts";
import { join, nameOf, refOf, say } from "../../../kubernetes/index.ts";
import { proof } from "../../../report/index.ts";
import type { StartHold, StartTrouble } from "./by-claim.ts";
import type { RefusedPlacing } from "./out-of-use.ts";
import { nodesOutOfUse, selectorMisses } from "./out-of-use.ts";

/** What the scheduler says of a pod whose claims are all bound, as far as it speaks of volumes. */
export function notPlaced(
  pod: Pod,
  volumes: readonly PersistentVolume[],
  cluster: Cluster,
): readonly StartTrouble[] {
  const placing = placingOf(pod, cluster);
  switch (placing.is) {
    case "unread":
      return [{ hold: couldNotRead(placing.unread), volumes }];
    case "gated":
    case "silent":
      return [];
    case "refused":
      if (areApart(volumes, cluster)) return [{ hold: apart(volumes, pod, placing), volumes }];
      for (const volume of volumes) {
        const hold = nodesOutOfUse(pod, volume, placing, cluster);
        if (hold !== undefined) return [{ hold, volumes: [volume] }];
      }
      return refusedFor(pod, volumes, placing, cluster);
  }
}

function refusedFor(
  pod: Pod,
  volumes: readonly PersistentVolume[],
  placing: RefusedPlacing,
  cluster: Cluster,
): readonly StartTrouble[] {
  switch (placingTrouble(placing.message)) {
    case "too-many-volumes":
      return [{ hold: limitReached(pod, volumes, placing, cluster), volumes }];
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

function apart(volumes: readonly PersistentVolume[], pod: Pod, placing: RefusedPlacing): StartHold {
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
  placing: RefusedPlacing,
  cluster: Cluster,
): readonly StartTrouble[] {
  const { namespace = "", uid } = pod.metadata;
  for (const volume of volumes) {
    const { spec } = volume;
    if (spec?.accessModes?.includes("ReadWriteOncePod") !== true) continue;
    const users = podsOfClaim(claimNamed(namespace, spec.claimRef?.name ?? ""), cluster);
    if (!users.read) return [{ hold: couldNotRead(users.unread), volumes }];
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
function limitReached(
  pod: Pod,
  volumes: readonly PersistentVolume[],
  placing: RefusedPlacing,
  cluster: Cluster,
): StartHold {
  const drivers = new Set(volumes.flatMap((volume) => attachDriver(volume) ?? []));
  const full = [...drivers].flatMap((driver) => {
    const found = fullNodesOf(driver, cluster);
    return found.read ? found.nodes.map((each) => ({ ...each, driver })) : [];
  });
  const counts = full
    .slice(0, few)
    .map(
      ({ node, attached, limit, driver }) =>
        say`node/${node} has ${attached} of ${limit} volumes of ${driver}`,
    );
  const more = full.length - few;
  const told =
    full.length === 0
      ? []
      : say` (${join(counts, ", ")}${more > 0 ? say`, and ${more} more nodes are full` : []})`;
  return {
    reason: "VolumeLimitReached",
    holder: { controller: "kube-scheduler" },
    message: say`no node can run the pod with ${namesOf(volumes)}, because the number of volumes that a node may have is limited${told}: ${placing.message}`,
    evidence: [
      saidOf(pod, placing),
      ...full
        .slice(0, few)
        .map(({ node, limit, driver }) =>
          proof(
            { apiVersion: "storage.k8s.io/v1", kind: "CSINode", name: node },
            `spec.drivers["${driver}"].allocatable.count`,
            limit,
          ),
        ),
    ],
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
  placing: RefusedPlacing,
  cluster: Cluster,
): StartTrouble {
  const outOfReach = volumes.find((each) => usableNodes(each, cluster).nodes === "none");
  const claim = outOfReach && claimOf(outOfReach);
  const asked = outOfReach === undefined ? volumes : [outOfReach];
  const places = placesOf(asked);
  const where = outOfReach === undefined ? places : say`${places}, and no node matches that`;
  const tied = asked.filter((volume) => wantedNodes(volume) !== undefined);
  const hold: StartHold = {
    reason: "NoNodeForVolume",
    holder: claim === undefined ? { controller: "kube-scheduler" } : { object: claim },
    message: say`no node can run the pod with ${namesOf(asked)}${places.length === 0 ? [] : say` (usable: ${where})`}${selectorMisses(pod, volumes, cluster)}: ${placing.message}`,
    evidence: [saidOf(pod, placing)],
  };
  return { hold, volumes: tied.length > 0 ? tied : asked };
}
