import type { Cluster, Unread } from "../../cluster/index.ts";
import { everywhere } from "../../cluster/index.ts";
import type { VolumeSnapshotContent } from "../../kubernetes/index.ts";
import { annotationOf, hasFinalizer, isTerminating, refOf, words } from "../../kubernetes/index.ts";
import { snapshotBeingCreated, snapshotBeingDeleted } from "../annotation-names.ts";
import { defineController, nothing } from "../controller.ts";
import { act, actAfter, removeFinalizer, unknown, wait } from "../decision.ts";
import { contentBound } from "../finalizer-names.ts";
import { contentsByHandle } from "../indexes/index.ts";
import { isSnapshotDeletionCandidate, pointsBack } from "./deletion.ts";
import { handlingOf } from "./source.ts";

export const contentSnapshotter = defineController({
  name: "csi-snapshotter",
  on: "snapshot.storage.k8s.io/v1/volumesnapshotcontents",
  sources: [
    "kubernetes-csi/external-snapshotter pkg/sidecar-controller/snapshot_controller.go syncContent, v8.6",
  ],
  decide(content) {
    if (!isTerminating(content)) return nothing;
    const isHeld = hasFinalizer(content, contentBound);
    switch (contentDeletion(content)) {
      case "no":
        return isHeld ? wait() : nothing;
      case "delete":
        return act(
          {
            do: "destroy-backend",
            object: refOf(content),
            driver: content.spec?.driver ?? "",
            handle: content.status?.snapshotHandle ?? "",
          },
          ...(isHeld ? [removeFinalizer(content, contentBound)] : []),
        );
      case "release":
        return !isHeld ? nothing : act(removeFinalizer(content, contentBound));
    }
  },
});

export const contentController = defineController({
  name: "snapshot-controller",
  on: "snapshot.storage.k8s.io/v1/volumesnapshotcontents",
  sources: [
    "kubernetes-csi/external-snapshotter pkg/common-controller/snapshot_controller.go syncContent, v8.6",
    "kubernetes-csi/external-snapshotter pkg/common-controller/snapshot_controller_base.go syncSnapshotByKey, initializeCaches: syncContent sees a snapshot that is left alone only after the controller has started again, v8.6",
  ],
  decide(content, cluster) {
    const ref = content.spec?.volumeSnapshotRef;
    if (ref?.name === undefined || (ref.uid ?? "") === "") return nothing;
    if (!isTerminating(content) && !hasFinalizer(content, contentBound)) {
      return act({ do: "add-finalizer", object: refOf(content), finalizer: contentBound });
    }
    if (annotationOf(content, snapshotBeingDeleted) !== undefined) return nothing;
    const snapshot = cluster.get("snapshot.storage.k8s.io/v1/volumesnapshots", ref.name, ref.namespace);
    if (snapshot.state === "unread") return unknown(snapshot);
    if (snapshot.state === "absent" || !pointsBack(content, snapshot.object)) return nothing;
    if (!isSnapshotDeletionCandidate(snapshot.object)) return nothing;
    const annotate = {
      do: "annotate",
      object: refOf(content),
      key: snapshotBeingDeleted,
      value: "yes",
    } as const;
    const handling = handlingOf(snapshot.object, cluster);
    switch (handling.state) {
      case "unread":
        return unknown(handling);
      case "left alone":
        return actAfter(words("when the snapshot-controller starts again"), annotate);
      case "handled":
        return act(annotate);
    }
  },
});

/**
 * Does the sidecar let a deleted content go? Not while its creation is under way, and not unless the snapshot
 * controller has said so in an annotation: a content that was deleted on its own stays.
 * kubernetes-csi/external-snapshotter pkg/sidecar-controller/snapshot_controller.go shouldDelete, v8.6.
 */
export function shouldDeleteContent(content: VolumeSnapshotContent): boolean {
  if (!isTerminating(content)) return false;
  const { source, volumeSnapshotRef } = content.spec ?? {};
  if (source?.snapshotHandle !== undefined && (volumeSnapshotRef?.uid ?? "") === "") return true;
  if (isSnapshotBeingCreated(content)) return false;
  return annotationOf(content, snapshotBeingDeleted) !== undefined;
}

/**
 * The driver has not said whether it created the snapshot. Once it is ready, the sidecar takes the annotation off.
 * The same file, syncContent.
 */
export function isSnapshotBeingCreated(content: VolumeSnapshotContent): boolean {
  return annotationOf(content, snapshotBeingCreated) !== undefined && content.status?.readyToUse !== true;
}

/** `delete`: the driver is asked to delete the snapshot first. The same file, syncContent. */
export function contentDeletion(content: VolumeSnapshotContent): "no" | "delete" | "release" {
  if (!shouldDeleteContent(content)) return "no";
  const { snapshotHandle, volumeGroupSnapshotHandle } = content.status ?? {};
  const isOurs = snapshotHandle !== undefined && volumeGroupSnapshotHandle === undefined;
  return content.spec?.deletionPolicy === "Delete" && isOurs ? "delete" : "release";
}

/** The other contents that have the same snapshot handle as one. */
type Sharing =
  | {
      readonly state: "read";
      readonly others: readonly VolumeSnapshotContent[];
      /** A content, of all with this handle, whose deletion destroys the snapshot. */
      readonly destroyed: VolumeSnapshotContent | undefined;
    }
  | { readonly state: "unread"; readonly unread: Unread };

/**
 * The sidecar has the driver delete a snapshot by its handle, whichever other contents name it.
 * kubernetes-csi/external-snapshotter pkg/sidecar-controller/snapshot_controller.go deleteCSISnapshotOperation, v8.6.
 */
export function sharingSnapshot(content: VolumeSnapshotContent, cluster: Cluster): Sharing {
  const [key] = contentsByHandle.keys(content);
  if (key === undefined) return { state: "read", others: [], destroyed: undefined };
  const sharing = cluster.lookup(contentsByHandle, key, everywhere);
  if (!sharing.read) return { state: "unread", unread: sharing.unread };
  return {
    state: "read",
    others: sharing.items.filter(({ metadata }) => metadata.name !== content.metadata.name),
    destroyed: sharing.items.find(isDestroyedWith),
  };
}

/** A member of a group snapshot is deleted with its group, and not by itself. */
function isDestroyedWith({ spec, status }: VolumeSnapshotContent): boolean {
  return spec?.deletionPolicy === "Delete" && status?.volumeGroupSnapshotHandle === undefined;
}
