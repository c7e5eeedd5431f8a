import { latestEvent, reclaimPolicyOf } from "../../controllers/index.ts";
import {
  type Cluster,
  isTerminating,
  nameOf,
  type PersistentVolume,
  type Phrase,
  type Refusal,
  refOf,
  say,
  words,
} from "../../model/index.ts";
import { object } from "./recording.ts";
import { deletionWasTried, type Next, type Rescue } from "./rescue.ts";
import { refusal, refuse, seen } from "./seen.ts";
import { isDeletedByNobody, isNoAttempt, isUndeletable } from "./undeletable.ts";

/**
 * Sets Retain. The write is pinned to a version of the volume that is not Released, and every deleter asks for phase
 * Released and policy Delete in one version: once the write is in, no such version exists, and whatever a
 * deleter's cache holds, it finds nothing to destroy.
 * kubernetes-sigs/sig-storage-lib-external-provisioner controller/controller.go shouldDelete, v13;
 * kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go reclaimVolume, 1.36.
 */
export function retain(volume: PersistentVolume): Next | undefined {
  const policy = reclaimPolicyOf(volume);
  if (policy === "Retain") return undefined;
  if (isReleased(volume) && !isDeletedByNobody(volume))
    return refuse("DiskBeingDestroyed", refOf(volume), destroying(volume), tryRetain(volume));
  return {
    next: "act",
    stage: "retain",
    act: {
      do: "edit",
      on: seen(volume),
      edits: [{ op: "replace", path: "/spec/persistentVolumeReclaimPolicy", value: "Retain", was: policy }],
    },
    why: isDeletedByNobody(volume)
      ? words(
          "No controller can delete its disk, and the data is untouched. With Retain, no controller tries to.",
        )
      : isTerminating(volume)
        ? words(
            "After this, nothing deletes the disk. It cannot be undone: the provisioner removes its finalizer, and the volume is deleted as soon as its claim is deleted.",
          )
        : words("After this, nothing deletes the disk, whatever happens to the claim."),
  };
}

/** What speaks against keeping a disk with Retain, since its destruction may have begun before. */
export function attemptedDeletion(
  volume: PersistentVolume,
  { accepted }: Rescue,
  cluster: Cluster,
): Refusal | undefined {
  if (reclaimPolicyOf(volume) !== "Retain" || !isReleased(volume)) return undefined;
  const failure = object(latestEvent(refOf(volume), ["VolumeFailedDelete"], cluster));
  const hasFailed = volume.status?.phase === "Failed";
  if ((failure === undefined && !hasFailed) || accepted.includes(deletionWasTried)) return undefined;
  const said = failure?.message ?? volume.status?.message ?? "";
  if (isUndeletable(volume) && isNoAttempt(said)) return undefined;
  return refusal(
    deletionWasTried,
    refOf(volume),
    say`Before ${nameOf(refOf(volume))} was set to Retain, a deletion of its disk was tried: "${said}". Kubernetes does not know what is left of it.`,
    say`Look for the disk in the storage backend. If it is intact, run the command again with --accept ${deletionWasTried}.`,
  );
}

function isReleased({ status }: PersistentVolume): boolean {
  return status?.phase === "Released" || status?.phase === "Failed";
}

function destroying(volume: PersistentVolume): Phrase {
  const { phase = "", message = "" } = volume.status ?? {};
  const said = message === "" ? [] : say` It says: "${message}".`;
  return say`${nameOf(refOf(volume))} is ${phase} with policy ${reclaimPolicyOf(volume)}: its disk is being destroyed, or is already destroyed. It is too late for a rescue to promise anything.${said}`;
}

function tryRetain(volume: PersistentVolume): Phrase {
  return say`Stop further attempts now: kubectl patch pv ${volume.metadata.name} -p '${'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}'}'. Then look for the disk in the storage backend. If it is intact, run the command again.`;
}
