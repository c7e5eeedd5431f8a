import {
  annotationNames,
  attachmentsByVolume,
  isPodFinished,
  isPodScheduled,
  manifestShipsBinding,
  manifestTool,
  markedAsBoundBy,
  podsByClaim,
  reclaimPolicyOf,
  releaseDestroys,
  volumeHandleOf,
  volumeNamed,
  volumesByClaim,
} from "../../../controllers/index.ts";
import { couldNotRead, type FoundHold, nameOf } from "../../../engine/index.ts";
import {
  annotationOf,
  type Cluster,
  everywhere,
  inNamespace,
  keyOf,
  type PersistentVolume,
  type PersistentVolumeClaim,
  type Phrase,
  proof,
  refOf,
  say,
  secondsSince,
  words,
} from "../../../model/index.ts";
import { isOverdue } from "../overdue.ts";
import type { LostReason } from "./reasons.ts";
import { reservedForOther } from "./reserved.ts";

type LostHold = FoundHold<LostReason | "CouldNotRead">;

/** Seconds for which a claim without any user counts as just restored. */
const restoreWindow = 3600;

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

function volumeMissing(claim: PersistentVolumeClaim, name: string, cluster: Cluster): LostHold {
  const on = refOf(claim);
  const users = usersOf(claim, name, cluster);
  const age = secondsSince(claim.metadata.creationTimestamp, cluster.now);
  const restore = { remedy: "restore-volume", on };
  const evidence = [proof(volumeNamed(name), "metadata", "absent"), proof(on, "status.phase", "Lost")];
  const markedBy = markedAsBoundBy(claim);
  if (users === "none" && age !== undefined && age < restoreWindow && markedBy !== "controller") {
    const likely = markedBy === "manifest" ? [] : words("most likely ");
    return {
      reason: "RestoredWithoutVolume",
      holder: { missing: volumeNamed(name) },
      message: say`the claim was made at ${claim.metadata.creationTimestamp ?? "?"} and names persistentvolume/${name}, which does not exist: ${likely}it was restored without its volume`,
      evidence,
      remedies: [
        {
          remedy: "recreate-claim",
          on,
          using: { change: "Delete spec.volumeName too: the claim then gets a new volume." },
        },
        restore,
      ],
    };
  }
  return {
    reason: "VolumeObjectMissing",
    holder: { missing: volumeNamed(name) },
    message: say`only the link is lost: the object persistentvolume/${name} is gone, the disk is probably intact${users === "none" || users === "unread" ? [] : users}`,
    evidence,
    remedies: [restore],
    avoid: [
      {
        step: say`restarting the pods that use the claim`,
        because: say`the kubelet refuses a Lost claim: a pod that writes to the disk now does not come back`,
      },
      {
        step: say`believing the event "Data on the volume is lost!"`,
        because: say`it speaks of the link between claim and volume, not of the disk`,
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
  if (running !== undefined) return say`; ${nameOf(refOf(running))} still uses it`;
  const attached = attachments.read ? attachments.items[0] : undefined;
  if (attached !== undefined) return say`; it is still attached to node ${attached.spec?.nodeName ?? "?"}`;
  return pods.read && attachments.read ? "none" : "unread";
}

function withVolume(claim: PersistentVolumeClaim, volume: PersistentVolume, cluster: Cluster): LostHold {
  const claimRef = volume.spec?.claimRef;
  const { name, namespace, uid } = claim.metadata;
  if (claimRef === undefined) return comesBack(claim, volume, cluster);
  const isNamed = claimRef.name === name && claimRef.namespace === namespace;
  if (claimRef.uid === uid) return isNamed ? comesBack(claim, volume, cluster) : mixed(claim, volume);
  if (!isNamed) return otherClaim(claim, volume);
  return reservedForOther(claim, volume, {
    tool: manifestTool(claim),
    ships: manifestShipsBinding(claim),
    policy: reclaimPolicyOf(volume),
    isDestroyed: releaseDestroys(volume),
    handle: volumeHandleOf(volume) ?? volume.metadata.name,
  });
}

function comesBack(claim: PersistentVolumeClaim, volume: PersistentVolume, cluster: Cluster): LostHold {
  const holder = { controller: "persistentvolume-controller" };
  const on = refOf(claim);
  return isOverdue([claim, volume], cluster)
    ? {
        reason: "RebindingOverdue",
        holder,
        message: say`${nameOf(refOf(volume))} is there for it, and the PV controller would bind them again within seconds, but has not for more than five minutes: it does not act, or is kept from it by something that is not seen here`,
        evidence: [
          proof(refOf(volume), "spec.claimRef.uid", volume.spec?.claimRef?.uid ?? null),
          proof(on, "metadata.uid", claim.metadata.uid),
        ],
        remedies: [{ remedy: "check-controller", on, using: { controller: "kube-controller-manager" } }],
      }
    : {
        reason: "BindingComesBack",
        holder,
        message: say`${nameOf(refOf(volume))} is there for it: the PV controller binds them again at its next sync`,
      };
}

function mixed(claim: PersistentVolumeClaim, volume: PersistentVolume): LostHold {
  const claimRef = volume.spec?.claimRef;
  return {
    reason: "ClaimRefMixesClaims",
    holder: { person: "administrator" },
    message: say`the claimRef of ${nameOf(refOf(volume))} has the uid of this claim and the name ${claimRef?.namespace ?? ""}/${claimRef?.name ?? ""}: name and uid belong to different claims`,
    evidence: [
      proof(refOf(volume), "spec.claimRef.name", claimRef?.name),
      proof(refOf(volume), "spec.claimRef.uid", claim.metadata.uid),
    ],
    remedies: [
      { remedy: "set-retain", on: refOf(volume) },
      { remedy: "save-manifest", on: refOf(volume) },
    ],
    avoid: [
      {
        step: say`setting the claimRef to this claim by hand`,
        because: say`a driver that works with helper claims loses its own record`,
      },
    ],
  };
}

function otherClaim(claim: PersistentVolumeClaim, volume: PersistentVolume): LostHold {
  const claimRef = volume.spec?.claimRef;
  return {
    reason: "VolumeBelongsToOtherClaim",
    holder: { person: "owner" },
    message: say`${nameOf(refOf(volume))} belongs to ${claimRef?.namespace ?? ""}/${claimRef?.name ?? ""}, not to this claim`,
    evidence: [proof(refOf(volume), "spec.claimRef.name", claimRef?.name)],
    remedies: [
      { remedy: "save-manifest", on: refOf(volume) },
      {
        remedy: "recreate-claim",
        on: refOf(claim),
        using: { change: "Delete spec.volumeName, or name the volume that has the data of this claim." },
      },
    ],
    avoid: [
      {
        step: say`pointing the volume to this claim`,
        because: say`the other claim loses its volume, and this one reads foreign data`,
      },
    ],
  };
}
