import type { Cluster } from "../../../cluster/index.ts";
import { readyChangedAt } from "../../../controllers/index.ts";
import { couldNotRead } from "../../../define/index.ts";
import type { AttemptEvent } from "../../../evidence/index.ts";
import {
  changesOwnership,
  holdsUp,
  isMountSummary,
  mountFailure,
  nodeAnswers,
  volumesMounted,
  withMeaning,
} from "../../../evidence/index.ts";
import type { Node, PersistentVolume, Pod } from "../../../kubernetes/index.ts";
import { nameOf, refOf, say, secondsSince } from "../../../kubernetes/index.ts";
import { repairMount } from "../../../remedies/index.ts";
import { hint, proof } from "../../../report/index.ts";
import type { MountedAs, StartHold, StartTrouble } from "./by-claim.ts";
import { failing, handleOf, inlineFailing, nodeOf } from "./failing.ts";
import { notCounted } from "./not-counted.ts";
import { oneDisk } from "./one-disk.ts";

/** Why the kubelet has not mounted the volumes of a scheduled pod, when nothing keeps them from being attached. */
export function notMounted(
  pod: Pod,
  mounted: readonly MountedAs[],
  cluster: Cluster,
): readonly StartTrouble[] {
  const all = mounted.map(({ volume }) => volume);
  if (holdsUp(volumesMounted(pod, cluster))) return [];
  const failure = mountFailure(pod, cluster);
  if (failure.is === "unread") return [{ hold: couldNotRead(failure.unread), volumes: all }];
  const { told, about } = failure;
  const shared = oneDisk(all);
  const isSilent = told === undefined ? isLate(pod, cluster) : isMountSummary(told.message);
  if (shared !== undefined && isSilent) return [shared];
  if (told === undefined) return all.length === 0 ? [] : unexplained(pod, all, undefined, cluster);
  const own = mounted.flatMap(({ name, volume }) =>
    about === undefined || about.includes(name) ? [volume] : [],
  );
  if (own.length === 0) return [{ hold: withoutClaim(pod, about ?? [], told), volumes: [] }];
  if (isMountSummary(told.message)) return unexplained(pod, own, told, cluster);
  const [volume] = own;
  return volume === undefined ? [] : [{ hold: failing({ pod, volume, told }, cluster), volumes: own }];
}

/** A volume that is no claim: one that a driver makes for the pod alone, a ConfigMap, a Secret, a projected one. */
function withoutClaim(pod: Pod, names: readonly string[], told: AttemptEvent): StartHold {
  const { message } = told;
  const inline = pod.spec?.volumes?.find(({ name = "", csi }) => csi !== undefined && names.includes(name));
  if (inline !== undefined) return inlineFailing(pod, inline, told);
  return {
    reason: "OtherVolumeNotMounted",
    holder: { person: "owner" },
    message: withMeaning(
      say`a volume of the pod that is no claim (${names.join(", ")}) cannot be mounted`,
      message,
      "",
    ),
    evidence: [hint(pod, "event", message)],
  };
}

/** Without any event, a start may be this old, in seconds, before it is reported. */
const patience = 600;

function isLate(pod: Pod, cluster: Cluster): boolean {
  const age = secondsSince(pod.metadata.creationTimestamp, cluster.now);
  return age !== undefined && age >= patience;
}

/** The kubelet waits, and nothing says for what. */
function unexplained(
  pod: Pod,
  volumes: readonly PersistentVolume[],
  told: AttemptEvent | undefined,
  cluster: Cluster,
): readonly StartTrouble[] {
  const slow = volumes.filter((volume) => holdsUp(changesOwnership(pod, volume, cluster)));
  if (told === undefined && !isLate(pod, cluster)) return [];
  const [first] = slow;
  if (first !== undefined) return [{ hold: changing(pod, first, cluster), volumes: slow }];
  const silent = nodeAnswers(nodeOf(pod), cluster);
  if (silent.is === "refuted" && silent.node !== undefined)
    return [{ hold: nodeSilent(pod, silent.node), volumes }];
  for (const volume of volumes) {
    const uncounted = notCounted(pod, volume, cluster);
    if (uncounted !== undefined) return [{ hold: uncounted, volumes: [volume] }];
  }
  const hold: StartHold = {
    reason: "MountNotReported",
    holder: { controller: "kubelet" },
    message:
      told === undefined
        ? say`the pod has been on node/${nodeOf(pod)} for more than ten minutes and no container has started; no event says why, so its volumes may not be mounted`
        : say`the kubelet on node/${nodeOf(pod)} has not mounted the volumes of the pod, and only says that it waited: ${told.message}`,
    evidence: [
      proof(pod, "status.phase", pod.status?.phase),
      ...(told === undefined ? [] : [hint(pod, "event", told.message)]),
    ],
    remedies: [repairMount(pod, { trouble: "timed-out", volume: namesOf(volumes), node: nodeOf(pod) })],
  };
  return [{ hold, volumes }];
}

function nodeSilent(pod: Pod, node: Node): StartHold {
  const since = readyChangedAt(node);
  return {
    reason: "NodeOfPodNotReady",
    holder: { object: refOf(node) },
    isRoot: true,
    message: say`${nameOf(node)}, on which the pod is to start, has not been Ready since ${since ?? "an unknown time"}: its kubelet does not report whether it mounts the volumes`,
    evidence: [
      proof(node, "status.conditions[Ready].lastTransitionTime", since),
      proof(pod, "spec.nodeName", nodeOf(pod)),
    ],
  };
}

function changing(pod: Pod, volume: PersistentVolume, cluster: Cluster): StartHold {
  const answer = changesOwnership(pod, volume, cluster);
  const { fsGroup } = pod.spec?.securityContext ?? {};
  const size = volume.spec?.capacity?.storage;
  return {
    reason: "OwnershipChangeTakesLong",
    holder: { controller: "kubelet" },
    message: say`the kubelet is probably changing the group of every file of ${nameOf(volume)}${size === undefined ? [] : say` (${size})`}${fsGroup === undefined ? [] : say` to ${fsGroup}, because the pod sets fsGroup`}: with many files this takes long, and it ends without action`,
    evidence: answer.is === "unread" ? [] : answer.for,
    remedies: [repairMount(pod, { trouble: "ownership", volume: handleOf(volume), node: nodeOf(pod) })],
  };
}

function namesOf([only, ...others]: readonly PersistentVolume[]): string {
  return only === undefined || others.length > 0 ? "its volumes" : handleOf(only);
}
