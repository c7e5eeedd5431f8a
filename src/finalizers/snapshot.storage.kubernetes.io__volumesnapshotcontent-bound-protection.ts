import { finalizerNames, shouldDeleteContent } from "../controllers/index.ts";
import { defineFinalizer } from "../engine/index.ts";
import { refOf } from "../model/index.ts";
import { deleting } from "./shared/snapshot-content/deleting.ts";
import { notReadyToGo } from "./shared/snapshot-content/on-its-own.ts";
import { contentReasons } from "./shared/snapshot-content/reasons.ts";
import { driverOf } from "./shared/snapshot-content/words.ts";

export default defineFinalizer({
  finalizer: finalizerNames.contentBound,
  on: ["snapshot.storage.k8s.io/v1/volumesnapshotcontents"],
  owner: "csi-snapshotter",
  needs: [
    "storage.k8s.io/v1/csidrivers",
    "storage.k8s.io/v1/csinodes",
    "v1/events",
    "snapshot.storage.k8s.io/v1/volumesnapshots",
  ],
  sources: [
    "kubernetes-csi/external-snapshotter pkg/sidecar-controller/snapshot_controller.go syncContent, shouldDelete, v8.6",
    "kubernetes-csi/external-snapshotter#1112",
    "alibaba/open-local#184",
  ],
  addedWhen: "The content is bound to a VolumeSnapshot.",
  releasedWhen:
    "The content is being deleted, and the snapshot-controller has annotated it as being deleted. With policy Delete, the driver has also deleted the snapshot.",
  ifForced: "With policy Delete, the snapshot remains in the storage backend with no record of it.",
  manualRemoval: {
    safety: "loses-data",
    check: "The storage backend shows that the snapshot no longer exists, or its handle is written down.",
  },
  since: "external-snapshotter 2.0",
  reasons: contentReasons,
  holds(content, cluster) {
    if (!shouldDeleteContent(content)) return [notReadyToGo(content, cluster)];
    const found = deleting(content, cluster);
    return found === undefined ? [] : [found];
  },
  idle: (content) => [
    {
      remedy: "restart-sidecar",
      on: refOf(content),
      using: { controller: "csi-snapshotter", driver: driverOf(content) },
    },
  ],
});
