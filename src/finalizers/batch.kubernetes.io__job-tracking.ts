import { isPodTerminated } from "../controllers/index.ts";
import { defineFinalizer } from "../engine/index.ts";
import { controllerOf, proof, refOf, say } from "../model/index.ts";

export default defineFinalizer({
  finalizer: "batch.kubernetes.io/job-tracking",
  on: ["v1/pods"],
  owner: "job-controller",
  needs: [],
  sources: [
    "kubernetes/kubernetes pkg/controller/job/job_controller.go trackJobStatusAndRemoveFinalizers, syncOrphanPod, 1.36",
  ],
  addedWhen: "The Job controller makes a pod.",
  releasedWhen:
    "The pod has ended and the Job has counted it; or its Job is gone, and the controller lets the orphan go.",
  ifForced: "The Job does not count the pod, and may run its work once more.",
  manualRemoval: {
    safety: "risky",
    check: "The Job is gone, or running its work a second time does no harm.",
  },
  since: "Kubernetes 1.22",
  reasons: {
    JobPodNotEnded: {
      title: "A pod of a Job has not ended yet",
      category: "waiting",
      what: "The pod is being deleted, has the finalizer of the Job controller, and its containers have not ended.",
      why: "The Job controller counts a pod only once it has ended.",
      whatToDo:
        "Nobody must act while the pod ends. Then the Job controller removes the finalizer by itself.",
    },
  },
  holds(pod) {
    if (isPodTerminated(pod)) return [];
    const job = controllerOf(pod)?.name;
    return [
      {
        reason: "JobPodNotEnded",
        holder: { controller: "kubelet" },
        message: say`the Job controller counts the pod for ${job === undefined ? say`its Job` : say`Job/${job}`} once its containers have ended`,
        evidence: [proof(refOf(pod), "status.phase", pod.status?.phase)],
      },
    ];
  },
  idle: (pod) => [
    { remedy: "nudge", on: refOf(pod) },
    {
      remedy: "check-controller",
      on: refOf(pod),
      using: { controller: "kube-controller-manager (job-controller)" },
    },
  ],
});
