import type { Mismatch } from "../../../controllers/index.ts";
import {
  isVolumeBoundToClaim,
  reclaimPolicyOf,
  reservedMismatch,
  storageClassNameOf,
  volumeHandleOf,
  volumeNamed,
} from "../../../controllers/index.ts";
import type { FoundHold } from "../../../define/index.ts";
import type { PersistentVolume, PersistentVolumeClaim, Phrase } from "../../../kubernetes/index.ts";
import { isTerminating, nameOf, refOf, say, words } from "../../../kubernetes/index.ts";
import { recreateClaim, releaseClaimRef, restoreVolume, setRetain } from "../../../remedies/index.ts";
import { proof } from "../../../report/index.ts";
import type { PendingHoldReason } from "./reasons.ts";

type PendingHold = FoundHold<PendingHoldReason>;

function recreate(claim: PersistentVolumeClaim, change: string) {
  return recreateClaim(claim, { change });
}

export function volumeNotFound(claim: PersistentVolumeClaim): PendingHold {
  const name = claim.spec?.volumeName ?? "";
  return {
    reason: "NamedVolumeMissing",
    holder: { missing: volumeNamed(name) },
    message: say`the claim names pv/${name}, which does not exist; Kubernetes waits for it without an event`,
    evidence: [proof(claim, "spec.volumeName", name)],
    remedies: [
      recreate(claim, "Delete spec.volumeName too: the claim then gets a new, empty volume."),
      restoreVolume(claim),
    ],
  };
}

function terminating(volume: PersistentVolume): PendingHold {
  return {
    reason: "NamedVolumeTerminating",
    holder: { object: refOf(volume) },
    message: say`the claim names ${nameOf(volume)}, which is being deleted`,
    evidence: [proof(volume, "metadata.deletionTimestamp", volume.metadata.deletionTimestamp)],
    avoid: {
      step: say`remove the finalizers of ${nameOf(volume)} to free the name`,
      because: say`${volumeHandleOf(volume) ?? "the disk"} could leak, or be attached twice`,
    },
  };
}

export function volumeMismatch(
  claim: PersistentVolumeClaim,
  volume: PersistentVolume | undefined,
  mismatch: Mismatch,
): PendingHold {
  if (volume === undefined) return volumeNotFound(claim);
  switch (mismatch) {
    case "Terminating":
      return terminating(volume);
    case "class":
      return otherClass(claim, volume);
    case "size":
    case "access modes":
    case "volume mode":
    case "attributes class":
      return doesNotFit(claim, volume, mismatch);
  }
}

type Misfit = Exclude<Mismatch, "Terminating" | "class">;

/** What a volume has that a claim does not ask for. */
export function misfitWords(claim: PersistentVolumeClaim, volume: PersistentVolume, misfit: Misfit): Phrase {
  switch (misfit) {
    case "size":
      return say`has ${volume.spec?.capacity?.storage ?? "0"}, less than the ${claim.spec?.resources?.requests?.storage ?? "0"} that the claim requests`;
    case "access modes":
      return say`offers ${(volume.spec?.accessModes ?? []).join(", ")}, not all of ${(claim.spec?.accessModes ?? []).join(", ")}`;
    case "volume mode":
      return say`has volumeMode ${volumeModeOf(volume)}, but the claim requests ${volumeModeOf(claim)}`;
    case "attributes class":
      return say`has volumeAttributesClassName ${quoted(volume.spec?.volumeAttributesClassName ?? "")}`;
  }
}

/** What a claim that the volume fits says. */
function fittingChange(volume: PersistentVolume, misfit: Misfit): string {
  switch (misfit) {
    case "size":
      return `Request no more than ${volume.metadata.name} has`;
    case "access modes":
      return `Request only access modes that ${volume.metadata.name} offers: ${(volume.spec?.accessModes ?? []).join(", ")}`;
    case "volume mode":
      return `Set spec.volumeMode: ${volumeModeOf(volume)}`;
    case "attributes class":
      return `Set spec.volumeAttributesClassName: ${quoted(volume.spec?.volumeAttributesClassName ?? "")}`;
  }
}

const volumeModeOf = ({ spec }: PersistentVolume | PersistentVolumeClaim) => spec?.volumeMode ?? "Filesystem";

const quoted = (name: string) => (name === "" ? "''" : name);

