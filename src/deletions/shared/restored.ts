import type { Cluster } from "../../cluster/index.ts";
import { claimsFilledFrom, sharingSnapshot } from "../../controllers/index.ts";
import type { Dependent, Dependents } from "../../define/index.ts";
import type {
  PersistentVolumeClaim,
  Phrase,
  VolumeSnapshot,
  VolumeSnapshotContent,
} from "../../kubernetes/index.ts";
import { nameOf, say, words } from "../../kubernetes/index.ts";

/**
 * The claims of its namespace that are to be filled from a snapshot, or were.
 *
 * @param pending what is said of one that is not filled yet
 */
export function claimsRestoredFrom(snapshot: VolumeSnapshot, pending: Phrase, cluster: Cluster): Dependents {
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

/** Other contents that refer to the same snapshot in the storage backend. */
export function sharing(content: VolumeSnapshotContent, cluster: Cluster): Dependents {
  const found = sharingSnapshot(content, cluster);
  if (found.state === "unread") return { items: [], unread: [found.unread] };
  return {
    items: found.others.map((other) => ({
      object: other,
      reason: "SameSnapshot",
      message: say`it refers to the same snapshot in the storage backend as ${nameOf(content)}`,
      shares: "the data",
    })),
    unread: [],
  };
}
