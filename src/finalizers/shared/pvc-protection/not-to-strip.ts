import type { Cluster } from "../../../cluster/index.ts";
import {
  claimOf,
  finalizerNames,
  outcomeOfDeleted,
  reclaimPolicyOf,
  releaseDestroys,
  volumeHandleOf,
} from "../../../controllers/index.ts";
import { notToRemove } from "../../../define/index.ts";
import type { PersistentVolume, PersistentVolumeClaim, Phrase } from "../../../kubernetes/index.ts";
import { isTerminating, say } from "../../../kubernetes/index.ts";
import type { Avoid } from "../../../report/index.ts";

/** Why the protection of a claim that a pod uses is not to be removed, and what would become of its volume. */
export function notToStrip(claim: PersistentVolumeClaim, cluster: Cluster): Avoid {
  return notToRemove(
    finalizerNames.pvcProtection,
    claim,
    say`the claim would be deleted while a pod still uses it${withClaimGone(claim, cluster)}`,
  );
}

/** What becomes of its volume, as the end of a sentence; nothing, where it has none. */
function withClaimGone(claim: PersistentVolumeClaim, cluster: Cluster): Phrase {
  const name = claim.spec?.volumeName ?? "";
  if (name === "") return [];
  const found = cluster.get("v1/persistentvolumes", name);
  switch (found.state) {
    case "unread":
      return say`; what would then happen to pv/${name} is unknown`;
    case "absent":
      return [];
    case "found":
      return claimOf(found.object)?.uid === claim.metadata.uid ? withClaim(found.object) : [];
  }
}

function withClaim(volume: PersistentVolume): Phrase {
  const what = volumeHandleOf(volume) ?? volume.metadata.name;
  const destroyed = say`; the volume would then be released, and the disk ${what} would be deleted`;
  if (!isTerminating(volume)) {
    if (releaseDestroys(volume)) return destroyed;
    return reclaimPolicyOf(volume) === "Recycle"
      ? say`; the volume would then be released, and ${what} would be recycled`
      : say`; the volume would then be released, and only a person could bring ${what} back into use`;
  }
  switch (outcomeOfDeleted(volume)) {
    case "kept":
      return say`; the volume would then also be deleted, and only a person could bring ${what} back into use`;
    case "leaked":
      return say`; the volume would then also be deleted, and ${what} would remain in the storage backend with no record of it`;
    case "deadlocked":
      return say`; the volume would then never be deleted, and no controller would delete ${what} or give it to another claim`;
    case "destroyed":
      return destroyed;
  }
}