function otherClass(claim: PersistentVolumeClaim, volume: PersistentVolume): PendingHold {
  const [wanted, given] = [storageClassNameOf(volume), storageClassNameOf(claim)];
  return {
    reason: "NamedVolumeOfOtherClass",
    holder: { person: "owner" },
    message: say`the claim's StorageClass is ${quoted(given)}, but that of ${nameOf(volume)} is ${quoted(wanted)}: set storageClassName: ${quoted(wanted)} in the claim`,
    evidence: [proof(claim, "spec.storageClassName", given), proof(volume, "spec.storageClassName", wanted)],
    remedies: [recreate(claim, classChange(wanted))],
    avoid: {
      step: say`remove the default StorageClass`,
      because: say`the claims of other users depend on it`,
    },
  };
}

function classChange(wanted: string): string {
  return wanted === ""
    ? "Set spec.storageClassName to the empty string: if it is left out, the claim gets the default class again."
    : `Set spec.storageClassName: ${wanted}`;
}

function doesNotFit(claim: PersistentVolumeClaim, volume: PersistentVolume, misfit: Misfit): PendingHold {
  return {
    reason: "NamedVolumeDoesNotFit",
    holder: { person: "owner" },
    message: say`${nameOf(volume)}, which the claim names, ${misfitWords(claim, volume, misfit)}`,
    evidence: [proof(claim, "spec.volumeName", volume.metadata.name)],
    remedies: [recreate(claim, `${fittingChange(volume, misfit)}, or name another volume.`)],
  };
}

/** A volume that is reserved for the claim, and that it is never bound to, if there is one. */
export function reservedInVain(
  claim: PersistentVolumeClaim,
  volumes: readonly PersistentVolume[],
): PendingHold | undefined {
  const volume = volumes.find((each) => isVolumeBoundToClaim(each, claim));
  const mismatch = volume && reservedMismatch(volume, claim);
  if (volume === undefined || mismatch === undefined || mismatch === "Terminating") return undefined;
  return {
    reason: "ReservedVolumeDoesNotFit",
    holder: { person: "owner" },
    message: say`${nameOf(volume)}, which is reserved for the claim, ${misfitWords(claim, volume, mismatch)}: they are never bound to each other`,
    evidence: [proof(volume, "spec.claimRef.name", claim.metadata.name)],
    remedies: [recreate(claim, `${fittingChange(volume, mismatch)}.`)],
    avoid: {
      step: say`clear the claimRef of ${nameOf(volume)}`,
      because: say`this claim would still not get the volume, and any other claim that fits could be bound to it, with the data on it`,
    },
  };
}

export function claimedByOther(
  claim: PersistentVolumeClaim,
  volume: PersistentVolume | undefined,
): PendingHold {
  if (volume === undefined) return volumeNotFound(claim);
  if (isTerminating(volume)) return terminating(volume);
  const claimRef = volume.spec?.claimRef;
  const isFormer = claimRef?.name === claim.metadata.name && claimRef?.namespace === claim.metadata.namespace;
  return isFormer ? reserved(claim, volume) : taken(claim, volume);
}

function reserved(claim: PersistentVolumeClaim, volume: PersistentVolume): PendingHold {
  const uid = volume.spec?.claimRef?.uid ?? "";
  const isDelete = reclaimPolicyOf(volume) === "Delete";
  return {
    reason: "NamedVolumeReserved",
    holder: { person: "administrator" },
    message: say`${nameOf(volume)} is still reserved for the former ${nameOf(claim)} (uid ${uid}, deleted); clearing only that uid gives the volume to this claim, with the old data`,
    evidence: [proof(volume, "spec.claimRef.uid", uid), proof(claim, "metadata.uid", claim.metadata.uid)],
    remedies: [...(isDelete ? [setRetain(volume)] : []), releaseClaimRef(volume, { part: "uid" })],
    avoid: {
      step: say`remove the whole claimRef`,
      because: say`any claim that fits could then be bound to the volume and read the old data`,
    },
  };
}

function taken(claim: PersistentVolumeClaim, volume: PersistentVolume): PendingHold {
  const { namespace = "", name = "", uid = "" } = volume.spec?.claimRef ?? {};
  const other = `${namespace}/${name}`;
  return {
    reason: "NamedVolumeTaken",
    holder: { person: "owner" },
    message: say`${nameOf(volume)}, which the claim names, ${words(uid === "" ? "is reserved for" : "belongs to")} ${other}`,
    evidence: [proof(volume, "spec.claimRef.name", name)],
    remedies: [recreate(claim, "Delete spec.volumeName, or name another volume.")],
    avoid: {
      step: say`clear the claimRef of ${nameOf(volume)}`,
      because:
        uid === ""
          ? say`it is reserved for ${other}; only if that name is mistyped, correct it to this claim`
          : say`${other} would lose its volume, and this claim would read data that is not its own`,
    },
  };
}
