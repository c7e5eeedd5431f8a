import type { Cluster } from "../../cluster/index.ts";
import { everywhere, itemsOf, objectOf } from "../../cluster/index.ts";
import {
  claimNamed,
  claimsByVolume,
  enclosingKeysOf,
  isAround,
  reclaimPolicyOf,
  volumeNamed,
  volumesByHandle,
  volumesNaming,
} from "../../controllers/index.ts";
import { refusal } from "../../define/index.ts";
import type { ObjectRef, PersistentVolume, PersistentVolumeClaim, Phrase } from "../../kubernetes/index.ts";
import { isTerminating, join, nameOf, refOf, say, words } from "../../kubernetes/index.ts";
import type { Refusal } from "../../report/index.ts";
import { withNeighbours } from "./neighbours.ts";
import { isRestored, pairNow } from "./pair-now.ts";
import type { Pair, Rescue, RescueStart, Stopped } from "./rescue.ts";
import { pairOf } from "./rescue.ts";
import { attemptedDeletion, deletionUnderRetain, isDeletedByNobody } from "./retain.ts";
import { scaledDown } from "./scale.ts";
import { replicasOf, workloadNow } from "./workload.ts";

type Found = { readonly namespace: string; readonly pair: Pair } | { readonly refusal: Refusal };

/**
 * What belongs to the rescue of an object, as the cluster is now.
 *
 * @param named a claim or a volume, by its name
 * @param earlier what a run that is not to go on has scaled down
 */
export function begin(
  named: ObjectRef,
  accepted: readonly string[],
  cluster: Cluster,
  earlier: readonly Stopped[] = [],
): RescueStart {
  const { value: found, missed } = cluster.noting(() => decided(named, accepted, earlier, cluster));
  if (missed.length > 0) return { start: "unknown", unread: missed };
  if (found.start === "refused") return { ...found, unread: [] };
  return { ...found, ...scaledDown(found.rescue, cluster) };
}

type Decided =
  | { readonly start: "rescue"; readonly rescue: Rescue }
  | { readonly start: "nothing-to-do"; readonly because: Phrase; readonly rescue: Rescue }
  | { readonly start: "refused"; readonly refusal: Refusal };

function decided(
  named: ObjectRef,
  accepted: readonly string[],
  earlier: readonly Stopped[],
  cluster: Cluster,
): Decided {
  const found =
    named.kind === "PersistentVolumeClaim" ? byClaim(named, cluster) : byVolume(named.name, cluster);
  if ("refusal" in found) return { start: "refused", refusal: found.refusal };
  const { namespace: name, pair } = found;
  const uid = objectOf(cluster.get("v1/namespaces", name))?.metadata.uid ?? "";
  const alone: Rescue = { namespace: { name, uid }, pairs: [pair], stopped: [], safe: [], accepted };
  if (isRestored(pairNow(pair, alone, cluster)))
    return { start: "nothing-to-do", because: isWell(name, pair), rescue: alone };
  const rescue = withEarlier(withNeighbours(alone, cluster), earlier, cluster);
  for (const { volume } of rescue.pairs.map((each) => pairNow(each, rescue, cluster))) {
    const reason =
      volume &&
      (attemptedDeletion(volume.object, rescue, cluster) ??
        deletionUnderRetain(volume.object, rescue) ??
        otherWithSameDisk(volume.object, cluster));
    if (reason !== undefined) return { start: "refused", refusal: reason };
  }
  return { start: "rescue", rescue };
}

function byClaim(ref: ObjectRef, cluster: Cluster): Found {
  const { name, namespace = "" } = ref;
  const claim = objectOf(cluster.get("v1/persistentvolumeclaims", name, namespace));
  if (claim !== undefined) return ofClaim(claim, namespace, cluster);
  const volumes = itemsOf(volumesNaming(ref, cluster));
  const [volume, ...others] = volumes;
  if (volume === undefined)
    return refused(
      "NothingLeft",
      ref,
      say`${nameOf(ref)} no longer exists, and no volume belongs to it.`,
      lost,
    );
  if (others.length === 0) return { namespace, pair: pairOf(ref, volume.spec?.claimRef?.uid, volume) };
  const names = join(
    volumes.map((each) => nameOf(refOf(each))),
    ", ",
  );
  return refused(
    "SeveralVolumes",
    ref,
    say`${nameOf(ref)} no longer exists, and several volumes belong to it: ${names}.`,
    say`Name the volume with the data instead: kubectl pvguard rescue pv/NAME`,
  );
}

function ofClaim(claim: PersistentVolumeClaim, namespace: string, cluster: Cluster): Found {
  const ref = refOf(claim);
  const volumeName = claim.spec?.volumeName ?? "";
  if (volumeName === "") return withoutName(claim, cluster);
  const volume = objectOf(cluster.get("v1/persistentvolumes", volumeName));
  return { namespace, pair: pairOf(ref, claim.metadata.uid, volume ?? volumeName) };
}

