import type { Cluster } from "../../../cluster/index.ts";
import {
  claimOf,
  reclaimPolicyOf,
  releaseDestroys,
  storageClassNameOf,
  volumeHandleOf,
} from "../../../controllers/index.ts";
import { couldNotRead } from "../../../define/index.ts";
import { listedIfGiven } from "../../../evidence/index.ts";
import type {
  ObjectRef,
  PersistentVolume,
  PersistentVolumeClaim,
  Phrase,
} from "../../../kubernetes/index.ts";
import { nameOf, say, words } from "../../../kubernetes/index.ts";
import {
  deleteVolume,
  releaseClaimRef,
  saveManifest,
  setRetain,
  swapVolume,
} from "../../../remedies/index.ts";
import type { RemedyCall } from "../../../report/index.ts";
import { proof } from "../../../report/index.ts";
import type { ReleasedHold } from "./reasons.ts";

/** A volume that its policy keeps. What can be said depends on who has the claim's name now. */
export function retainedHolds(volume: PersistentVolume, cluster: Cluster): readonly ReleasedHold[] {
  const former = claimOf(volume);
  if (former === undefined) return [];
  const claim = cluster.get("v1/persistentvolumeclaims", former.name, former.namespace);
  switch (claim.state) {
    case "unread":
      return [couldNotRead(claim.unread)];
    case "absent":
      return [byDesign(volume, former, absence(former, cluster), cluster)];
    case "found":
      return sameName(volume, former, claim.object, cluster);
  }
}

function absence(former: ObjectRef, cluster: Cluster): Phrase {
  const namespace = cluster.get("v1/namespaces", former.namespace ?? "");
  return namespace.state === "absent"
    ? say`its claim ${nameOf(former)} no longer exists, and neither does that namespace`
    : say`its claim ${nameOf(former)} no longer exists`;
}

function sameName(
  volume: PersistentVolume,
  former: ObjectRef,
  claim: PersistentVolumeClaim,
  cluster: Cluster,
): readonly ReleasedHold[] {
  if (claim.metadata.uid === former.uid) return [];
  const named = claim.spec?.volumeName ?? "";
  if (named === volume.metadata.name) return [reserved(volume, claim)];
  if (named !== "") return [onFormerVolume(volume, claim, named)];
  return [
    byDesign(
      volume,
      former,
      say`its claim no longer exists; the current ${nameOf(former)} is a new claim without a volume`,
      cluster,
    ),
  ];
}

function byDesign(volume: PersistentVolume, former: ObjectRef, why: Phrase, cluster: Cluster): ReleasedHold {
  const listed = listedIfGiven(volume, cluster);
  const kept =
    listed.listed === "no"
      ? say`the volume; its disk is not in ${listed.list.inventory.metadata.name}`
      : say`the volume and its data until a person decides`;
  const since = volume.status?.lastPhaseTransitionTime;
  return {
    reason: "ReleasedByDesign",
    holder: { person: "administrator" },
    message: say`${why}; the policy ${reclaimPolicyOf(volume)} keeps ${kept}${since === undefined ? [] : say` (Released since ${since})`}`,
    evidence: [proof(volume, "spec.claimRef.uid", former.uid), proof(volume, "status.phase", "Released")],
    remedies: [saveManifest(volume), releaseClaimRef(volume, { part: "uid" }), deleteVolume(volume)],
    avoid: {
      step: say`remove the whole claimRef`,
      because: say`any claim ${ofClass(storageClassNameOf(volume))} that fits could then be bound to the volume and read the old data`,
    },
  };
}

function ofClass(name: string): Phrase {
  return name === "" ? words("without a StorageClass") : say`of class ${name}`;
}

/** A Lost claim does not take a volume without a uid; a Pending one does. */
function reserved(volume: PersistentVolume, claim: PersistentVolumeClaim): ReleasedHold {
  const isLost = claim.status?.phase === "Lost";
  const release: RemedyCall = releaseClaimRef(volume, { part: isLost ? "set-uid" : "uid" });
  return {
    reason: "ReservedForFormerClaim",
    holder: { person: "administrator" },
    message: say`the volume is still reserved for a former ${nameOf(claim)} (uid ${volume.spec?.claimRef?.uid ?? ""}); the current claim of that name (uid ${claim.metadata.uid}) is a different one, and is ${claim.status?.phase ?? "not bound"}`,
    evidence: [
      proof(volume, "spec.claimRef.uid", volume.spec?.claimRef?.uid),
      proof(claim, "metadata.uid", claim.metadata.uid),
      proof(claim, "spec.volumeName", claim.spec?.volumeName),
    ],
    remedies: isLost ? [release] : [release, releaseClaimRef(volume, { part: "whole" })],
    avoid: {
      step: say`create a second volume object for the same disk`,
      because: say`two volumes would then use ${volumeHandleOf(volume) ?? "one disk"}, and deleting one could delete the data of the other`,
    },
  };
}

function onFormerVolume(volume: PersistentVolume, claim: PersistentVolumeClaim, newer: string): ReleasedHold {
  return {
    reason: "DataOnFormerVolume",
    holder: { person: "owner" },
    message: say`${nameOf(claim)} was created again and now uses pv/${newer}; the earlier data is on this volume`,
    evidence: [
      proof(volume, "spec.claimRef.uid", volume.spec?.claimRef?.uid),
      proof(claim, "metadata.uid", claim.metadata.uid),
      proof(claim, "spec.volumeName", newer),
    ],
    remedies: [saveManifest(volume), swapVolume(volume)],
    avoid: {
      step: say`clear the uid of the claimRef, or set it to that of the current claim`,
      because: say`that claim is bound to another volume and would not move to this one; with policy Delete a volume whose claim is bound elsewhere is deleted with its data`,
    },
  };
}

/** With policy Delete the same mistake about the uid destroys the disk. */
export function formerClaimHolds(volume: PersistentVolume, cluster: Cluster): readonly ReleasedHold[] {
  const former = claimOf(volume);
  if (former?.uid === undefined) return [];
  const claim = cluster.get("v1/persistentvolumeclaims", former.name, former.namespace);
  if (claim.state === "unread") return [couldNotRead(claim.unread)];
  if (claim.state === "absent" || claim.object.metadata.uid === former.uid) return [];
  return [
    {
      reason: "FormerClaimReplaced",
      holder: { person: "owner" },
      message: say`the volume names ${nameOf(claim.object)}, but means a former claim of that name (uid ${former.uid}), which no longer exists${releaseDestroys(volume) ? say`, so with policy Delete ${volumeHandleOf(volume) ?? "the disk"} is deleted` : []}`,
      evidence: [
        proof(volume, "spec.claimRef.uid", former.uid),
        proof(claim.object, "metadata.uid", claim.object.metadata.uid),
        proof(volume, "spec.persistentVolumeReclaimPolicy", reclaimPolicyOf(volume)),
      ],
      remedies: [setRetain(volume), releaseClaimRef(volume, { part: "set-uid" })],
      avoid: {
        step: say`consider the volume bound because the names are equal`,
        because: say`Kubernetes compares uids, and seconds count: set Retain first`,
      },
    },
  ];
}
