import type { Cluster } from "../cluster/index.ts";
import type { Dependent, Dependents } from "../define/index.ts";
import { defineDeletion, together } from "../define/index.ts";
import type { VolumeSnapshot, VolumeSnapshotContent } from "../kubernetes/index.ts";
import { say } from "../kubernetes/index.ts";
import { saveManifest } from "../remedies/index.ts";
import { claimsRestoredFrom, sharing } from "./shared/restored.ts";

const group = "snapshot.storage.k8s.io/v1";

export default defineDeletion({
  name: "snapshot",
  on: [`${group}/volumesnapshots`],
  needs: [`${group}/volumesnapshotcontents`, "v1/persistentvolumeclaims", "v1/persistentvolumes"],
  sources: [
    "kubernetes-csi/external-snapshotter pkg/common-controller/snapshot_controller.go checkandRemoveSnapshotFinalizersAndCheckandDeleteContent, isVolumeBeingCreatedFromSnapshot, v8.6",
    "kubernetes-csi/external-provisioner pkg/controller/controller.go getSnapshotSource (a snapshot that is being deleted), v6.3",
  ],
  told: "step by step",
  dependents(snapshot, cluster) {
    return together([
      claimsRestoredFrom(
        snapshot,
        say`it is to be restored from the snapshot, and the deletion waits for it`,
        cluster,
      ),
      ...withItsContent(snapshot, cluster),
    ]);
  },
  before: (snapshot) => [saveManifest(snapshot)],
});

/** Its content, and who shares that. */
function withItsContent({ status }: VolumeSnapshot, cluster: Cluster): readonly Dependents[] {
  const name = status?.boundVolumeSnapshotContentName;
  if (name === undefined) return [];
  const content = cluster.get(`${group}/volumesnapshotcontents`, name);
  switch (content.state) {
    case "absent":
      return [];
    case "unread":
      return [{ items: [], unread: [content.unread] }];
    case "found":
      return [{ items: [ofContent(content.object)], unread: [] }, sharing(content.object, cluster)];
  }
}

function ofContent(content: VolumeSnapshotContent): Dependent {
  const policy = content.spec?.deletionPolicy ?? "Retain";
  return {
    object: content,
    reason: policy === "Delete" ? "ContentGoesWithSnapshot" : "ContentStays",
    message:
      policy === "Delete"
        ? say`its deletionPolicy is Delete: the snapshot controller deletes it, and csi-snapshotter deletes the snapshot in the storage backend`
        : say`its deletionPolicy is Retain: the content and the snapshot in the storage backend stay`,
    shares: "the data and its end",
  };
}
