import { pointsBack } from "../controllers/index.ts";
import { defineWait, nameOf } from "../engine/index.ts";
import { isTerminating, type ObjectRef, say } from "../model/index.ts";

export default defineWait({
  wait: "orphaned-content",
  on: ["snapshot.storage.k8s.io/v1/volumesnapshotcontents"],
  needs: ["snapshot.storage.k8s.io/v1/volumesnapshots"],
  sources: [
    "kubernetes-csi/external-snapshotter pkg/common-controller/snapshot_controller.go syncContent, v8.6",
    "velero-io/velero#7511",
  ],
  reasons: {
    ContentWithoutSnapshot: {
      title: "A content whose VolumeSnapshot is gone",
      category: "waiting",
      what: "The VolumeSnapshotContent is fine, and the VolumeSnapshot that it names does not exist any more. Nothing deletes it.",
      why: "Its policy was Retain when the VolumeSnapshot went, or a backup tool keeps the content on purpose. Kubernetes does not delete such a content, so that copied manifests destroy nothing.",
      whatToDo:
        "A person must find out whether a backup still needs it: `kubectl get volumesnapshotcontents.snapshot.storage.k8s.io NAME -o yaml` shows its labels and handle.",
    },
  },
  holds: () => [],
  remark(content, cluster) {
    const { name, namespace, uid } = content.spec?.volumeSnapshotRef ?? {};
    if (isTerminating(content) || name === undefined || (uid ?? "") === "") return undefined;
    const found = cluster.get("snapshot.storage.k8s.io/v1/volumesnapshots", name, namespace);
    if (found.state === "unread" || (found.state === "found" && pointsBack(content, found.object)))
      return undefined;
    const ref: ObjectRef = {
      apiVersion: "snapshot.storage.k8s.io/v1",
      kind: "VolumeSnapshot",
      name,
      ...(namespace === undefined ? {} : { namespace }),
    };
    return {
      reason: "ContentWithoutSnapshot",
      message: say`its ${nameOf(ref)} is gone, and nothing deletes the content; a backup may still need it`,
      avoid: [
        {
          step: say`deleting contents in bulk because their VolumeSnapshots are gone`,
          because: say`with policy Delete that can remove the backups themselves`,
        },
      ],
    };
  },
});
