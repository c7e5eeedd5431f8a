import { volumesByClaim } from "../../../controllers/index.ts";
import { nameOf } from "../../../engine/index.ts";
import {
  type Cluster,
  everywhere,
  join,
  keyOf,
  type ObjectRef,
  type PersistentVolume,
  type Phrase,
  refOf,
  say,
} from "../../../model/index.ts";

/** Volumes that still name the deleted claim. Unread volumes are not mentioned. */
export function formerVolumes(claim: ObjectRef, cluster: Cluster): readonly PersistentVolume[] {
  const volumes = cluster.lookup(volumesByClaim, keyOf(claim.namespace ?? "", claim.name), everywhere);
  return volumes.read ? volumes.items : [];
}

export function formerWords(former: readonly PersistentVolume[]): Phrase {
  const names = former.map((volume) => nameOf(refOf(volume)));
  return names.length === 0 ? [] : say`; the former data may still be on ${join(names, " and ")}`;
}
