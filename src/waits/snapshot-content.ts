import { blocked, couldNotRead, defineWait } from "../define/index.ts";
import type { ObjectRef } from "../kubernetes/index.ts";
import { isTerminating, nameOf, refOf, say } from "../kubernetes/index.ts";
import { proof } from "../report/index.ts";

const contents = "snapshot.storage.k8s.io/v1/volumesnapshotcontents";

export default defineWait({
  wait: "snapshot-content",
  on: ["snapshot.storage.k8s.io/v1/volumesnapshots"],
  needs: [contents],
  sources: [
    "kubernetes-csi/external-snapshotter pkg/common-controller/snapshot_controller.go syncReadySnapshot, v8.6",
    "kubernetes-csi/external-snapshotter#248",
  ],
  reasons: {
    ContentBeingDeleted: blocked("The snapshot's content was deleted, and waits for the snapshot", {
      what: "The VolumeSnapshot is in use, and the VolumeSnapshotContent that it is bound to is being deleted.",
      why: "The content itself was deleted. It disappears as soon as the snapshot is deleted, and its deletion cannot be undone.",
      whatToDo:
        "Look at the content before anything else: `kubectl pvguard why volumesnapshotcontents.snapshot.storage.k8s.io/NAME`.",
    }),
    ContentGone: blocked("The snapshot's content no longer exists", {
      what: "The VolumeSnapshot is bound to a VolumeSnapshotContent that does not exist. Nothing can be restored from it.",
      why: "The finalizer of the content was removed manually, or the snapshot was restored from a backup without its content.",
      whatToDo:
        "A person must look in the storage backend for the snapshot itself: it may still exist. With its handle a new VolumeSnapshotContent can be created: `kubectl create -f content.yaml`.",
    }),
  },
  holds(snapshot, cluster) {
    const name = snapshot.status?.boundVolumeSnapshotContentName ?? "";
    if (isTerminating(snapshot) || name === "") return [];
    const found = cluster.get(contents, name);
    const missing: ObjectRef = {
      apiVersion: "snapshot.storage.k8s.io/v1",
      kind: "VolumeSnapshotContent",
      name,
    };
    switch (found.state) {
      case "unread":
        return couldNotRead(found.unread);
      case "absent":
        return {
          reason: "ContentGone" as const,
          holder: { missing },
          message: say`${nameOf(missing)}, to which the snapshot is bound, does not exist: nothing can be restored from the snapshot`,
          evidence: [proof(snapshot, "status.boundVolumeSnapshotContentName", name)],
          avoid: {
            step: say`assume that the snapshot in the storage backend is lost`,
            because: say`only the object is gone; the snapshot itself may still exist`,
          },
        };
      case "found":
        if (!isTerminating(found.object)) return [];
        return {
          reason: "ContentBeingDeleted" as const,
          holder: { object: refOf(found.object) },
          message: say`its ${nameOf(missing)} was deleted, and disappears when the snapshot is deleted`,
          evidence: [
            proof(found.object, "metadata.deletionTimestamp", found.object.metadata.deletionTimestamp),
          ],
          avoid: {
            step: say`delete the VolumeSnapshot`,
            because: say`its content is already being deleted: with policy Delete the snapshot in the storage backend would be deleted`,
          },
        };
    }
  },
});
