import { isPodTerminated } from "../controllers/index.ts";
import { defineFinalizer, waiting } from "../define/index.ts";
import { controllerOf, say } from "../kubernetes/index.ts";
import { checkController, nudge } from "../remedies/index.ts";
import { proof } from "../report/index.ts";

export default defineFinalizer({
  finalizer: "batch.kubernetes.io/job-tracking",
  on: ["v1/pods"],
  owner: "job-controller",
  sources: [
    "kubernetes/kubernetes pkg/controller/job/job_controller.go trackJobStatusAndRemoveFinalizers, syncOrphanPod, 1.36",
  ],
  addedWhen: "The Job controller creates a pod.",
  releasedWhen:
    "The pod has ended, and the Job has counted it. Or its Job no longer exists, and the controller releases the orphaned pod.",
  ifForced: "The Job does not count the pod, and may run its work again.",
  manualRemoval: {
    safety: "risky",
    check: "The Job no longer exists, or running its work a second time does no harm.",
  },
  since: "Kubernetes 1.22",
  reasons: {
    JobPodNotEnded: waiting("The containers of the Job's pod have not ended yet", {
      what: "The pod is being deleted and has the Job controller's finalizer, but its containers have not ended.",
      why: "The Job controller counts a pod only after the pod has ended.",
      whatToDo:
        "No action is needed while the pod shuts down: `kubectl get pod NAME -n NAMESPACE`. The Job controller then removes the finalizer without further action.",
    }),
  },
  holds(pod) {
    if (isPodTerminated(pod)) return [];
    const job = controllerOf(pod)?.name;
    return {
      reason: "JobPodNotEnded",
      holder: { controller: "kubelet" },
      message: say`the pod's containers have not ended yet; the Job controller counts the pod for ${job === undefined ? say`its Job` : say`Job/${job}`} after that`,
      evidence: [proof(pod, "status.phase", pod.status?.phase)],
    };
  },
  idle: (pod) => [
    nudge(pod),
    checkController(pod, { controller: "kube-controller-manager (job-controller)" }),
  ],
});
