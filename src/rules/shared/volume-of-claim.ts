import { reclaimPolicyOf } from "../../controllers/index.ts";
import type { Cluster, PersistentVolume, PersistentVolumeClaim, Unread } from "../../model/index.ts";

/** `none`: the claim has no volume, or one that outlives it. */
type VolumeAtStake =
  | { readonly volume: PersistentVolume }
  | { readonly volume: "none" }
  | { readonly volume: "unread"; readonly unread: Unread };

/** The volume whose disk is deleted when the claim is deleted. */
export function volumeAtStake(claim: PersistentVolumeClaim, cluster: Cluster): VolumeAtStake {
  const name = claim.spec?.volumeName ?? "";
  if (name === "") return { volume: "none" };
  const found = cluster.get("v1/persistentvolumes", name);
  if (found.state === "unread") return { volume: "unread", unread: found.unread };
  if (found.state === "absent" || reclaimPolicyOf(found.object) !== "Delete") return { volume: "none" };
  return { volume: found.object };
}
