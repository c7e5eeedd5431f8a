import type {
  Cluster,
  Found,
  PersistentVolume,
  PersistentVolumeClaim,
  VolumeSnapshot,
} from "../../model/index.ts";
import { isVolumeBoundToClaim } from "../pv-binder/index.ts";

/** The claim that a snapshot is taken of; absent when the snapshot is made from a content. */
export function sourceClaimOf(snapshot: VolumeSnapshot, cluster: Cluster): Found<PersistentVolumeClaim> {
  const name = snapshot.spec?.source?.persistentVolumeClaimName ?? "";
  return name === ""
    ? { state: "absent" }
    : cluster.get("v1/persistentvolumeclaims", name, snapshot.metadata.namespace);
}

/**
 * The volume that a snapshot is taken of: its claim must be Bound, and the volume must agree.
 * kubernetes-csi/external-snapshotter pkg/common-controller/snapshot_controller.go getVolumeFromVolumeSnapshot, v8.7.
 */
export function volumeOfSource(snapshot: VolumeSnapshot, cluster: Cluster): Found<PersistentVolume> {
  const claim = sourceClaimOf(snapshot, cluster);
  if (claim.state !== "found") return claim;
  if (claim.object.status?.phase !== "Bound") return { state: "absent" };
  const volume = cluster.get("v1/persistentvolumes", claim.object.spec?.volumeName ?? "");
  if (volume.state !== "found") return volume;
  return isVolumeBoundToClaim(volume.object, claim.object) ? volume : { state: "absent" };
}
