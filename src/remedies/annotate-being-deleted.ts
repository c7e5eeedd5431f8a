import { annotationNames } from "../controllers/index.ts";
import { acceptance, defineRemedy } from "../define/index.ts";
import type { Phrase, VolumeSnapshotContent } from "../kubernetes/index.ts";
import { isTerminating, nameOf, say, seenRefOf, words } from "../kubernetes/index.ts";
import type { RemedyFix } from "../report/index.ts";
import { annotationEdit } from "./shared/acts.ts";

export const annotateBeingDeleted = defineRemedy({
  name: "annotate-being-deleted",
  summary: "Tell csi-snapshotter that a VolumeSnapshotContent may be deleted",
  on: ["snapshot.storage.k8s.io/v1/volumesnapshotcontents"],
  needs: ["snapshot.storage.k8s.io/v1/volumesnapshotcontents"],
  fixDoes: "Sets the annotation volumesnapshot-being-deleted on a content that is being deleted",
  asked: { on: ["snapshot.storage.k8s.io/v1/volumesnapshotcontents"], using: [{}] },
  make(on, _using, cluster) {
    const found = cluster.get("snapshot.storage.k8s.io/v1/volumesnapshotcontents", on.name);
    if (found.state !== "found" || !isTerminating(found.object)) return undefined;
    return {
      title: say`Let csi-snapshotter finish deleting ${nameOf(on)}`,
      because: say`The snapshot-controller would have set this annotation. ${effectOn(found.object)}`,
      fix: annotating(found.object),
    };
  },
});

function effectOn({ spec, status }: VolumeSnapshotContent): Phrase {
  if (spec?.deletionPolicy !== "Delete")
    return words("With policy Retain, the snapshot is kept in the storage backend.");
  const handle = status?.snapshotHandle;
  return handle === undefined
    ? words("The content has no handle, so the driver is not asked to delete anything.")
    : say`With policy Delete, the driver then deletes the snapshot ${handle}, as requested.`;
}

/**
 * Without a handle the sidecar only removes its finalizer.
 * kubernetes-csi/external-snapshotter pkg/sidecar-controller/snapshot_controller.go syncContent, v8.6.
 */
function annotating(content: VolumeSnapshotContent): RemedyFix {
  const edit = annotationEdit(content, annotationNames.snapshotBeingDeleted, "yes");
  const acts = [{ do: "edit", on: seenRefOf(content), edits: [edit] }] as const;
  if (content.spec?.deletionPolicy !== "Delete") return { acts, cannotUndo: [], accept: [] };
  const handle = content.status?.snapshotHandle;
  if (handle === undefined) return { acts, cannotUndo: [], accept: [leak] };
  const loss = acceptance("SnapshotDestroyed", say`The driver deletes ${handle} in the storage backend.`);
  return { acts, cannotUndo: [say`What the driver deletes cannot be restored.`], accept: [loss] };
}

const leak = acceptance(
  "SnapshotLeaks",
  words("If the driver has created anything of the snapshot, that remains in the storage backend."),
);
