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
 * Released and policy Delete in one version: once the write is in, there is no such version any more, and whatever a
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
          "Nobody can delete what is behind it, and its data is untouched. With Retain nobody tries to any more.",
        )
      : isTerminating(volume)
        ? words(
            "Nothing destroys the disk then. It cannot be taken back: the provisioner drops its finalizer, and the object goes as soon as its claim is gone.",
          )
        : words("Nothing destroys the disk then, whatever becomes of the claim."),
  };
}

/** What speaks against keeping a disk with Retain, since somebody may have begun to destroy it before. */
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
    say`Before ${nameOf(refOf(volume))} was set to Retain, somebody tried to destroy its disk: "${said}". What is left of it, Kubernetes does not know.`,
    say`Look for the disk in the storage backend. If it is whole, run the command again with --accept ${deletionWasTried}.`,
  );
}

function isReleased({ status }: PersistentVolume): boolean {
  return status?.phase === "Released" || status?.phase === "Failed";
}

function destroying(volume: PersistentVolume): Phrase {
  const { phase = "", message = "" } = volume.status ?? {};
  const said = message === "" ? [] : say` It says: "${message}".`;
  return say`${nameOf(refOf(volume))} is ${phase} with policy ${reclaimPolicyOf(volume)}: its disk is being destroyed, or is destroyed already. A rescue comes too late to promise anything.${said}`;
}

function tryRetain(volume: PersistentVolume): Phrase {
  return say`Stop further tries now: kubectl patch pv ${volume.metadata.name} --type=merge -p '${'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}'}'. Then look for the disk in the storage backend. If it is whole, run the command again.`;
}
