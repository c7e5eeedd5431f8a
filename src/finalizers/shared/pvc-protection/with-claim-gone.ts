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
      return say`; what becomes of pv/${name} then is not known`;
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
      return say`; the volume then goes too, and only a person can bring ${what} back into use`;
    case "leaked":
      return say`; the volume then goes too, and ${what} stays in the backend unrecorded`;
    case "deadlocked":
      return say`; the volume then stays for good, and nobody deletes ${what} or gives it to another claim`;
    case "destroyed":
      return say`; the volume is then released, and ${what} destroyed`;
  }
}

function ofLive(volume: PersistentVolume): Phrase {
  const what = diskOf(volume);
  if (releaseDestroys(volume)) return say`; the volume is then released, and ${what} destroyed`;
  return reclaimPolicyOf(volume) === "Recycle"
    ? say`; the volume is then released, and ${what} recycled`
    : say`; the volume is then released, and only a person can bring ${what} back into use`;
}
