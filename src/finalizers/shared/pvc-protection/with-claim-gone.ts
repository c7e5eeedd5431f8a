import {
  claimOf,
  outcomeOfDeleted,
  reclaimPolicyOf,
  releaseDestroys,
  volumeHandleOf,
} from "../../../controllers/index.ts";
import {
  type Cluster,
  isTerminating,
  type PersistentVolume,
  type PersistentVolumeClaim,
  type Phrase,
  say,
} from "../../../model/index.ts";

/** What becomes of its volume, as the end of a sentence; nothing, where it has none. */
export function withClaimGone(claim: PersistentVolumeClaim, cluster: Cluster): Phrase {
  const name = claim.spec?.volumeName ?? "";
  if (name === "") return [];
  const found = cluster.get("v1/persistentvolumes", name);
  switch (found.state) {
    case "unread":
      return say`; what would then happen to pv/${name} is unknown`;
    case "absent":
      return [];
    case "found": {
      if (claimOf(found.object)?.uid !== claim.metadata.uid) return [];
      return isTerminating(found.object) ? ofDeleted(found.object) : ofLive(found.object);
    }
  }
}

const diskOf = (volume: PersistentVolume) => volumeHandleOf(volume) ?? volume.metadata.name;

function ofDeleted(volume: PersistentVolume): Phrase {
  const what = diskOf(volume);
  switch (outcomeOfDeleted(volume)) {
    case "kept":
      return say`; the volume would then also be deleted, and only a person could bring ${what} back into use`;
    case "leaked":
      return say`; the volume would then also be deleted, and ${what} would remain in the storage backend with no record of it`;
    case "deadlocked":
      return say`; the volume would then never be deleted, and no controller would delete ${what} or give it to another claim`;
    case "destroyed":
      return say`; the volume would then be released, and the disk ${what} would be deleted`;
  }
}

function ofLive(volume: PersistentVolume): Phrase {
  const what = diskOf(volume);
  if (releaseDestroys(volume))
    return say`; the volume would then be released, and the disk ${what} would be deleted`;
  return reclaimPolicyOf(volume) === "Recycle"
    ? say`; the volume would then be released, and ${what} would be recycled`
    : say`; the volume would then be released, and only a person could bring ${what} back into use`;
}
