import type { Cluster } from "../../../cluster/index.ts";
import type { ToolCustody } from "../../../controllers/index.ts";
import { applierOf, cleanupIn } from "../../../controllers/index.ts";
import type { FoundHold } from "../../../define/index.ts";
import { ownersOf } from "../../../define/index.ts";
import { evictionWords, nodeAnswers, podEvicted } from "../../../evidence/index.ts";
import type { PersistentVolumeClaim, Phrase, Pod } from "../../../kubernetes/index.ts";
import { controllerOf, humanDuration, nameOf, say, words } from "../../../kubernetes/index.ts";
import type { Evidence } from "../../../report/index.ts";
import { proof } from "../../../report/index.ts";
import type { ProtectionReason } from "./reasons.ts";

/** What a container waits for that does not pass by itself. kubernetes/kubernetes pkg/kubelet/images/types.go, 1.36. */
const troubles: readonly string[] = [
  "CrashLoopBackOff",
  "ImagePullBackOff",
  "ErrImagePull",
  "CreateContainerConfigError",
];

/** The pod's phase, and what keeps its containers from running: `Running, CrashLoopBackOff, 71 restarts`. */
export function stateOfPod(pod: Pod): Phrase {
  const phase = pod.status?.phase ?? "phase unknown";
  const trouble = troubleOf(pod);
  if (trouble === undefined) return say`${phase}`;
  const { reason, restarts } = trouble;
  return restarts === 0 ? say`${phase}, ${reason}` : say`${phase}, ${reason}, ${restarts} restarts`;
}

export function isCrashLooping(pod: Pod): boolean {
  return troubleOf(pod)?.reason === "CrashLoopBackOff";
}

function troubleOf(pod: Pod): { readonly reason: string; readonly restarts: number } | undefined {
  const { initContainerStatuses = [], containerStatuses = [] } = pod.status ?? {};
  for (const { state, restartCount = 0 } of [...initContainerStatuses, ...containerStatuses]) {
    const reason = state?.waiting?.reason;
    if (reason !== undefined && troubles.includes(reason)) return { reason, restarts: restartCount };
  }
  return undefined;
}

/** Job/import; or Deployment/web through ReplicaSet/web-5d9; or the claim itself, whose deletion would take the pod along. */
export function ownerWords(pod: Pod, claim: PersistentVolumeClaim, cluster: Cluster): Phrase {
  if (isOwnedBy(claim, pod))
    return say`; the claim owns the pod, and the garbage collector deletes the pod only after the claim`;
  const owners = ownersOf(pod, cluster);
  const [first] = owners;
  const last = owners.at(-1);
  if (first === undefined || last === undefined) return [];
  const through = owners.length > 1 ? say` through ${first.kind}/${first.name}` : [];
  return say`; the pod is owned by ${last.kind}/${last.name}${through}`;
}

/**
 * Does no controller ever delete this pod? So where nothing owns it, and where the claim that waits for it does.
 * kubernetes/kubernetes pkg/controller/garbagecollector/garbagecollector.go attemptToDeleteItem, 1.36.
 */
export function isLeftAlone(pod: Pod, claim: PersistentVolumeClaim): boolean {
  const owners = pod.metadata.ownerReferences ?? [];
  return owners.length === 0 || isOwnedBy(claim, pod);
}

function isOwnedBy(claim: PersistentVolumeClaim, pod: Pod): boolean {
  const owners = pod.metadata.ownerReferences ?? [];
  return (
    owners.length > 0 && owners.every(({ kind, uid }) => kind === claim.kind && uid === claim.metadata.uid)
  );
}

export function nodeWords(pod: Pod, cluster: Cluster): Phrase {
  const name = pod.spec?.nodeName ?? "";
  const answers = nodeAnswers(name, cluster);
  return answers.is === "refuted" && answers.node !== undefined
    ? say`on node/${name}, which is not Ready,`
    : say`on node/${name}`;
}

/** As the end of a sentence: that the pod is deleted soon because of its node. */
export function deletedSoon(pod: Pod, cluster: Cluster): Phrase {
  const eviction = evictionWords(pod, cluster);
  return eviction.length === 0 ? [] : say`; ${eviction}`;
}

export function evictionProof(pod: Pod, cluster: Cluster): readonly Evidence[] {
  const evicted = podEvicted(pod, cluster);
  return evicted.is === "unread" ? [] : evicted.for;
}

/** The tool that manages the claim is told to keep it, so that it did not delete the claim; it may well create it again. */
export function keptByTool(
  claim: PersistentVolumeClaim,
  { tool, mark }: Extract<ToolCustody, { readonly may: "keep it" }>,
): Phrase {
  const applier = applierOf(claim);
  const again =
    applier === undefined
      ? []
      : say`; after that, ${applier} creates a new claim of this name, without the data, if Git still has it`;
  return say`; ${tool} manages the claim but is told to keep it (${mark}), so most likely something else deleted it${again}`;
}

/** Seconds that the controller may be late. */
const late = 60;

/** A finished Job with a TTL is deleted by itself, and its pods with it. */
export function cleanedUp(
  pod: Pod,
  cluster: Cluster,
): Pick<FoundHold<ProtectionReason>, "reason" | "message" | "evidence"> | undefined {
  const owner = controllerOf(pod);
  if (owner?.kind !== "Job") return undefined;
  const found = cluster.get("batch/v1/jobs", owner.name ?? "", pod.metadata.namespace);
  if (found.state !== "found" || found.object.metadata.uid !== owner.uid) return undefined;
  const left = cleanupIn(found.object, cluster.now);
  if (left === undefined || left < -late) return undefined;
  const when = left > 0 ? say`in ${humanDuration(left)}` : words("now");
  return {
    reason: "FinishedPodIsCleanedUp",
    message: say`${nameOf(pod)} has finished. The ttl-after-finished-controller will delete job/${found.object.metadata.name}, and the pod with it, ${when}`,
    evidence: [
      proof(found.object, "spec.ttlSecondsAfterFinished", found.object.spec?.ttlSecondsAfterFinished),
    ],
  };
}
