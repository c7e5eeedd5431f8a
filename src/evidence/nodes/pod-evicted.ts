import type { Cluster } from "../../cluster/index.ts";
import {
  cleanupIn,
  evictionOf,
  isNodeReady,
  isPodFinished,
  isPodScheduled,
} from "../../controllers/index.ts";
import type { Job, Node, Phrase, Pod } from "../../kubernetes/index.ts";
import { controllerOf, humanDuration, isTerminating, nameOf, say, words } from "../../kubernetes/index.ts";
import { proof } from "../../report/index.ts";
import type { Answer } from "../answer.ts";
import { notLooked, weigh } from "../answer.ts";

interface Evicted {
  readonly node?: Node;
  /** As in `in about 4m`. */
  readonly when?: Phrase;
  /** Does the kubelet end the pod then? A node that does not answer keeps it Terminating. */
  readonly ends?: "the pod ends" | "it stays Terminating";
}

/**
 * Will the taint-eviction-controller delete the pod because of its node's taints, and when? It counts in memory, and from the
 * beginning when it is restarted: so the time is about right.
 */
export function podEvicted(pod: Pod, cluster: Cluster): Answer<Evicted> {
  if (!isPodScheduled(pod) || isTerminating(pod)) return weigh([]);
  const found = cluster.get("v1/nodes", pod.spec?.nodeName ?? "");
  if (found.state === "unread") return notLooked(found.unread);
  const eviction = found.state === "found" ? evictionOf(pod, found.object) : undefined;
  if (found.state === "absent" || eviction === undefined) return weigh([]);
  const node = found.object;
  const { after, since } = eviction;
  const left = since === undefined ? after : Math.ceil((since - cluster.now) / 1000 + after);
  const about = since === undefined ? "within" : "in about";
  const taints = (node.spec?.taints ?? []).filter(({ effect }) => effect === "NoExecute");
  return {
    ...weigh(taints.map(({ key = "" }) => proof(node, "spec.taints", key))),
    node,
    when: left > 0 ? say`${about} ${humanDuration(left)}` : words("now"),
    ends: isNodeReady(node) ? "the pod ends" : "it stays Terminating",
  };
}

/** The same as a clause; nothing where no eviction is known. */
export function evictionWords(pod: Pod, cluster: Cluster): Phrase {
  const evicted = podEvicted(pod, cluster);
  if (evicted.is !== "proven" || evicted.node === undefined || evicted.when === undefined) return [];
  const { node, when, ends } = evicted;
  const [taint] = evicted.for;
  const kept =
    ends === "the pod ends"
      ? []
      : say`; then the pod stays Terminating until the kubelet of ${nameOf(node)} answers`;
  return say`the taint-eviction-controller deletes the pod ${when}, because of the taint ${String(taint?.observed ?? "")} of ${nameOf(node)}${kept}`;
}

/**
 * As a clause, that the pod garbage collector deletes a pod whose node no longer exists; nothing of any other pod.
 * kubernetes/kubernetes pkg/controller/podgc/gc_controller.go gcOrphaned, 1.36.
 */
export function collectionWords(pod: Pod, cluster: Cluster): Phrase {
  const name = pod.spec?.nodeName ?? "";
  if (!isPodScheduled(pod) || isTerminating(pod) || cluster.get("v1/nodes", name).state !== "absent")
    return [];
  const machine = words(isPodFinished(pod) ? "" : "; its machine may still run it");
  return say`node/${name} no longer exists, so the pod garbage collector deletes the pod by force ${collectionWait}${machine}`;
}

/** Within what time that is. */
export const collectionWait = words("within about a minute");

/** Seconds that the controller may be late. */
const late = 60;

/** The finished Job of a finished pod that its TTL deletes soon, and the pod with it. */
export function cleanedUpWith(
  pod: Pod,
  cluster: Cluster,
): { readonly job: Job; readonly words: Phrase } | undefined {
  const owner = controllerOf(pod);
  if (owner?.kind !== "Job" || !isPodFinished(pod)) return undefined;
  const found = cluster.get("batch/v1/jobs", owner.name ?? "", pod.metadata.namespace);
  if (found.state !== "found" || found.object.metadata.uid !== owner.uid) return undefined;
  const left = cleanupIn(found.object, cluster.now);
  if (left === undefined || left < -late) return undefined;
  const when = left > 0 ? say`in ${humanDuration(left)}` : words("now");
  return {
    job: found.object,
    words: say`the ttl-after-finished-controller will delete job/${found.object.metadata.name}, and the pod with it, ${when}`,
  };
}

/** As a clause, what deletes the pod soon by itself: its node that is gone, a taint, or the TTL of its Job. */
export function endWords(pod: Pod, cluster: Cluster): Phrase {
  const collection = collectionWords(pod, cluster);
  if (collection.length > 0) return collection;
  return cleanedUpWith(pod, cluster)?.words ?? evictionWords(pod, cluster);
}
