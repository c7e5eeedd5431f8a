import { blocked, defineWait } from "../define/index.ts";
import { withMeaning } from "../evidence/index.ts";
import { isTerminating, say } from "../kubernetes/index.ts";

export default defineWait({
  wait: "content-not-ready",
  on: ["snapshot.storage.k8s.io/v1/volumesnapshotcontents"],
  sources: [
    "kubernetes-csi/external-snapshotter pkg/sidecar-controller/snapshot_controller.go updateContentErrorStatusWithEvent, v8.6",
    "longhorn/longhorn#3167",
  ],
  reasons: {
    ContentFails: blocked("The driver fails to take the snapshot", {
      what: "The VolumeSnapshotContent is not ready, and its status has an error of the driver's csi-snapshotter, which retries.",
      why: "The error says why. It does not keep the content from being deleted.",
      whatToDo:
        "A person must remove the cause. `kubectl pvguard why volumesnapshot/NAME -n NAMESPACE` tells the same of its VolumeSnapshot.",
    }),
  },
  /** No hold: the error keeps nothing from being deleted. */
  remark(content) {
    const { spec, status } = content;
    const error = status?.error?.message;
    if (isTerminating(content) || status?.readyToUse === true || error === undefined) return undefined;
    return {
      reason: "ContentFails",
      message: withMeaning(say`the snapshot is not ready`, error, spec?.driver ?? ""),
    };
  },
});
