import type { Cluster } from "../../cluster/index.ts";
import { objectOf } from "../../cluster/index.ts";
import { volumeBackend } from "../../controllers/index.ts";
import type { PersistentVolume, PersistentVolumeClaim } from "../../kubernetes/index.ts";
import { isTerminating } from "../../kubernetes/index.ts";
import type { Pair, Rescue } from "./rescue.ts";

/** `first`: the very object with which the rescue began. `again`: one that was made in its place. */
type Which = "first" | "again" | "foreign";

/** A pair as it is now. */
export interface PairNow {
  readonly pair: Pair;
  readonly claim: { readonly which: Which; readonly object: PersistentVolumeClaim } | undefined;
  readonly volume: { readonly which: Which; readonly object: PersistentVolume } | undefined;
}

export function pairNow(pair: Pair, { namespace }: Rescue, cluster: Cluster): PairNow {
  const claim = objectOf(cluster.get("v1/persistentvolumeclaims", pair.claim.name, namespace.name));
  const volume = objectOf(cluster.get("v1/persistentvolumes", pair.volume.name));
  return {
    pair,
    claim: claim && { which: whichClaim(claim, pair), object: claim },
    volume: volume && { which: whichVolume(volume, pair), object: volume },
  };
}

/** A claim that names the volume is as good as one that the rescue made, whatever made it. */
function whichClaim(claim: PersistentVolumeClaim, pair: Pair): Which {
  if (claim.metadata.uid === pair.claim.uid) return "first";
  return claim.spec?.volumeName === pair.volume.name ? "again" : "foreign";
}

/** The name alone proves nothing: the disk behind it must be the same. */
function whichVolume(volume: PersistentVolume, pair: Pair): Which {
  if (volume.metadata.uid === pair.volume.uid) return "first";
  const { manifest } = pair.volume;
  return manifest !== "" && isSameDisk(volume, JSON.parse(manifest)) ? "again" : "foreign";
}

function isSameDisk(volume: PersistentVolume, saved: PersistentVolume): boolean {
  const backend = volumeBackend(volume);
  return backend.type !== "unknown" && JSON.stringify(backend) === JSON.stringify(volumeBackend(saved));
}

/** Both are there to stay, and bound to each other: nothing is left to do. */
export function isRestored({ claim, volume }: PairNow): boolean {
  if (claim === undefined || volume === undefined) return false;
  if (claim.which === "foreign" || volume.which === "foreign") return false;
  return (
    !isTerminating(claim.object) &&
    !isTerminating(volume.object) &&
    claim.object.status?.phase === "Bound" &&
    claim.object.spec?.volumeName === volume.object.metadata.name &&
    volume.object.spec?.claimRef?.uid === claim.object.metadata.uid
  );
}

/** The claim is being deleted, or is deleted: what uses or creates it must be stopped. A Lost claim stays, and so do its pods. */
export function isLoose(now: PairNow): boolean {
  if (isRestored(now)) return false;
  if (now.claim === undefined) return true;
  return now.claim.which === "first" && mustGo(now);
}

/** A deletion cannot be undone; and nothing can be attached from a volume that is being deleted. */
export function mustGo({ claim, volume }: PairNow): boolean {
  if (claim === undefined) return false;
  return isTerminating(claim.object) || (volume !== undefined && isTerminating(volume.object));
}
