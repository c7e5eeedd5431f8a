import { claimsTakenAlong, releaseDestroys, volumeHandleOf } from "../controllers/index.ts";
import {
  type Cluster,
  join,
  nameOf,
  type PersistentVolume,
  type PersistentVolumeClaim,
  type Phrase,
  type Pod,
  refOf,
  type Safety,
  say,
} from "../model/index.ts";

/** What else is deleted with a pod, and how safe a step that deletes it can then be called. */
interface TakenAlong {
  readonly safety: (otherwise: Safety) => Safety;
  /** To be put after what else is said of the step. */
  readonly told: Phrase;
}

/** So many are named. */
const most = 3;

/** The claims of ephemeral volumes are deleted with their pods, and the disks of most of them destroyed. */
export function takenAlong(pods: readonly Pod[], cluster: Cluster): TakenAlong {
  const told = pods.flatMap((pod) => ofPod(pod, cluster));
  if (told.length === 0) return { safety: (otherwise) => otherwise, told: [] };
  const more = told.length > most ? [say`${told.length - most} more`] : [];
  return {
    safety: () => "loses-data",
    told: say` This also deletes ${join([...told.slice(0, most), ...more], ", and ")}.`,
  };
}

function ofPod(pod: Pod, cluster: Cluster): readonly Phrase[] {
  const { claims, unread } = claimsTakenAlong(pod, cluster);
  if (unread !== undefined)
    return [say`the claim of its ephemeral volume, whose data could not be checked (${unread.reason})`];
  return claims.flatMap((claim) => lossOf(claim, cluster));
}

function lossOf(claim: PersistentVolumeClaim, cluster: Cluster): readonly Phrase[] {
  const name = claim.spec?.volumeName ?? "";
  if (name === "") return [];
  const on = nameOf(refOf(claim));
  const found = cluster.get("v1/persistentvolumes", name);
  switch (found.state) {
    case "absent":
      return [];
    case "unread":
      return [say`${on}, whose data could not be checked (${found.unread.reason})`];
    case "found":
      return releaseDestroys(found.object)
        ? [
            say`${on}, which belongs to the pod, and then its disk${handleOf(found.object)} (to keep the disk, set ${nameOf(refOf(found.object))} to Retain first)`,
          ]
        : [];
  }
}

function handleOf(volume: PersistentVolume): Phrase {
  const handle = volumeHandleOf(volume);
  return handle === undefined ? [] : say` ${handle}`;
}
