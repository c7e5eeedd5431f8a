import { annotationNames, volumesByClaim } from "../../../controllers/index.ts";
import { couldNotRead, type FoundHold } from "../../../engine/index.ts";
import {
  annotationOf,
  type Cluster,
  everywhere,
  keyOf,
  type PersistentVolumeClaim,
  proof,
  refOf,
  say,
} from "../../../model/index.ts";
import type { LostReason } from "./reasons.ts";
import { volumeMissing } from "./volume-missing.ts";
import { withVolume } from "./with-volume.ts";

type LostHold = FoundHold<LostReason | "CouldNotRead">;

export function lostHolds(claim: PersistentVolumeClaim, cluster: Cluster): readonly LostHold[] {
  const name = claim.spec?.volumeName ?? "";
  if (name === "") return [withoutName(claim, cluster)];
  const volume = cluster.get("v1/persistentvolumes", name);
  switch (volume.state) {
    case "unread":
      return [couldNotRead(volume.unread)];
    case "absent":
      return [volumeMissing(claim, name, cluster)];
    case "found":
      return [withVolume(claim, volume.object, cluster)];
  }
}

/** The annotation alone makes a claim count as bound, and a provisioner goes on making volumes for it. */
function withoutName(claim: PersistentVolumeClaim, cluster: Cluster): LostHold {
  const { name, namespace = "", uid } = claim.metadata;
  const reserved = cluster.lookup(volumesByClaim, keyOf(namespace, name), everywhere);
  if (!reserved.read) return couldNotRead(reserved.unread);
  const made = reserved.items.filter((volume) => volume.spec?.claimRef?.uid === uid);
  const on = refOf(claim);
  const base = {
    holder: { person: "owner" } as const,
    evidence: [
      proof(
        on,
        `metadata.annotations["${annotationNames.bindCompleted}"]`,
        annotationOf(claim, annotationNames.bindCompleted),
      ),
    ],
    remedies: [{ remedy: "recreate-claim", on }],
  };
  if (made.length < 2) {
    return {
      ...base,
      reason: "LostWithoutVolumeName",
      message: say`it carries the annotation ${annotationNames.bindCompleted} of a bound claim, but names no volume`,
    };
  }
  return {
    ...base,
    reason: "VolumesMadeInLoop",
    message: say`it carries the annotation ${annotationNames.bindCompleted} of a bound claim, but names no volume: ${made.length} volumes were made for it so far`,
    avoid: [
      {
        step: say`deleting the surplus volumes first`,
        because: say`as long as the claim is as it is, the provisioner makes more`,
      },
    ],
  };
}
