import type { Cluster } from "../../../cluster/index.ts";
import {
  isPodFinished,
  isPodScheduled,
  isPodShutDown,
  reportsInUse,
  toolCustody,
  volumeNamed,
  volumesForClaim,
} from "../../../controllers/index.ts";
import type { FoundHold } from "../../../define/index.ts";
import type { Namespace, PersistentVolumeClaim, Phrase, Pod } from "../../../kubernetes/index.ts";
import { controllerOf, isTerminating, nameOf, refOf, say, words } from "../../../kubernetes/index.ts";
import {
  deleteDaemonPods,
  deleteFinishedPods,
  deletePod,
  scaleOwner,
  setRetain,
} from "../../../remedies/index.ts";
import type { Avoid, Evidence, RemedyCall } from "../../../report/index.ts";
import { proof } from "../../../report/index.ts";
import { notToStrip } from "./not-to-strip.ts";
import type { ProtectionReason } from "./reasons.ts";
import {
  cleanedUp,
  deletedSoon,
  evictionProof,
  isCrashLooping,
  isDeletedByNoController,
  keptByTool,
  nodeWords,
  ownerWords,
  stateOfPod,
} from "./reasons.ts";
import { isRefusalOver, refusingNamespace } from "./refused.ts";

type ProtectionHold = FoundHold<ProtectionReason>;

interface Use {
  readonly claim: PersistentVolumeClaim;
  readonly users: readonly Pod[];
  /** Pods that look as if they used the claim, but do not count. */
  readonly bystanders: readonly Pod[];
  readonly cluster: Cluster;
}

/** The holds of all pods that use the claim, with one list of what must not be done: there can be thousands of pods. */
export function heldByUsers(use: Use): readonly ProtectionHold[] {
  const avoid = [notToStrip(use.claim, use.cluster), ...notThese(use.bystanders)];
  const finished = use.users.filter((pod) => isPodFinished(pod) && !isTerminating(pod)).length;
  const refusing = use.users.every(isTerminating) ? undefined : refusingNamespace(use.claim, use.cluster);
  return use.users.map((pod) => {
    const kept = refusing === undefined || isTerminating(pod) ? undefined : undeletable(pod, refusing, use);
    return { ...(kept ?? heldBy(pod, use, finished)), avoid };
  });
}

/** Other clients are mostly refused too. The pod's own report says what refuses, or that nothing does now. */
function undeletable(pod: Pod, namespace: Namespace, use: Use): ProtectionHold {
  const isOver = isRefusalOver(pod, namespace, use.cluster);
  const uses = say`${nameOf(pod)} (${stateOfPod(pod)}) ${nodeWords(pod, use.cluster)} uses the claim`;
  return {
    holder: { object: refOf(pod) },
    evidence: evidenceOf(pod, use.claim),
    reason: isOver ? "PodNotYetDeletedWithNamespace" : "UndeletablePodUsesClaim",
    message: isOver
      ? say`${uses}; what refused its deletion no longer does, and the namespace controller tries again`
      : say`${uses}, but could not be deleted with its namespace`,
    remedies: keeping(use.claim),
  };
}

function heldBy(pod: Pod, use: Use, finished: number): ProtectionHold {
  const base = { holder: { object: refOf(pod) }, evidence: evidenceOf(pod, use.claim) };
  const name = nameOf(pod);
  const where = say`on node/${pod.spec?.nodeName ?? ""}`;
  if (isTerminating(pod) && isPodShutDown(pod) && (pod.metadata.finalizers ?? []).length > 0) {
    return {
      ...base,
      reason: "ForceDeletedPodUsesClaim",
      message: say`${name} ${howItEnded(pod)}, but its own finalizers keep it, so the claim is still in use`,
    };
  }
  if (isTerminating(pod)) {
    return {
      ...base,
      reason: "TerminatingPodUsesClaim",
      message: say`${name} ${where} is being deleted, but still uses the claim`,
    };
  }
  if (isPodFinished(pod)) {
    const cleanup = cleanedUp(pod, use.cluster);
    if (cleanup !== undefined) {
      const evidence = [...base.evidence, ...cleanup.evidence];
      return {
        ...base,
        ...cleanup,
        evidence,
        remedies: [deletion(pod, use.claim, finished), ...keeping(use.claim)],
        isRoot: true,
      };
    }
    return {
      ...base,
      reason: "FinishedPodUsesClaim",
      message: say`${name} has finished (${pod.status?.phase ?? ""}) but has not been deleted, so the claim is still in use${ownerWords(pod, use.claim, use.cluster)}${stillMounted(pod, use)}`,
      remedies: [deletion(pod, use.claim, finished), ...keeping(use.claim)],
      isRoot: true,
    };
  }
  const evidence = [...base.evidence, ...evictionProof(pod, use.cluster)];
  return { ...base, evidence, ...inUse(pod, use), isRoot: true };
}

