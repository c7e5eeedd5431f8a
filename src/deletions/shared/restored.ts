import type { Cluster } from "../../cluster/index.ts";
import { claimsFilledFrom } from "../../controllers/index.ts";
import type { Dependent, Dependents } from "../../define/index.ts";
import type { PersistentVolumeClaim, Phrase, VolumeSnapshot } from "../../kubernetes/index.ts";
import { words } from "../../kubernetes/index.ts";

/**
 * The claims of its namespace that are to be filled from a snapshot, or were.
 *
 * @param pending what is said of one that is not filled yet
 */
export function restoredFrom(snapshot: VolumeSnapshot, pending: Phrase, cluster: Cluster): Dependents {
  const claims = claimsFilledFrom(snapshot, cluster);
  return claims.read
    ? { items: claims.items.map((claim) => restored(claim, pending)), unread: [] }
    : { items: [], unread: [claims.unread] };
}

function restored(claim: PersistentVolumeClaim, pending: Phrase): Dependent {
  const isBound = claim.status?.phase === "Bound";
  return {
    object: claim,
    reason: isBound ? "RestoredFromIt" : "RestoreGoesOn",
    message: isBound
      ? words(
          "it was restored from the snapshot and has its own volume; only the storage backend knows whether its disk still depends on the snapshot there",
        )
      : pending,
  };
}
