import { claimsTakenAlong, releaseDestroys, volumeHandleOf } from "../controllers/index.ts";
import {
  type Cluster,
  join,
  nameOf,
  type PersistentVolumeClaim,
  type Phrase,
  type Pod,
  refOf,
  type Safety,
  say,
} from "../model/index.ts";

/** What goes with a pod besides, and how safe a step can be called then that deletes it. */
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
    told: say` With it goes ${join([...told.slice(0, most), ...more], ", and ")}.`,
  };
}

function ofPod(pod: Pod, cluster: Cluster): readonly Phrase[] {
  const { claims, unread } = claimsTakenAlong(pod, cluster);
  if (unread !== undefined)
    return [say`the claim of its ephemeral volume, of whose data nothing is known (${unread.reason})`];
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
      return [say`${on}, of whose data nothing is known (${found.unread.reason})`];
    case "found":
      return releaseDestroys(found.object)
        ? [
            say`${on}, which belongs to the pod: then ${volumeHandleOf(found.object) ?? "its disk"} is destroyed (to keep it, set ${nameOf(refOf(found.object))} to Retain first)`,
          ]
        : [];
  }
}
