import { defineWait } from "../engine/index.ts";
import { goesWithPod } from "./shared/pod-start/goes-with-pod.ts";
import { startReasons } from "./shared/pod-start/reasons.ts";
import { whyNotStarted } from "./shared/pod-start/why-not-started.ts";

export default defineWait({
  wait: "pod-start",
  on: ["v1/pods"],
  needs: [
    "v1/persistentvolumeclaims",
    "v1/persistentvolumes",
    "storage.k8s.io/v1/volumeattachments",
    "v1/events",
    "apps/v1/replicasets",
    "v1/nodes",
  ],
  sources: [
    "kubernetes/kubernetes pkg/scheduler/framework/plugins/volumebinding/volume_binding.go podHasPVCs, 1.36",
    "kubernetes/kubernetes pkg/scheduler/framework/plugins/nodevolumelimits/csi.go Filter, 1.36",
    "kubernetes/kubernetes pkg/controller/volume/attachdetach/reconciler/reconciler.go reportMultiAttachError, 1.36",
    "kubernetes/kubernetes pkg/controller/statefulset/stateful_pod_control.go createMissingPersistentVolumeClaims, 1.36",
    "kubernetes/kubernetes pkg/controller/volume/pvcprotection/pvc_protection_controller.go podUsesPVCForDeletion, 1.36",
    "kubernetes/kubernetes#74374",
    "kubernetes/kubernetes#96142",
  ],
  reasons: startReasons,
  holds: whyNotStarted,
  remark: goesWithPod,
});
