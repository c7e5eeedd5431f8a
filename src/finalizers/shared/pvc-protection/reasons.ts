import type { ReasonPage } from "../../../engine/index.ts";

export type ProtectionReason =
  | "FinishedPodUsesClaim"
  | "PodUsesClaim"
  | "PrunedClaimInUse"
  | "CrashLoopingPodUsesClaim"
  | "UndeletablePodUsesClaim"
  | "TerminatingPodUsesClaim"
  | "ForceDeletedPodUsesClaim"
  | "NoProtectionController";

export const protectionReasons: { readonly [reason in ProtectionReason]: ReasonPage } = {
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
  PrunedClaimInUse: {
    title: "A tool deleted a claim that a pod still uses",
    category: "blocked",
    what: "The claim carries the marks of a tool that applies and prunes manifests, it is being deleted, and a pod that has not finished names it.",
    why: "Most likely the tool pruned or uninstalled it. A deletion cannot be taken back: the claim goes as soon as the pod stops, and the tool's deploys wait for it meanwhile.",
    whatToDo:
      "Set the volume to Retain now. Then a person must decide: to keep the data, put the claim back into the manifests and re-create it on the same volume after it went; to drop it, `kubectl scale` the workload down.",
  },
  CrashLoopingPodUsesClaim: {
    title: "A pod that keeps crashing uses the claim, and nothing owns the pod",
    category: "blocked",
    what: "A pod in CrashLoopBackOff without a controller names the claim in spec.volumes.",
    why: "Nothing will ever delete that pod, and as long as its object exists it holds the claim.",
    whatToDo:
      "Read its log if it still matters (`kubectl logs NAME -n NAMESPACE --previous`). Then `kubectl delete pod NAME -n NAMESPACE`.",
  },
  UndeletablePodUsesClaim: {
    title: "The deletion of a pod that uses the claim is refused",
    category: "blocked",
    what: "The namespace is being deleted, the API server refused to delete what is in it, and a pod that names the claim is not marked for deletion.",
    why: "A ValidatingAdmissionPolicy or an admission webhook keeps the pod, also from the namespace controller. The claim is being deleted already, and goes with its last pod. The deletion of a namespace cannot be taken back.",
    whatToDo:
      "Set the volume to Retain if the data is wanted. Then a person must decide whether what refuses is right: `kubectl pvguard why namespace/NAME` names it. The namespace controller tries again by itself.",
  },
  TerminatingPodUsesClaim: {
    title: "A pod that is being deleted still uses the claim",
    category: "waiting",
    what: "A pod that names the claim is Terminating. The claim goes when the pod object is gone.",
    why: "The kubelet removes the pod object only after it has unmounted the volumes.",
    whatToDo:
      "Nobody must act while the pod ends normally. If it stays, look at the pod: `kubectl pvguard why pod/NAME -n NAMESPACE`.",
  },
  ForceDeletedPodUsesClaim: {
    title: "A pod was deleted by force, and its object still holds the claim",
    category: "blocked",
    what: "The pod is Terminating with grace period 0, and finalizers of its own keep its object.",
    why: "Kubernetes counts pod objects. Force does not get past finalizers, and the claim waits until the object is gone.",
    whatToDo:
      "Look at the pod's finalizers and their owner: `kubectl pvguard why pod/NAME -n NAMESPACE`. A person must ask that owner to finish.",
  },
  NoProtectionController: {
    title: "No protection controller works in this cluster",
    category: "stuck",
    what: "Several claims are being deleted, no pod uses any of them, and not one has been let go for more than a minute.",
    why: "The pvc-protection controller is part of kube-controller-manager. Here it is not running, is switched off (as in some virtual control planes), or lacks its rights.",
    whatToDo:
      "An administrator must start or enable pvc-protection-controller and pv-protection-controller in kube-controller-manager. All claims then go by themselves.",
  },
};
