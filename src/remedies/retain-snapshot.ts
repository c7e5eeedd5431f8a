import { defineRemedy } from "../define/index.ts";
import { say } from "../kubernetes/index.ts";
import { hasSnapshotToKeep, retainingContent } from "./shared/retain.ts";

export const retainSnapshot = defineRemedy({
  name: "retain-snapshot",
  summary: "Set the deletion policy of a snapshot's content to Retain, so that the snapshot is not deleted",
  on: ["snapshot.storage.k8s.io/v1/volumesnapshotcontents"],
  needs: ["snapshot.storage.k8s.io/v1/volumesnapshotcontents", "v1/events"],
  fixDoes: "Sets spec.deletionPolicy to Retain",
  asked: { on: ["snapshot.storage.k8s.io/v1/volumesnapshotcontents"], using: [{}] },
  make(on, _using, cluster) {
    const found = cluster.get("snapshot.storage.k8s.io/v1/volumesnapshotcontents", on.name);
    if (found.state !== "found" || !hasSnapshotToKeep(found.object, cluster)) return undefined;
    const handle = found.object.status?.snapshotHandle ?? "the snapshot";
    return {
      title: say`Keep the snapshot: set volumesnapshotcontent/${on.name} to Retain first`,
      because: say`With Retain, the driver is not asked to delete ${handle}. It is kept in the storage backend when the objects are deleted. The manifest is then its only record.`,
      saves: [on],
      fix: { acts: [retainingContent(found.object)], cannotUndo: [], accept: [] },
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
