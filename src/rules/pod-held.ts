import { deleted, podsWithStorage } from "../cluster/index.ts";
import { defineRule } from "../define/index.ts";
import { usesStorage } from "./shared/claims.ts";
import { chainNeeds, heldFinding } from "./shared/findings.ts";

export default defineRule({
  code: "PVG109",
  name: "pod-held",
  title: "A pod that uses a volume stays Terminating",
  on: ["v1/pods"],
  only: [deleted, podsWithStorage],
  needs: chainNeeds,
  what: "A pod that uses a claim, or an inline volume of a CSI driver, has been Terminating for longer than --older-than after its grace period.",
  why: "Its node does not answer, a volume cannot be unmounted, or a finalizer keeps the pod. Until it is deleted, its volumes stay in use: a StatefulSet creates no new pod, and a new pod on another node waits for a volume that only one node may use.",
  whatToDo:
    "Look at the cause: `kubectl pvguard why pod/NAME -n NAMESPACE`. Do not delete the pod by force before it is certain that its machine is off.",
  sources: [
    "kubernetes/kubernetes pkg/kubelet/status/status_manager.go canBeDeleted, 1.36",
    "kubernetes/kubernetes pkg/controller/statefulset/stateful_set_control.go processReplica, 1.36",
  ],
  check: (pod, context) => (usesStorage(pod) ? heldFinding(pod, context) : []),
});
