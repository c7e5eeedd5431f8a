import type { Cluster } from "../../../cluster/index.ts";
import type { ToolCustody } from "../../../controllers/index.ts";
import { applierOf } from "../../../controllers/index.ts";
import type { FoundHold } from "../../../define/index.ts";
import { blocked, ownerChain, stuck, waiting } from "../../../define/index.ts";
import { cleanedUpWith, endWords, nodeAnswers, podEvicted } from "../../../evidence/index.ts";
import type { PersistentVolumeClaim, Phrase, Pod } from "../../../kubernetes/index.ts";
import { nameOf, say } from "../../../kubernetes/index.ts";
import type { Evidence } from "../../../report/index.ts";
import { proof } from "../../../report/index.ts";

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
  const owners = ownerChain(pod, cluster);
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
export function isDeletedByNoController(pod: Pod, claim: PersistentVolumeClaim): boolean {
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
  const eviction = endWords(pod, cluster);
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

/** A finished Job with a TTL is deleted by itself, and its pods with it. */
export function cleanedUp(
  pod: Pod,
  cluster: Cluster,
): Pick<FoundHold<ProtectionReason>, "reason" | "message" | "evidence"> | undefined {
  const cleaned = cleanedUpWith(pod, cluster);
  if (cleaned === undefined) return undefined;
  const { job, words: clause } = cleaned;
  return {
    reason: "FinishedPodIsCleanedUp",
    message: say`${nameOf(pod)} has finished, and ${clause}`,
    evidence: [proof(job, "spec.ttlSecondsAfterFinished", job.spec?.ttlSecondsAfterFinished)],
  };
}

export type ProtectionReason = keyof typeof protectionReasons;

export const protectionReasons = {
  FinishedPodUsesClaim: blocked("A finished pod still uses the claim", {
    what: "A pod that has Succeeded or Failed refers to the claim in spec.volumes, and has not been deleted.",
    why: "Kubernetes checks whether a scheduled pod object refers to the claim. The phase of the pod does not matter.",
    whatToDo:
      "If you need the data, set the volume to Retain first: with the last pod the claim is deleted, and with policy Delete its disk too. Then delete the finished pod: `kubectl delete pod NAME -n NAMESPACE`. Set ttlSecondsAfterFinished on Jobs.",
  }),
  FinishedPodIsCleanedUp: waiting("A finished pod still uses the claim, and will be deleted with its Job", {
    what: "A pod that has Succeeded or Failed refers to the claim. Its Job has finished too, and has ttlSecondsAfterFinished.",
    why: "The ttl-after-finished-controller deletes a Job that long after it finished. The garbage collector deletes its pods first.",
    whatToDo:
      "If you need the data, set the volume to Retain before the pod is deleted (`kubectl patch pv`). With the last pod the claim is deleted, and with policy Delete its disk too. Otherwise no action is needed.",
  }),
  PodUsesClaim: blocked("A pod uses the claim", {
    what: "A scheduled pod that has not finished refers to the claim in spec.volumes.",
    why: "The claim is kept until no pod uses it. That keeps the data safe while the pod runs.",
    whatToDo:
      "Decide whether the data is still needed. To keep it, set the volume to Retain first. To release the claim, stop the workload: `kubectl scale`, or `kubectl delete pod NAME -n NAMESPACE`.",
  }),
  PrunedClaimInUse: blocked("A tool probably deleted the claim, which a pod still uses", {
    what: "The claim has the marks of a tool that applies and prunes manifests. It is being deleted, and a pod that has not finished uses it.",
    why: "Most likely the tool pruned or uninstalled it. A deletion cannot be undone: the claim is deleted as soon as the pod stops. Until then, each deploy by the tool waits for it.",
    whatToDo:
      "Set the volume to Retain now. Then a person must decide. To keep the data, put the claim back into the manifests, and re-create it on the same volume after it has been deleted. To give it up, scale the workload down with `kubectl scale`.",
  }),
  CrashLoopingPodUsesClaim: blocked("A crash-looping pod that no controller will delete uses the claim", {
    what: "A pod in CrashLoopBackOff refers to the claim in spec.volumes. Nothing owns the pod, or the claim itself does.",
    why: "No controller will ever delete that pod, and the pod holds the claim until it is deleted. A pod that the claim owns is deleted only after the claim.",
    whatToDo:
      "Read its log if you still need it (`kubectl logs NAME -n NAMESPACE --previous`). Then run `kubectl delete pod NAME -n NAMESPACE`.",
  }),
  UndeletablePodUsesClaim: blocked("The API server refuses to delete a pod that uses the claim", {
    what: "The namespace is being deleted, and the API server refused to delete what is in it. A pod that uses the claim is not marked for deletion.",
    why: "A ValidatingAdmissionPolicy or an admission webhook blocks the deletion of the pod, even by the namespace controller. The claim is already being deleted, and is released with its last pod. The deletion of a namespace cannot be undone.",
    whatToDo:
      "Set the volume to Retain if the data is needed. Then a person must decide whether the refusal is right: `kubectl pvguard why namespace/NAME` shows what refuses. The namespace controller retries without further action.",
  }),
  PodNotYetDeletedWithNamespace: waiting(
    "A pod that uses the claim has not been deleted with its namespace yet",
    {
      what: "The namespace is being deleted, and the API server refused to delete a pod that uses the claim. What refused it no longer exists, or does not cover the deletion now.",
      why: "The namespace controller tries again after about a minute. The claim is released with its last pod, and with policy Delete the data is then deleted too.",
      whatToDo:
        "Set the volume to Retain now if the data is needed. Otherwise no action is needed: `kubectl pvguard why namespace/NAME` shows what else is left.",
    },
  ),
  TerminatingPodUsesClaim: waiting("A pod that is being deleted still uses the claim", {
    what: "A pod that uses the claim is Terminating. The claim is released when the pod object has been deleted.",
    why: "The kubelet removes the pod object only after it has unmounted the volumes.",
    whatToDo:
      "No action is needed while the pod shuts down normally. If it stays Terminating, look at the pod: `kubectl pvguard why pod/NAME -n NAMESPACE`.",
  }),
  ForceDeletedPodUsesClaim: blocked("A deleted pod is kept by its own finalizers, and uses the claim", {
    what: "The pod is Terminating with grace period 0, and its own finalizers keep its object.",
    why: "Kubernetes checks whether the pod object exists. Neither the kubelet, when every container has stopped, nor a deletion by force removes a pod that has finalizers. The claim waits until the pod object is deleted.",
    whatToDo:
      "Look at the pod's finalizers and their owner: `kubectl pvguard why pod/NAME -n NAMESPACE`. A person must ask that owner to finish its work.",
  }),
  NoProtectionController: stuck("No protection controller works in this cluster", {
    what: "Several claims are being deleted, and no pod uses any of them. None of them has been released for more than a minute.",
    why: "The pvc-protection controller is part of kube-controller-manager. Here it is not running, is disabled (as in some virtual control planes), or lacks permissions.",
    whatToDo:
      "An administrator must start or enable pvc-protection-controller and pv-protection-controller in kube-controller-manager. All these claims are then deleted without further action.",
  }),
};
