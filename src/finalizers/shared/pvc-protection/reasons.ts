import { blocked, stuck, waiting } from "../../../define/index.ts";

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