/** The kubelet's own last deletion has no grace period either (`isPodShutDown`). */
const howItEnded = (pod: Pod) =>
  words(isPodFinished(pod) ? "has ended" : "was ended by the kubelet or deleted by force");

function inUse(pod: Pod, use: Use): Pick<ProtectionHold, "reason" | "message" | "ifDeleted" | "remedies"> {
  const name = nameOf(pod);
  const where = nodeWords(pod, use.cluster);
  const owners = ownerWords(pod, use.claim, use.cluster);
  const state = stateOfPod(pod);
  const remedies = [...keeping(use.claim), scaleOwner(pod), stopping(pod, use)];
  const custody = toolCustody(use.claim);
  if (custody?.may === "delete it") {
    const { tool } = custody;
    return {
      reason: "PrunedClaimInUse",
      message: say`${name} (${state}) ${where} uses the claim, which ${tool} manages and has most likely pruned; a deletion cannot be undone${owners}`,
      ifDeleted: say`${name} (${state}) ${where} uses the claim, which ${tool} manages${owners}`,
      remedies,
    };
  }
  if (isDeletedByNoController(pod, use.claim) && isCrashLooping(pod)) {
    return {
      reason: "CrashLoopingPodUsesClaim",
      message: say`${name} (${state}) ${where} keeps crashing and uses the claim${owners.length === 0 ? say`; nothing owns the pod` : owners}, so no controller will ever delete it`,
      remedies,
    };
  }
  const kept = custody === undefined ? [] : keptByTool(use.claim, custody);
  return {
    reason: "PodUsesClaim",
    message: say`${name} (${state}) ${where} uses the claim${owners}${kept}${deletedSoon(pod, use.cluster)}`,
    ...(custody === undefined ? {} : { ifDeleted: say`${name} (${state}) ${where} uses the claim${owners}` }),
    remedies,
  };
}

/** The pods of a DaemonSet are deleted with one command, and so are several finished pods. */
function stopping(pod: Pod, { claim, users }: Use): RemedyCall {
  const set = daemonSetOf(pod);
  const isOne = set === undefined || !users.some((other) => other !== pod && daemonSetOf(other) === set);
  return isOne ? deletePod(pod) : deleteDaemonPods(claim, { set });
}

function daemonSetOf(pod: Pod): string | undefined {
  const owner = controllerOf(pod);
  return owner?.kind === "DaemonSet" && !isPodFinished(pod) && !isTerminating(pod) ? owner.name : undefined;
}

function deletion(pod: Pod, claim: PersistentVolumeClaim, finished: number): RemedyCall {
  return finished > 1 ? deleteFinishedPods(claim) : deletePod(pod);
}

/** Also where the question was about a pod that waits for the claim: what releases the claim can destroy its data. */
function keeping({ spec }: PersistentVolumeClaim): readonly RemedyCall[] {
  const name = spec?.volumeName ?? "";
  return name === "" ? [] : [setRetain(volumeNamed(name))];
}

/** More pods than this are counted. */
const mostNamed = 8;

function notThese(bystanders: readonly Pod[]): readonly Avoid[] {
  const named = bystanders.slice(0, mostNamed).map(notThis);
  const more = bystanders.length - named.length;
  if (more === 0) return named;
  const others = say`delete ${more} more ${more === 1 ? say`pod that refers` : say`pods that refer`} to the claim`;
  return [
    ...named,
    { step: others, because: say`${more === 1 ? say`it does` : say`they do`} not hold it either` },
  ];
}

function notThis(pod: Pod): Avoid {
  const why = isPodScheduled(pod)
    ? say`its own volume only has the same name, but the claim was not created for this pod`
    : say`it is not scheduled, so it does not hold the claim but waits for it`;
  return { step: say`delete ${nameOf(pod)}`, because: why };
}

function stillMounted(pod: Pod, { claim, cluster }: Use): Phrase {
  const volume = cluster.get("v1/persistentvolumes", claim.spec?.volumeName ?? "");
  if (volume.state !== "found") return [];
  const node = cluster.get("v1/nodes", pod.spec?.nodeName ?? "");
  if (node.state !== "found" || !reportsInUse(node.object, volume.object)) return [];
  return say`; node/${node.object.metadata.name} still has the volume mounted, and unmounts it automatically`;
}

function evidenceOf(pod: Pod, claim: PersistentVolumeClaim): readonly Evidence[] {
  const [use] = volumesForClaim(pod, claim.metadata.name);
  return [
    proof(pod, `spec.volumes[${use?.position ?? -1}]`, claim.metadata.name),
    proof(pod, "spec.nodeName", pod.spec?.nodeName),
    proof(pod, "status.phase", pod.status?.phase),
  ];
}
