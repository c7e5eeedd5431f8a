import type { Cluster } from "../../cluster/index.ts";
import {
  findDeletablePlugin,
  goesUnderRetain,
  isReleased,
  provisionedBy,
  reclaimPolicyOf,
  volumeBackend,
  volumeNamed,
} from "../../controllers/index.ts";
import { refusal, retaining } from "../../define/index.ts";
import { lastFailure, saysNothingTried, toldIn } from "../../evidence/index.ts";
import type { PersistentVolume, Phrase } from "../../kubernetes/index.ts";
import { isTerminating, nameOf, refOf, say, words } from "../../kubernetes/index.ts";
import type { Refusal } from "../../report/index.ts";
import type { PairNow } from "./pair-now.ts";
import { pairNow } from "./pair-now.ts";
import type { Rescue } from "./rescue.ts";
import { deletionWasTried, retainNotProven } from "./rescue.ts";
import type { ActStep, Next } from "./steps.ts";
import { actStep, refuse } from "./steps.ts";

/**
 * Sets Retain. The write is pinned to a version of the volume that is not Released, and every deleter asks for phase
 * Released and policy Delete in one version: once the write is in, no such version exists, and whatever a
 * deleter's cache holds, it finds nothing to destroy.
 * kubernetes-sigs/sig-storage-lib-external-provisioner controller/controller.go shouldDelete, v13;
 * kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go reclaimVolume, 1.36.
 */
export function retain(volume: PersistentVolume): Next | undefined {
  const [act] = retaining(volume);
  if (act === undefined || reclaimPolicyOf(volume) === "Retain") return undefined;
  if (isReleased(volume) && !isDeletedByNobody(volume))
    return refuse("DiskBeingDestroyed", refOf(volume), destroying(volume), tryRetain(volume));
  return actStep("retain", act, words(afterRetain(volume)));
}

function afterRetain(volume: PersistentVolume): string {
  if (isDeletedByNobody(volume))
    return "No controller can delete its disk, and the data is untouched. With Retain, no controller tries to.";
  return isTerminating(volume)
    ? "After this, nothing deletes the disk. It cannot be undone: the provisioner removes its finalizer, and the volume is deleted as soon as its claim is deleted."
    : "After this, nothing deletes the disk, whatever happens to the claim.";
}

/** What speaks against keeping a disk with Retain, since its destruction may have begun before. */
export function attemptedDeletion(
  volume: PersistentVolume,
  { accepted }: Rescue,
  cluster: Cluster,
): Refusal | undefined {
  if (reclaimPolicyOf(volume) !== "Retain" || !isReleased(volume)) return undefined;
  const failure = toldIn(lastFailure(volume, "delete-disk", cluster));
  const hasFailed = volume.status?.phase === "Failed";
  if ((failure === undefined && !hasFailed) || accepted.includes(deletionWasTried)) return undefined;
  const said = failure?.message ?? volume.status?.message ?? "";
  if (isUndeletable(volume) && saysNothingTried(said)) return undefined;
  return refusal(
    deletionWasTried,
    refOf(volume),
    say`Before ${nameOf(refOf(volume))} was set to Retain, a deletion of its disk was tried: "${said}". Kubernetes does not know what is left of it.`,
    say`Look for the disk in the storage backend. If it is intact, run the command again with --accept ${deletionWasTried}.`,
  );
}

/** The end of its deletion cannot be prevented, and the disk may go with it: Retain is no help. */
export function deletionUnderRetain(volume: PersistentVolume, { accepted }: Rescue): Refusal | undefined {
  if (!isTerminating(volume) || !goesUnderRetain(volume) || accepted.includes(retainNotProven))
    return undefined;
  return refusal(
    retainNotProven,
    refOf(volume),
    say`${nameOf(refOf(volume))} is being deleted, which a rescue cannot prevent. Mayastor from 2024 or earlier then deletes its disk, although the policy is Retain. No object tells the version.`,
    say`Do not delete its claim or what uses it: copy the data to another volume first. With a newer Mayastor without --enable-orphan-vol-gc, run the command again with --accept ${retainNotProven}.`,
  );
}

function destroying(volume: PersistentVolume): Phrase {
  const { phase = "", message = "" } = volume.status ?? {};
  const said = message === "" ? [] : say` It says: "${message}".`;
  return say`${nameOf(refOf(volume))} is ${phase} with policy ${reclaimPolicyOf(volume)}: its disk is being destroyed, or is already destroyed. It is too late for a rescue to promise anything.${said}`;
}

function tryRetain(volume: PersistentVolume): Phrase {
  return say`Stop further attempts now: kubectl patch pv ${volume.metadata.name} -p '${'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}'}'. Then look for the disk in the storage backend. If it is intact, run the command again.`;
}

/**
 * Was it created manually, of a kind that no plugin deletes, such as a share of NFS? With policy Delete it becomes Failed,
 * and nothing touches its data.
 * kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go findDeletablePlugin, doDeleteVolume, 1.36.
 */
function isUndeletable(volume: PersistentVolume): boolean {
  return provisionedBy(volume) === undefined && findDeletablePlugin(volume).deleter === "missing";
}

/** Nothing destroys its disk although it is not set to Retain. A volume that is recycled is emptied. */
export function isDeletedByNobody(volume: PersistentVolume): boolean {
  return reclaimPolicyOf(volume) === "Delete" && isUndeletable(volume);
}

/** The rescue with what can be seen now and not later: which volumes are set to Retain. */
export function withProvenRetain(rescue: Rescue, cluster: Cluster): Rescue {
  const kept = rescue.pairs.filter((pair) => {
    const { volume } = pairNow(pair, rescue, cluster);
    return volume !== undefined && volume.which !== "foreign" && reclaimPolicyOf(volume.object) === "Retain";
  });
  return withSafe(
    rescue,
    kept.map(({ volume }) => volume.name),
  );
}

/** The rescue after a step was done: the write of Retain is proof by itself, since the server took it at that version. */
export function afterActStep(rescue: Rescue, { stage, object: { name } }: ActStep): Rescue {
  return stage === "retain" ? withSafe(rescue, [name]) : rescue;
}

function withSafe(rescue: Rescue, names: readonly string[]): Rescue {
  const added = names.filter((name) => !rescue.safe.includes(name));
  return added.length === 0 ? rescue : { ...rescue, safe: [...rescue.safe, ...added] };
}

/** If a volume was deleted while its disk was not safe, so may the disk be. A volume that was deleted before is not judged here. */
export function lostUnretained({ pair, volume }: PairNow, { safe, accepted }: Rescue): Next | undefined {
  const isKnown =
    safe.includes(pair.volume.name) || pair.volume.uid === "" || accepted.includes(retainNotProven);
  if (volume !== undefined || isKnown) return undefined;
  const ref = volumeNamed(pair.volume.name);
  return refuse(
    retainNotProven,
    ref,
    say`Nothing proves that ${nameOf(ref)} had the policy Retain when it was deleted, so its disk may have been deleted.`,
    say`Look for ${diskIn(pair.volume.manifest)} in the storage backend. If it is intact, run the command again with --accept ${retainNotProven}.`,
  );
}

function diskIn(manifest: string): Phrase {
  const backend = manifest === "" ? undefined : volumeBackend(JSON.parse(manifest) as PersistentVolume);
  switch (backend?.type) {
    case "csi":
    case "migrated":
      return say`the disk ${backend.handle} of ${backend.driver}`;
    case "in-tree":
    case "local":
      return say`the disk ${backend.handle} (${backend.plugin})`;
    case "unknown":
    case undefined:
      return words("the disk");
  }
}
