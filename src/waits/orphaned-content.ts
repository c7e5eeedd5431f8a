import type { Cluster } from "../cluster/index.ts";
import { pointsBack, sharingSnapshot } from "../controllers/index.ts";
import { defineWait, waiting } from "../define/index.ts";
import type { ObjectRef, Phrase, VolumeSnapshotContent } from "../kubernetes/index.ts";
import { isTerminating, nameOf, say, words } from "../kubernetes/index.ts";

export default defineWait({
  wait: "orphaned-content",
  on: ["snapshot.storage.k8s.io/v1/volumesnapshotcontents"],
  needs: ["snapshot.storage.k8s.io/v1/volumesnapshots"],
  sources: [
    "kubernetes-csi/external-snapshotter pkg/common-controller/snapshot_controller.go syncContent, v8.6",
    "velero-io/velero#7511",
  ],
  reasons: {
    ContentWithoutSnapshot: waiting("The VolumeSnapshot of this content no longer exists", {
      what: "The VolumeSnapshotContent is healthy, but the VolumeSnapshot that it names does not exist. Nothing deletes the content.",
      why: "Its policy was Retain when the VolumeSnapshot was deleted, or a backup tool keeps the content on purpose. Kubernetes does not delete a content like this, so that copied manifests cannot delete data.",
      whatToDo:
        "A person must find out whether a backup still needs it: `kubectl get volumesnapshotcontents.snapshot.storage.k8s.io NAME -o yaml` shows its labels and handle.",
    }),
  },
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
    const former = words(found.state === "found" ? "former " : "");
    return {
      reason: "ContentWithoutSnapshot",
      message: say`its ${former}${nameOf(ref)} no longer exists, and ${endOf(content, cluster)}; a backup may still need it`,
      avoid: {
        step: say`delete contents in bulk because their VolumeSnapshots no longer exist`,
        because: say`with policy Delete that could delete the backups themselves`,
      },
    };
  },
});

/** The content is kept; its snapshot only if no other content has it deleted. */
function endOf(content: VolumeSnapshotContent, cluster: Cluster): Phrase {
  const sharing = sharingSnapshot(content, cluster);
  const stays = say`nothing deletes the content`;
  if (sharing.state === "unread" || sharing.others.length === 0) return stays;
  const { destroyed, others } = sharing;
  const handle = content.status?.snapshotHandle ?? content.spec?.source?.snapshotHandle ?? "its snapshot";
  if (destroyed === undefined || !others.includes(destroyed))
    return say`${stays}; ${handle} is also the snapshot of ${nameOf(others[0] ?? content)}`;
  return say`${handle} is also the snapshot of ${nameOf(destroyed)}, whose policy is Delete: when its VolumeSnapshot is deleted, ${handle} is deleted`;
}
