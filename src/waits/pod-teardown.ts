import { defineWait } from "../engine/index.ts";
import { teardownReasons } from "./shared/pod-teardown/reasons.ts";
import { whyNotGone } from "./shared/pod-teardown/why-not-gone.ts";

export default defineWait({
  wait: "pod-teardown",
  on: ["v1/pods"],
  needs: [
    "v1/nodes",
    "v1/persistentvolumeclaims",
    "v1/persistentvolumes",
    "storage.k8s.io/v1/csinodes",
    "v1/events",
  ],
  sources: [
    "kubernetes/kubernetes pkg/kubelet/kubelet.go SyncTerminatedPod; pkg/kubelet/status/status_manager.go canBeDeleted, 1.36",
    "kubernetes/kubernetes pkg/controller/podgc/gc_controller.go gcTerminating, gcOrphaned, 1.36",
    "kubernetes/kubernetes#72048",
    "kubernetes/kubernetes#122960",
  ],
  reasons: teardownReasons,
  holds: whyNotGone,
});
