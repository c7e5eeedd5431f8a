import { annotationNames } from "../controllers/index.ts";
import { defineRemedy } from "../define/index.ts";
import { isSnapshotDeleted } from "../evidence/index.ts";
import type { VolumeSnapshotContent } from "../kubernetes/index.ts";
import { annotationOf, say } from "../kubernetes/index.ts";
import { harmless } from "./shared/acts.ts";

export const retainSnapshot = defineRemedy({
  name: "retain-snapshot",
  summary: "Set the deletion policy of a snapshot's content to Retain, so that the snapshot is not deleted",
  on: ["snapshot.storage.k8s.io/v1/volumesnapshotcontents"],
  needs: ["snapshot.storage.k8s.io/v1/volumesnapshotcontents", "v1/events"],
  fixDoes: "Sets spec.deletionPolicy to Retain",
  asked: { on: ["snapshot.storage.k8s.io/v1/volumesnapshotcontents"], using: [{}] },
  make(on, _using, cluster) {
    const found = cluster.get("snapshot.storage.k8s.io/v1/volumesnapshotcontents", on.name);
    if (found.state !== "found" || found.object.spec?.deletionPolicy !== "Delete") return undefined;
    if (isWithoutSnapshot(found.object) || isSnapshotDeleted(found.object, cluster)) return undefined;
    const handle = found.object.status?.snapshotHandle ?? "the snapshot";
    return {
      title: say`Keep the snapshot: set volumesnapshotcontent/${on.name} to Retain first`,
      because: say`With Retain, the driver is not asked to delete ${handle}. It is kept in the storage backend when the objects are deleted. The manifest is then its only record.`,
      saves: [on],
      fix: harmless(found.object, [
        { op: "replace", path: "/spec/deletionPolicy", value: "Retain", was: "Delete" },
      ]),
    };
  },
  already(on, cluster) {
    const found = cluster.get("snapshot.storage.k8s.io/v1/volumesnapshotcontents", on.name);
    return found.state === "found" && found.object.spec?.deletionPolicy === "Retain"
      ? say`the policy of volumesnapshotcontent/${on.name} is already Retain`
      : undefined;
  },
  volunteer: ({ volume }) => (volume?.kind === "VolumeSnapshotContent" ? [volume] : []),
});

/** Taking it failed finally, so there is nothing to keep. A driver that may still be working on it has an annotation. */
function isWithoutSnapshot(content: VolumeSnapshotContent): boolean {
  const { status, spec } = content;
  if ((status?.snapshotHandle ?? spec?.source?.snapshotHandle) !== undefined) return false;
  const isBeingMade = annotationOf(content, annotationNames.snapshotBeingCreated) !== undefined;
  return status?.error !== undefined && !isBeingMade;
}