/**
 * A claim that lost the name of its volume: the volume remains bound to it for as long as the claim exists.
 * kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go syncBoundClaim, syncVolume, 1.36.
 */
function withoutName(claim: PersistentVolumeClaim, cluster: Cluster): Found {
  const ref = refOf(claim);
  const volumes = itemsOf(volumesNaming(ref, cluster));
  const volume = volumes.find(({ spec }) => spec?.claimRef?.uid === claim.metadata.uid);
  if (volume !== undefined)
    return refused(
      "VolumeNotNamed",
      ref,
      say`${nameOf(ref)} names no volume, but ${nameOf(refOf(volume))} is bound to exactly this claim, so the data is on that volume.`,
      say`Do not delete the claim. Set the volume to Retain now: kubectl pvguard fix pv/${volume.metadata.name} --remedy set-retain`,
    );
  return refused(
    "NoVolume",
    ref,
    say`${nameOf(ref)} has no volume, so there is no data to keep.`,
    isTerminating(claim) ? words("Create the claim again after it is deleted.") : undefined,
  );
}

function byVolume(name: string, cluster: Cluster): Found {
  const ref = volumeNamed(name);
  const volume = objectOf(cluster.get("v1/persistentvolumes", name));
  const users = itemsOf(cluster.lookup(claimsByVolume, name, everywhere));
  const { claimRef } = volume?.spec ?? {};
  const user = users.find(({ metadata }) => metadata.uid === claimRef?.uid) ?? users[0];
  if (user !== undefined)
    return {
      namespace: user.metadata.namespace ?? "",
      pair: pairOf(refOf(user), user.metadata.uid, volume ?? name),
    };
  if (volume === undefined)
    return refused("NothingLeft", ref, say`${nameOf(ref)} no longer exists, and no claim names it.`, lost);
  if (claimRef?.name === undefined)
    return refused(
      "NoClaim",
      ref,
      say`${nameOf(ref)} is not reserved for a claim, so there is nothing to bring back. Any matching claim can bind to it.`,
    );
  const namespace = claimRef.namespace ?? "";
  const claim = objectOf(cluster.get("v1/persistentvolumeclaims", claimRef.name, namespace));
  if (claim !== undefined && claim.metadata.uid === claimRef.uid && (claim.spec?.volumeName ?? "") === "")
    return withoutName(claim, cluster);
  return { namespace, pair: pairOf(claimNamed(namespace, claimRef.name), claimRef.uid, volume) };
}

const lost = words(
  "With a saved manifest or a backup, it can be created again: kubectl pvguard undo BACKUP. Otherwise look for the disk in the storage backend.",
);

function refused(reason: string, on: ObjectRef, message: Phrase, instead?: Phrase): Found {
  return { refusal: refusal(reason, on, message, instead) };
}

function isWell(namespace: string, { claim, volume }: Pair): Phrase {
  return say`${nameOf(claimNamed(namespace, claim.name))} and ${nameOf(volumeNamed(volume.name))} are bound to each other, and neither is being deleted. There is nothing to rescue.`;
}

/** Another volume of the same disk, whose deletion would destroy the data too. */
function otherWithSameDisk(volume: PersistentVolume, cluster: Cluster): Refusal | undefined {
  const other = [...volumesByHandle.keys(volume), ...enclosingKeysOf(volume)]
    .flatMap((key) => itemsOf(cluster.lookup(volumesByHandle, key, everywhere)))
    .filter((each) => reclaimPolicyOf(each) !== "Retain" && !isDeletedByNobody(each))
    .find((each) => each.metadata.name !== volume.metadata.name);
  if (other === undefined) return undefined;
  return refusal(
    "SharedDisk",
    refOf(volume),
    say`${nameOf(refOf(other))} ${isAround(other, volume) ? say`contains its directory, and has` : say`uses the same disk with`} policy ${reclaimPolicyOf(other)}, so deleting it would also destroy the data.`,
    say`Set it to Retain first: kubectl patch pv ${other.metadata.name} -p '${'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}'}'`,
  );
}

/**
 * With what an earlier run has scaled down and not started again: how it was before is known from that run alone.
 *
 * @param earlier what that run remembers
 */
function withEarlier(rescue: Rescue, earlier: readonly Stopped[], cluster: Cluster): Rescue {
  const stopped = rescue.stopped.map((now) => {
    const before = earlier.find((each) => isSame(each, now));
    return before === undefined || before.during !== now.replicas
      ? now
      : { ...now, replicas: before.replicas, whenScaled: before.whenScaled };
  });
  const others = earlier.filter(
    (each) => !rescue.stopped.some((now) => isSame(each, now)) && isStillDown(each, cluster),
  );
  return { ...rescue, stopped: [...stopped, ...others] };
}

function isSame(one: Stopped, other: Stopped): boolean {
  return one.owner.uid === other.owner.uid;
}

function isStillDown(stopped: Stopped, cluster: Cluster): boolean {
  const workload = workloadNow(stopped, cluster);
  return workload !== undefined && replicasOf(workload) === stopped.during;
}
