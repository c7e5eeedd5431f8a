import type { Cluster } from "../cluster/index.ts";
import { attachDriver, claimOf, isPodFinished, podUsesClaimForDeletion } from "../controllers/index.ts";
import type { Remark } from "../define/index.ts";
import { defineWait } from "../define/index.ts";
import { collectionWords, endWords, evictionWords, podEvicted } from "../evidence/index.ts";
import type { Pod } from "../kubernetes/index.ts";
import { isTerminating, join, nameOf, say, workloadKinds } from "../kubernetes/index.ts";
import { besideVolumes } from "./shared/pod-start/beside-volumes.ts";
import { sourcesOf } from "./shared/pod-start/by-claim.ts";
import type { StartReason } from "./shared/pod-start/reasons.ts";
import { startReasons } from "./shared/pod-start/reasons.ts";
import { startTroubles } from "./shared/pod-start/start-holds.ts";

export default defineWait({
  wait: "pod-start",
  on: ["v1/pods"],
  needs: [
    "v1/persistentvolumeclaims",
    "v1/persistentvolumes",
    "storage.k8s.io/v1/volumeattachments",
    "coordination.k8s.io/v1/leases",
    "v1/events",
    ...workloadKinds,
    "v1/nodes",
    "storage.k8s.io/v1/csinodes",
    "storage.k8s.io/v1/csidrivers",
  ],
  sources: [
    "kubernetes/kubernetes pkg/scheduler/framework/plugins/volumebinding/volume_binding.go podHasPVCs, 1.36",
    "kubernetes/kubernetes pkg/scheduler/framework/plugins/nodevolumelimits/csi.go Filter, 1.36",
    "kubernetes/kubernetes pkg/controller/volume/attachdetach/reconciler/reconciler.go reportMultiAttachError, 1.36",
    "kubernetes/kubernetes pkg/volume/util/operationexecutor/operation_generator.go GenerateMountVolumeFunc, 1.36",
    "kubernetes/kubernetes pkg/kubelet/volumemanager/volume_manager.go WaitForAttachAndMount, 1.36",
    "kubernetes/kubernetes pkg/volume/volume_linux.go ChangePermissions, 1.36",
    "kubernetes/kubernetes pkg/controller/statefulset/stateful_pod_control.go createMissingPersistentVolumeClaims, 1.36",
    "kubernetes/kubernetes pkg/controller/volume/pvcprotection/pvc_protection_controller.go podUsesPVCForDeletion, 1.36",
    "kubernetes/kubernetes pkg/controller/tainteviction/taint_eviction.go processPodOnNode, 1.36",
    "kubernetes/kubernetes pkg/controller/podgc/gc_controller.go gcOrphaned, 1.36",
    "kubernetes-csi/external-attacher pkg/controller/csi_handler.go csiAttach: a volume that is being deleted is not attached, v4.12",
    "kubernetes/kubernetes pkg/kubelet/kubelet_pods.go convertToAPIContainerStatuses, 1.36",
    "kubernetes/kubernetes#74374",
    "kubernetes/kubernetes#96142",
  ],
  reasons: startReasons,
  holds: (pod, cluster) => startTroubles(pod, cluster).map(({ hold }) => hold),
  remark: (pod, cluster) =>
    goesWithPod(pod, cluster) ??
    volumeDeleted(pod, cluster) ??
    collectedSoon(pod, cluster) ??
    evictedSoon(pod, cluster) ??
    besideVolumes(pod, cluster),
});

/** Said of a pod with which nothing is wrong: its end is that of a claim. */
function goesWithPod(pod: Pod, cluster: Cluster): Remark<StartReason> | undefined {
  if (isTerminating(pod)) return undefined;
  const claims = sourcesOf(pod, cluster).flatMap(({ claim }) =>
    claim.state === "found" && isTerminating(claim.object) && podUsesClaimForDeletion(pod, claim.object)
      ? [claim.object]
      : [],
  );
  if (claims.length === 0) return undefined;
  const eviction = endWords(pod, cluster);
  const names = join(
    claims.map((claim) => nameOf(claim)),
    " and ",
  );
  return {
    reason: "ClaimGoesWithPod",
    message: say`${names} ${claims.length === 1 ? say`is` : say`are`} being deleted, and ${claims.length === 1 ? say`stays` : say`stay`} only as long as a pod uses ${claims.length === 1 ? say`it` : say`them`}${eviction.length === 0 ? [] : say`; ${eviction}`}`,
    // Where a controller deletes the pod in any case, not to delete it keeps nothing.
    ...(eviction.length === 0 ? { avoid: keepForData } : {}),
  };
}

const keepForData = {
  step: say`delete the pod while you still need the data`,
  because: say`after the last pod the claim is deleted, and with policy Delete its data is lost; no new pod can start on it`,
};

/** Said of a pod that runs: it cannot be started again where its volume has to be attached. */
function volumeDeleted(pod: Pod, cluster: Cluster): Remark<StartReason> | undefined {
  if (isTerminating(pod) || isPodFinished(pod)) return undefined;
  const volumes = sourcesOf(pod, cluster).flatMap(({ claim }) => {
    if (claim.state !== "found") return [];
    const volume = cluster.get("v1/persistentvolumes", claim.object.spec?.volumeName ?? "");
    if (volume.state !== "found" || !isTerminating(volume.object)) return [];
    return attachDriver(volume.object) !== undefined &&
      claimOf(volume.object)?.uid === claim.object.metadata.uid
      ? [volume.object]
      : [];
  });
  const [volume] = volumes;
  if (volume === undefined) return undefined;
  const end = endWords(pod, cluster);
  return {
    reason: "VolumeOfPodDeleted",
    message: say`${nameOf(volume)}, which the pod uses, is being deleted, and no new pod could attach it: do not restart the pod${end.length === 0 ? [] : say`; ${end}`}`,
  };
}

function collectedSoon(pod: Pod, cluster: Cluster): Remark<StartReason> | undefined {
  const message = collectionWords(pod, cluster);
  if (message.length === 0 || isPodFinished(pod)) return undefined;
  const avoid = {
    step: say`treat the missing Node as a machine that is off`,
    because: say`it may only be deregistered, and still run the pod and write to its volumes`,
  };
  return { reason: "NodeOfPodGone", message, end: "goes", avoid };
}

function evictedSoon(pod: Pod, cluster: Cluster): Remark<StartReason> | undefined {
  const evicted = podEvicted(pod, cluster);
  if (evicted.is !== "proven" || isPodFinished(pod)) return undefined;
  const end = evicted.ends === "the pod ends" ? ({ end: "goes" } as const) : {};
  return { reason: "PodWillBeEvicted", message: evictionWords(pod, cluster), ...end };
}
