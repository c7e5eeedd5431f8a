import { contentOf, finalizerNames, pointsBack } from "../controllers/index.ts";
import { couldNotRead, defineFinalizer, nameOf } from "../engine/index.ts";
import { proof, refOf, say } from "../model/index.ts";

const finalizer = finalizerNames.snapshotBound;

export default defineFinalizer({
  finalizer,
  on: ["snapshot.storage.k8s.io/v1/volumesnapshots"],
  owner: "snapshot-controller",
  needs: ["snapshot.storage.k8s.io/v1/volumesnapshotcontents"],
  sources: [
    "kubernetes-csi/external-snapshotter pkg/common-controller/snapshot_controller.go checkandRemoveSnapshotFinalizersAndCheckandDeleteContent, v8.6",
  ],
  addedWhen: "The snapshot is bound to a content with deletion policy Delete.",
  releasedWhen: "Its content is gone, or has policy Retain, or does not point back at the snapshot.",
  ifForced:
    "The content can lack its being-deleted annotation, stay Terminating for ever, and leave the snapshot in the backend.",
  manualRemoval: {
    safety: "loses-data",
    check: "The VolumeSnapshotContent is gone, and so is the snapshot in the backend.",
  },
  since: "external-snapshotter 2.0",
  reasons: {
    ContentMustGoFirst: {
      title: "The snapshot's content must go first",
      category: "waiting",
      what: "The VolumeSnapshotContent with policy Delete still exists.",
      why: "It is deleted only after the driver has deleted the snapshot in the backend.",
      whatToDo:
        "Look at the content: `kubectl pvguard why volumesnapshotcontents.snapshot.storage.k8s.io/NAME`.",
    },
  },
  holds(snapshot, cluster) {
    const found = contentOf(snapshot, cluster);
    if (found.state === "unread") return [couldNotRead(found.unread)];
    if (found.state === "absent" || !pointsBack(found.object, snapshot)) return [];
    if (found.object.spec?.deletionPolicy !== "Delete") return [];
    return [
      {
        reason: "ContentMustGoFirst",
        holder: { object: refOf(found.object) },
        message: say`${nameOf(refOf(found.object))} with policy Delete must go first`,
        evidence: [proof(refOf(found.object), "spec.deletionPolicy", "Delete")],
        avoid: [
          {
            step: say`removing the finalizer ${finalizer} from the snapshot`,
            because: say`nobody would then tell the driver to delete the snapshot in the backend: it stays there, and the content stays Terminating`,
          },
        ],
      },
    ];
  },
  idle: (snapshot) => [
    {
      remedy: "restart-sidecar",
      on: refOf(snapshot),
      using: { controller: "snapshot-controller", driver: "the cluster" },
    },
    { remedy: "nudge", on: refOf(snapshot) },
  ],
});
