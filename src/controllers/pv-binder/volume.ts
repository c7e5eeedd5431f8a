import type { Cluster, Found } from "../../cluster/index.ts";
import type { PersistentVolume, PersistentVolumeClaim } from "../../kubernetes/index.ts";
import { annotationOf, refOf } from "../../kubernetes/index.ts";
import { boundByController, migratedTo, provisionedBy } from "../annotation-names.ts";
import type { Action, Decision } from "../controller.ts";
import { defineController, nothing } from "../controller.ts";
import { act, actAll, unknown, wait } from "../decision.ts";
import { claimOf } from "../objects/refs.ts";
import { migrationDriver } from "../objects/volume-source.ts";
import { isReleased, reclaimPolicyOf } from "../objects/volumes.ts";
import { finalizerIsRefused, modifyDeletionFinalizers } from "../volume-deletion.ts";
import { isVolumeBoundToClaim, volumeModesDiffer } from "./match.ts";
import type { ClaimSeen } from "./reclaim.ts";
import { claimOfVolume, reclaim, unbindVolume } from "./reclaim.ts";

export const volumeBinder = defineController({
  name: "persistentvolume-controller",
  on: "v1/persistentvolumes",
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go syncVolume, 1.36",
    "kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller_base.go updateVolumeMigrationAnnotationsAndFinalizers, 1.36",
  ],
  decide(volume, cluster) {
    const seen = claimSeen(volume, cluster);
    if (seen.state === "unread") return unknown(seen);
    const claim = seen.state === "found" ? seen.object : "absent";
    const sync = syncVolume(volume, claim);
    const changes = metadataChanges(volume);
    return changes.length > 0 && sync.result !== "aborted"
      ? actAll(changes)
      : carryOut(volume, sync, claim, cluster);
  },
});

/** The claim with the name that the claimRef has, whatever its uid; not asked for without a uid in the claimRef. */
function claimSeen(volume: PersistentVolume, cluster: Cluster): Found<PersistentVolumeClaim> {
  const claim = claimOf(volume);
  if (claim?.uid === undefined) return { state: "absent" };
  return cluster.get("v1/persistentvolumeclaims", claim.name, claim.namespace);
}

function metadataChanges(volume: PersistentVolume): readonly Action[] {
  const object = refOf(volume);
  const given = volume.metadata.finalizers ?? [];
  const wanted = modifyDeletionFinalizers(volume);
  const driver = migrationDriver(volume);
  const annotate =
    driver === undefined || annotationOf(volume, migratedTo) === driver
      ? []
      : [{ do: "annotate", object, key: migratedTo, value: driver } as const];
  const add = wanted.filter((finalizer) => !given.includes(finalizer));
  const remove = given.filter((finalizer) => !wanted.includes(finalizer));
  return [
    ...annotate,
    ...add.map((finalizer) => ({ do: "add-finalizer", object, finalizer }) as const),
    ...remove.map((finalizer) => ({ do: "remove-finalizer", object, finalizer }) as const),
  ];
}

function carryOut(volume: PersistentVolume, sync: VolumeSync, claim: ClaimSeen, cluster: Cluster): Decision {
  const named = claimOf(volume);
  const others = named === undefined ? [] : [named];
  switch (sync.result) {
    case "aborted":
      return wait();
    case "Available":
      return enter(volume, "Available");
    case "Bound":
      return enter(volume, "Bound");
    case "Released":
      if (isReleased(volume)) return reclaim(volume, claim, cluster);
      return release(volume, claim, cluster);
    case "unbind":
      return act(
        { do: "clear-claim-ref", object: refOf(volume), part: sync.part },
        { do: "set-phase", object: refOf(volume), phase: "Available" },
      );
    case "unchanged":
      return wait(...others);
  }
}

/** One sync does both: nothing that keeps a deleted volume only while it is Bound ends before its disk is deleted. */
function release(volume: PersistentVolume, claim: ClaimSeen, cluster: Cluster): Decision {
  const entered = { do: "set-phase", object: refOf(volume), phase: "Released" } as const;
  // To recycle, pods are asked for.
  if (reclaimPolicyOf(volume) !== "Delete") return act(entered);
  const released = { ...volume, status: { ...volume.status, phase: "Released" } };
  const next = reclaim(released, claim, cluster);
  return next.decides === "act" ? act(entered, ...next.actions) : act(entered);
}

function enter(volume: PersistentVolume, phase: string): Decision {
  if (volume.status?.phase === phase) return nothing;
  return act({ do: "set-phase", object: refOf(volume), phase });
}

/** What the PV controller makes of a volume. */
export type VolumeSync =
  | { readonly result: "Available" }
  | { readonly result: "Bound" }
  /** The phase becomes Released, unless it is Failed already. Then the volume is reclaimed. */
  | { readonly result: "Released" }
  | { readonly result: "unbind"; readonly part: "whole" | "uid" }
  /** The claim's turn: it has to name the volume first. */
  | { readonly result: "unchanged"; readonly because: "claim not bound" | "VolumeMismatch" }
  /** The sync fails before it comes to the phase: a finalizer is refused. */
  | { readonly result: "aborted" };

/**
 * kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go syncVolume, 1.25 to 1.36.
 */
export function syncVolume(volume: PersistentVolume, seen: ClaimSeen): VolumeSync {
  if (finalizerIsRefused(volume)) return { result: "aborted" };
  const claimRef = volume.spec?.claimRef;
  if (claimRef === undefined || (claimRef.uid ?? "") === "") return { result: "Available" };
  const claim = claimOfVolume(volume, seen);
  if (claim === undefined) return { result: "Released" };
  const named = claim.spec?.volumeName ?? "";
  if (named === volume.metadata.name) return { result: "Bound" };
  if (named === "") {
    const because = volumeModesDiffer(volume, claim) ? "VolumeMismatch" : "claim not bound";
    return { result: "unchanged", because };
  }
  return isLoser(volume) ? { result: "Released" } : { result: "unbind", part: unbindVolume(volume) };
}

/** Two volumes were provisioned for one claim, and this one was not taken. */
function isLoser(volume: PersistentVolume): boolean {
  return annotationOf(volume, provisionedBy) !== undefined && reclaimPolicyOf(volume) === "Delete";
}

/**
 * The live claim because of which the PV controller neither releases nor reclaims a volume, though the volume's phase
 * says Released or Failed: the claimRef has the claim's uid, and the claim names the volume, or none yet.
 * kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go syncVolume, 1.36.
 */
export function claimAlive(volume: PersistentVolume, cluster: Cluster): Found<PersistentVolumeClaim> {
  const seen = claimSeen(volume, cluster);
  if (seen.state !== "found") return seen;
  const { result } = syncVolume(volume, seen.object);
  return result === "Bound" || result === "unchanged" ? seen : { state: "absent" };
}

/**
 * Which side of a new pair the PV controller chose, and marks with `bound-by-controller`. The claim always gets
 * `bind-completed`.
 * kubernetes/kubernetes staging/src/k8s.io/component-helpers/storage/volume/pv_helpers.go GetBindVolumeToClaim and
 * pkg/controller/volume/persistentvolume/pv_controller.go bindClaimToVolume, 1.36.
 */
export function boundByControllerAfterBind(
  volume: PersistentVolume,
  claim: PersistentVolumeClaim,
): { readonly volume: boolean; readonly claim: boolean } {
  return {
    volume: annotationOf(volume, boundByController) !== undefined || !isVolumeBoundToClaim(volume, claim),
    claim:
      annotationOf(claim, boundByController) !== undefined || claim.spec?.volumeName !== volume.metadata.name,
  };
}
