import { annotationNames } from "../controllers/index.ts";
import { acceptance, defineRemedy } from "../define/index.ts";
import type { VolumeSnapshotContent } from "../kubernetes/index.ts";
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
    const destroys = found.object.spec?.deletionPolicy === "Delete";
    const handle = found.object.status?.snapshotHandle;
    const made =
      handle === undefined ? words("what it has created of the snapshot") : say`the snapshot ${handle}`;
    return {
      title: say`Let csi-snapshotter finish deleting ${nameOf(on)}`,
      because: destroys
        ? say`The snapshot-controller would have set this annotation. With policy Delete, the driver then deletes ${made}, as requested.`
        : say`The snapshot-controller would have set this annotation. With policy Retain, the snapshot is kept in the storage backend.`,
      fix: annotating(found.object),
    };
  },
});

function annotating(content: VolumeSnapshotContent): RemedyFix {
  const edit = annotationEdit(content, annotationNames.snapshotBeingDeleted, "yes");
  const handle = content.status?.snapshotHandle ?? "what it has created of the snapshot";
  const loss = acceptance("SnapshotDestroyed", say`The driver deletes ${handle} in the storage backend.`);
  const destroys = content.spec?.deletionPolicy === "Delete";
  return {
    acts: [{ do: "edit", on: seenRefOf(content), edits: [edit] }],
    cannotUndo: destroys ? [say`What the driver deletes cannot be restored.`] : [],
    accept: destroys ? [loss] : [],
  };
}
