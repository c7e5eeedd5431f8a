import {
  claimNameOf,
  isPodFinished,
  keyOf,
  podsByClaim,
  podUsesClaimForDeletion,
} from "../controllers/index.ts";
import { couldNotRead, defineFinalizer, type FoundHold, nameOf } from "../engine/index.ts";
import {
  controllerOf,
  type Evidence,
  inNamespace,
  isTerminating,
  type PersistentVolumeClaim,
  type Phrase,
  type Pod,
  proof,
  refOf,
  say,
} from "../model/index.ts";

const finalizer = "kubernetes.io/pvc-protection";

export default defineFinalizer({
  finalizer,
  on: ["v1/persistentvolumeclaims"],
  owner: "pvc-protection-controller",
  needs: ["v1/pods"],
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/pvcprotection/pvc_protection_controller.go processPVC, podUsesPVCForDeletion, 1.25 to 1.36",
    "kubernetes/kubernetes#92598",
  ],
  addedWhen:
    "The claim is created (admission plugin StorageObjectInUseProtection), or the controller finds a live claim without it.",
  releasedWhen:
    "No scheduled pod object in the namespace names the claim in spec.volumes. The pod's phase does not matter: a finished pod counts until its object is deleted.",
  ifForced:
    "The claim disappears under a pod that may still be writing. The volume becomes Released, and with policy Delete its data is destroyed while in use.",
  manualRemoval: {
    safety: "loses-data",
    check:
      "No pod object in the namespace with spec.nodeName names the claim, of any phase, read live just before.",
  },
  since: "Kubernetes 1.9",
  reasons: {
    FinishedPodUsesClaim: {
      title: "A finished pod still names the claim",
      category: "blocked",
      what: "A pod that has Succeeded or Failed names the claim in spec.volumes, and its object still exists.",
      why: "Kubernetes looks at whether a scheduled pod object names the claim, not at its phase.",
      whatToDo:
        "Delete the finished pod: `kubectl delete pod NAME -n NAMESPACE`. Give Jobs a ttlSecondsAfterFinished.",
    },
    PodUsesClaim: {
      title: "A pod uses the claim",
      category: "blocked",
      what: "A scheduled pod that has not finished names the claim in spec.volumes.",
      why: "The claim waits until no pod uses it. That keeps the data safe while the pod runs.",
      whatToDo:
        "Decide whether the data is still wanted. To keep it, set the volume to Retain first. To let the claim go, a person must stop the workload: `kubectl scale`, or `kubectl delete pod NAME -n NAMESPACE`.",
    },
    TerminatingPodUsesClaim: {
      title: "A pod that is being deleted still uses the claim",
      category: "waiting",
      what: "A pod that names the claim is Terminating. The claim goes when the pod object is gone.",
      why: "The kubelet removes the pod object only after it has unmounted the volumes.",
      whatToDo:
        "Nobody must act while the pod ends normally. If it stays, look at the pod: `kubectl pvguard why pod/NAME -n NAMESPACE`.",
    },
  },
  holds(claim, cluster) {
    const namespace = claim.metadata.namespace ?? "";
    const pods = cluster.lookup(podsByClaim, keyOf(namespace, claim.metadata.name), inNamespace(namespace));
    if (!pods.read) return [couldNotRead(pods.unread)];
    return pods.items.filter((pod) => podUsesClaimForDeletion(pod, claim)).map((pod) => heldBy(pod, claim));
  },
  idle: (claim) => [{ remedy: "nudge", on: refOf(claim) }],
});

type Reason = "FinishedPodUsesClaim" | "PodUsesClaim" | "TerminatingPodUsesClaim";

function heldBy(pod: Pod, claim: PersistentVolumeClaim): FoundHold<Reason> {
  const base = { holder: { object: refOf(pod) }, evidence: evidenceOf(pod, claim) };
  const where = say`on node ${pod.spec?.nodeName ?? ""}`;
  if (isTerminating(pod)) {
    return {
      ...base,
      reason: "TerminatingPodUsesClaim",
      message: say`${nameOf(refOf(pod))} ${where} is being deleted, and still uses the claim`,
      avoid: [strip],
    };
  }
  const remedies = [{ remedy: "delete-pod", on: refOf(pod) }];
  if (isPodFinished(pod)) {
    return {
      ...base,
      reason: "FinishedPodUsesClaim",
      message: say`${nameOf(refOf(pod))} has finished (${pod.status?.phase ?? ""}), but its object still names the claim${ownedBy(pod)}`,
      remedies,
      avoid: [strip],
      isRoot: true,
    };
  }
  return {
    ...base,
    reason: "PodUsesClaim",
    message: say`${nameOf(refOf(pod))} (${pod.status?.phase ?? "phase unknown"}) ${where} uses the claim${ownedBy(pod)}`,
    remedies,
    avoid: [strip],
    isRoot: true,
  };
}

const strip = {
  step: say`removing the finalizer ${finalizer} by hand`,
  because: say`the claim would go while a pod still names it; the volume is then released, and with policy Delete destroyed`,
};

function ownedBy(pod: Pod): Phrase {
  const owner = controllerOf(pod);
  return owner === undefined ? [] : say`; it belongs to ${owner.kind ?? "?"}/${owner.name ?? "?"}`;
}

function evidenceOf(pod: Pod, claim: PersistentVolumeClaim): readonly Evidence[] {
  const position = (pod.spec?.volumes ?? []).findIndex(
    (volume) => claimNameOf(pod, volume) === claim.metadata.name,
  );
  return [
    proof(refOf(pod), `spec.volumes[${position}]`, claim.metadata.name),
    proof(refOf(pod), "spec.nodeName", pod.spec?.nodeName),
    proof(refOf(pod), "status.phase", pod.status?.phase),
  ];
}
