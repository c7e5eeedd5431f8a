import { type Cluster, everywhere, type Unread, type VolumeSnapshotContent } from "../../model/index.ts";
import { contentsByHandle } from "../indexes/index.ts";

/** The other contents that have the same snapshot handle as one. */
export type Sharing =
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
