import {
  type Mismatch,
  reclaimPolicyOf,
  storageClassNameOf,
  volumeHandleOf,
  volumeNamed,
} from "../../../controllers/index.ts";
import { type FoundHold, nameOf } from "../../../engine/index.ts";
import {
  isTerminating,
  type PersistentVolume,
  type PersistentVolumeClaim,
  type Phrase,
  proof,
  refOf,
  say,
} from "../../../model/index.ts";
import type { PendingHoldReason } from "./reasons.ts";

type Held = FoundHold<PendingHoldReason>;

function recreate(claim: PersistentVolumeClaim, change: string) {
  return { remedy: "recreate-claim", on: refOf(claim), using: { change } };
}

export function volumeNotFound(claim: PersistentVolumeClaim): Held {
  const name = claim.spec?.volumeName ?? "";
  return {
    reason: "NamedVolumeMissing",
    holder: { missing: volumeNamed(name) },
    message: say`it names persistentvolume/${name}, which does not exist; Kubernetes waits for it and says nothing`,
    evidence: [proof(refOf(claim), "spec.volumeName", name)],
    remedies: [
      recreate(claim, "Delete spec.volumeName too: the claim then gets a new, empty volume."),
      { remedy: "restore-volume", on: refOf(claim) },
    ],
  };
}

function terminating(volume: PersistentVolume): Held {
  return {
    reason: "NamedVolumeTerminating",
    holder: { object: refOf(volume) },
    message: say`it names ${nameOf(refOf(volume))}, which is being deleted`,
    evidence: [proof(refOf(volume), "metadata.deletionTimestamp", volume.metadata.deletionTimestamp)],
    avoid: [
      {
        step: say`removing the finalizers of ${nameOf(refOf(volume))} to free the name`,
        because: say`${volumeHandleOf(volume) ?? "the disk"} can leak, or be attached twice`,
      },
    ],
  };
}

export function volumeMismatch(
  claim: PersistentVolumeClaim,
  volume: PersistentVolume | undefined,
  mismatch: Mismatch,
): Held {
  if (volume === undefined) return volumeNotFound(claim);
  switch (mismatch) {
    case "Terminating":
      return terminating(volume);
    case "class":
      return otherClass(claim, volume);
    case "size":
      return doesNotFit(
        claim,
        volume,
        say`has ${volume.spec?.capacity?.storage ?? "0"}, less than the ${claim.spec?.resources?.requests?.storage ?? "0"} that it asks for`,
      );
    case "access modes":
      return doesNotFit(
        claim,
        volume,
        say`offers ${(volume.spec?.accessModes ?? []).join(", ")}, not all of ${(claim.spec?.accessModes ?? []).join(", ")}`,
      );
    case "volume mode":
      return doesNotFit(claim, volume, say`has volumeMode ${volume.spec?.volumeMode ?? "Filesystem"}`);
    case "attributes class":
      return doesNotFit(
        claim,
        volume,
        say`has volumeAttributesClassName ${quoted(volume.spec?.volumeAttributesClassName ?? "")}`,
      );
  }
}

const quoted = (name: string) => (name === "" ? "''" : name);

function otherClass(claim: PersistentVolumeClaim, volume: PersistentVolume): Held {
  const [wanted, given] = [storageClassNameOf(volume), storageClassNameOf(claim)];
  return {
    reason: "NamedVolumeOfOtherClass",
    holder: { person: "owner" },
    message: say`its StorageClass is ${quoted(given)}, that of ${nameOf(refOf(volume))} is ${quoted(wanted)}: set storageClassName: ${quoted(wanted)} in the claim`,
    evidence: [
      proof(refOf(claim), "spec.storageClassName", given),
      proof(refOf(volume), "spec.storageClassName", wanted),
    ],
    remedies: [recreate(claim, classChange(wanted))],
    avoid: [
      {
        step: say`removing the default StorageClass`,
        because: say`claims of others depend on it`,
      },
    ],
  };
}

function classChange(wanted: string): string {
  return wanted === ""
    ? "Set spec.storageClassName to the empty string: leaving it out gets the default class again."
    : `Set spec.storageClassName: ${wanted}`;
}

function doesNotFit(claim: PersistentVolumeClaim, volume: PersistentVolume, what: Phrase): Held {
  return {
    reason: "NamedVolumeDoesNotFit",
    holder: { person: "owner" },
    message: say`${nameOf(refOf(volume))}, which it names, ${what}`,
    evidence: [proof(refOf(claim), "spec.volumeName", volume.metadata.name)],
    remedies: [recreate(claim, `Ask for no more than ${volume.metadata.name} has, or name another volume.`)],
  };
}

export function claimedByOther(claim: PersistentVolumeClaim, volume: PersistentVolume | undefined): Held {
  if (volume === undefined) return volumeNotFound(claim);
  if (isTerminating(volume)) return terminating(volume);
  const claimRef = volume.spec?.claimRef;
  const isFormer = claimRef?.name === claim.metadata.name && claimRef?.namespace === claim.metadata.namespace;
  return isFormer ? reserved(claim, volume) : taken(claim, volume);
}

function reserved(claim: PersistentVolumeClaim, volume: PersistentVolume): Held {
  const on = refOf(volume);
  const uid = volume.spec?.claimRef?.uid ?? "";
  const isDelete = reclaimPolicyOf(volume) === "Delete";
  return {
    reason: "NamedVolumeReserved",
    holder: { person: "administrator" },
    message: say`${nameOf(on)} still reserves itself for the former ${nameOf(refOf(claim))} (uid ${uid}, deleted); clearing only that uid gives it to this claim, with the old data`,
    evidence: [proof(on, "spec.claimRef.uid", uid), proof(refOf(claim), "metadata.uid", claim.metadata.uid)],
    remedies: [
      ...(isDelete ? [{ remedy: "set-retain", on }] : []),
      { remedy: "release-claim-ref", on, using: { part: "uid" } },
    ],
    avoid: [
      {
        step: say`removing the whole claimRef`,
        because: say`any claim that fits may then take the volume and read the old data`,
      },
    ],
  };
}

function taken(claim: PersistentVolumeClaim, volume: PersistentVolume): Held {
  const { namespace = "", name = "" } = volume.spec?.claimRef ?? {};
  return {
    reason: "NamedVolumeTaken",
    holder: { person: "owner" },
    message: say`${nameOf(refOf(volume))}, which it names, belongs to ${namespace}/${name}`,
    evidence: [proof(refOf(volume), "spec.claimRef.name", name)],
    remedies: [recreate(claim, "Delete spec.volumeName, or name another volume.")],
    avoid: [
      {
        step: say`clearing the claimRef of ${nameOf(refOf(volume))}`,
        because: say`${namespace}/${name} would lose its volume, and this claim would read foreign data`,
      },
    ],
  };
}
