import { annotationNames } from "../controllers/index.ts";
import { acceptance, defineRemedy, kubectlTarget, nameOf } from "../engine/index.ts";
import {
  isTerminating,
  type RemedyFix,
  say,
  seenRefOf,
  type VolumeSnapshotContent,
  words,
} from "../model/index.ts";
import { annotationEdit } from "./shared/edits.ts";

export default defineRemedy({
  name: "annotate-being-deleted",
  summary: "Tell csi-snapshotter that a VolumeSnapshotContent may be deleted",
  needs: ["snapshot.storage.k8s.io/v1/volumesnapshotcontents"],
  fixDoes: "Sets the annotation volumesnapshot-being-deleted on a content that is being deleted",
  asked: { on: ["snapshot.storage.k8s.io/v1/volumesnapshotcontents"], using: [{}] },
  make(on, _using, cluster) {
    const found = cluster.get("snapshot.storage.k8s.io/v1/volumesnapshotcontents", on.name);
    if (found.state !== "found" || !isTerminating(found.object)) return undefined;
    const destroys = found.object.spec?.deletionPolicy === "Delete";
    const handle = found.object.status?.snapshotHandle;
    const made =
      handle === undefined ? words("what it has made of the snapshot") : say`the snapshot ${handle}`;
    return {
      name: "annotate-being-deleted",
      title: say`Let csi-snapshotter finish the deletion of ${nameOf(on)}`,
      safety: destroys ? "loses-data" : "safe",
      because: destroys
        ? say`It is the annotation that the snapshot-controller would have set. With policy Delete the driver then deletes ${made}, as was asked.`
        : say`It is the annotation that the snapshot-controller would have set. With policy Retain the snapshot stays in the backend.`,
      commands: [
        {
          argv: ["kubectl", "annotate", ...kubectlTarget(on), `${annotationNames.snapshotBeingDeleted}=yes`],
        },
      ],
      steps: [],
      fix: annotating(found.object),
    };
  },
});

function annotating(content: VolumeSnapshotContent): RemedyFix {
  const edit = annotationEdit(content, annotationNames.snapshotBeingDeleted, "yes");
  const handle = content.status?.snapshotHandle ?? "what it has made of the snapshot";
  const loss = acceptance("SnapshotDestroyed", say`The driver deletes ${handle} in the backend.`);
  const destroys = content.spec?.deletionPolicy === "Delete";
  return {
    acts: [{ do: "edit", on: seenRefOf(content), edits: [edit] }],
    cannotUndo: destroys ? [say`What the driver deletes cannot be brought back.`] : [],
    accept: destroys ? [loss] : [],
  };
}
