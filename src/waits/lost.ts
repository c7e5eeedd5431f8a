import type { Cluster } from "../cluster/index.ts";
import { itemsOf } from "../cluster/index.ts";
import {
  annotationNames,
  attachmentsNaming,
  isPodOnNode,
  markedAsBoundBy,
  podsOfClaim,
  volumeNamed,
  volumesNaming,
} from "../controllers/index.ts";
import type { FoundHold } from "../define/index.ts";
import { couldNotRead, defineWait } from "../define/index.ts";
import type { PersistentVolume, PersistentVolumeClaim, Phrase } from "../kubernetes/index.ts";
import { annotationOf, isTerminating, nameOf, say, secondsSince, words } from "../kubernetes/index.ts";
import { nameVolume, recreateClaim, restoreVolume, setRetain } from "../remedies/index.ts";
import { proof } from "../report/index.ts";
import type { LostReason } from "./shared/lost.ts";
import { lostReasons, withVolume } from "./shared/lost.ts";

export default defineWait({
  wait: "lost",
  on: ["v1/persistentvolumeclaims"],
  needs: ["v1/persistentvolumes", "v1/pods", "storage.k8s.io/v1/volumeattachments"],
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go syncBoundClaim, 1.25 to 1.36",
    "kubernetes/kubernetes#127240",
    "kubernetes/kubernetes#60298",
    "kubernetes/kubernetes#112562",
  ],
  reasons: lostReasons,
  holds: (claim, cluster) => (isLost(claim) ? lostHolds(claim, cluster) : []),
});

/** A Pending claim that counts as bound before is judged like a Lost one at the next sync. */
function isLost(claim: PersistentVolumeClaim): boolean {
  const { phase } = claim.status ?? {};
  if (phase === "Lost") return true;
  const isMarked = annotationOf(claim, annotationNames.bindCompleted) !== undefined;
  return phase === "Pending" && isMarked && !isTerminating(claim);
}

type LostHold = FoundHold<LostReason | "CouldNotRead">;

function lostHolds(claim: PersistentVolumeClaim, cluster: Cluster): readonly LostHold[] {
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

/**
 * kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go syncBoundClaim, syncVolume, v1.36: without a
 * name the claim is Lost; the volume stays Bound as long as the claim of its uid exists.
 */
function stillBound(claim: PersistentVolumeClaim, volume: PersistentVolume): LostHold {
  const { name } = volume.metadata;
  return {
    reason: "LostVolumeStillBound",
    holder: { person: "owner" },
    message: say`the claim names no volume, but ${nameOf(volume)} is still bound to exactly this claim: the data is on that volume`,
    evidence: [
      proof(claim, "spec.volumeName", ""),
      proof(volume, "spec.claimRef.uid", volume.spec?.claimRef?.uid),
    ],
    remedies: [setRetain(volume), nameVolume(claim, { volume: name })],
    avoid: {
      step: say`delete the claim`,
      because: say`${nameOf(volume)} would then be released, and with policy Delete its disk would be deleted`,
    },
  };
}

/** The annotation alone makes a claim count as bound, and a provisioner keeps creating volumes for it. */
function withoutName(claim: PersistentVolumeClaim, cluster: Cluster): LostHold {
  const { uid } = claim.metadata;
  const reserved = volumesNaming(claim, cluster);
  if (!reserved.read) return couldNotRead(reserved.unread);
  const made = reserved.items.filter((volume) => volume.spec?.claimRef?.uid === uid);
  const [volume, ...others] = made;
  if (volume?.status?.phase === "Bound" && others.length === 0) return stillBound(claim, volume);
  const base = {
    holder: { person: "owner" } as const,
    evidence: [
      proof(
        claim,
        `metadata.annotations["${annotationNames.bindCompleted}"]`,
        annotationOf(claim, annotationNames.bindCompleted),
      ),
    ],
    remedies: [recreateClaim(claim)],
  };
  if (made.length < 2) {
    return {
      ...base,
      reason: "LostWithoutVolumeName",
      message: say`the claim has the annotation ${annotationNames.bindCompleted} of a bound claim, but names no volume`,
    };
  }
  return {
    ...base,
    reason: "VolumesMadeInLoop",
    message: say`the claim has the annotation ${annotationNames.bindCompleted} of a bound claim, but names no volume: ${made.length} volumes have been created for it so far`,
    avoid: {
      step: say`delete the surplus volumes first`,
      because: say`as long as the claim is unchanged, the provisioner creates more`,
    },
  };
}

/** Seconds for which a claim without any user counts as newly restored. */
const restoreWindow = 3600;

function volumeMissing(claim: PersistentVolumeClaim, name: string, cluster: Cluster): FoundHold<LostReason> {
  const users = usersOf(claim, name, cluster);
  const age = secondsSince(claim.metadata.creationTimestamp, cluster.now);
  const restore = restoreVolume(claim);
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
        recreateClaim(claim, {
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
  const pods = podsOfClaim(claim, cluster);
  const attachments = attachmentsNaming(volume, cluster);
  const running = itemsOf(pods).find(isPodOnNode);
  if (running !== undefined) return say`; ${nameOf(running)} still uses it`;
  const attached = itemsOf(attachments)[0];
  if (attached !== undefined) return say`; it is still attached to node ${attached.spec?.nodeName ?? "?"}`;
  return pods.read && attachments.read ? "none" : "unread";
}
