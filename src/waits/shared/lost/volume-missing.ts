import {
  attachmentsByVolume,
  isPodFinished,
  isPodScheduled,
  markedAsBoundBy,
  podsByClaim,
  volumeNamed,
} from "../../../controllers/index.ts";
import { type FoundHold, nameOf, remedy } from "../../../engine/index.ts";
import {
  type Cluster,
  everywhere,
  inNamespace,
  keyOf,
  type PersistentVolumeClaim,
  type Phrase,
  proof,
  say,
  secondsSince,
  words,
} from "../../../model/index.ts";
import type { LostReason } from "./reasons.ts";

/** Seconds for which a claim without any user counts as newly restored. */
const restoreWindow = 3600;

export function volumeMissing(
  claim: PersistentVolumeClaim,
  name: string,
  cluster: Cluster,
): FoundHold<LostReason> {
  const users = usersOf(claim, name, cluster);
  const age = secondsSince(claim.metadata.creationTimestamp, cluster.now);
  const restore = remedy("restore-volume", claim);
  const evidence = [proof(volumeNamed(name), "metadata", "absent"), proof(claim, "status.phase", "Lost")];
  const markedBy = markedAsBoundBy(claim);
  if (users === "none" && age !== undefined && age < restoreWindow && markedBy !== "controller") {
    const likely = markedBy === "manifest" ? [] : words("most likely ");
    return {
      reason: "RestoredWithoutVolume",
      holder: { missing: volumeNamed(name) },
      message: say`the claim was created at ${claim.metadata.creationTimestamp ?? "?"} and names pv/${name}, which does not exist: ${likely}it was restored without its volume`,
      evidence,
      remedies: [
        remedy("recreate-claim", claim, {
          change: "Delete spec.volumeName too: the claim then gets a new volume.",
        }),
        restore,
      ],
    };
  }
  return {
    reason: "VolumeObjectMissing",
    holder: { missing: volumeNamed(name) },
    message: say`only the link is lost: the object pv/${name} no longer exists, but the disk is probably intact${users === "none" || users === "unread" ? [] : users}`,
    evidence,
    remedies: [restore],
    avoid: [
      {
        step: say`restart the pods that use the claim`,
        because: say`the kubelet refuses a Lost claim: a pod that writes to the disk now would not start again`,
      },
      {
        step: say`believe the event "Data on the volume is lost!"`,
        because: say`it is about the link between claim and volume, not about the disk`,
      },
    ],
  };
}

/** Who still holds the disk in hand, as far as Kubernetes knows. */
function usersOf(claim: PersistentVolumeClaim, volume: string, cluster: Cluster): Phrase | "none" | "unread" {
  const namespace = claim.metadata.namespace ?? "";
  const pods = cluster.lookup(podsByClaim, keyOf(namespace, claim.metadata.name), inNamespace(namespace));
  const attachments = cluster.lookup(attachmentsByVolume, volume, everywhere);
  const running = pods.read
    ? pods.items.find((pod) => isPodScheduled(pod) && !isPodFinished(pod))
    : undefined;
  if (running !== undefined) return say`; ${nameOf(running)} still uses it`;
  const attached = attachments.read ? attachments.items[0] : undefined;
  if (attached !== undefined) return say`; it is still attached to node ${attached.spec?.nodeName ?? "?"}`;
  return pods.read && attachments.read ? "none" : "unread";
}
