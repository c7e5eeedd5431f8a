import { annotationOf, type PersistentVolume, type Pod } from "../../model/index.ts";
import { migratedTo } from "../annotation-names.ts";
import { isPodTerminated } from "../pod-state.ts";
import { unbindVolume } from "../pv-binder/unbind.ts";
import { type ClaimSeen, claimOfVolume } from "../pv-binder/volume.ts";
import { reclaimPolicyOf } from "../reclaim-policy.ts";
import { findDeletablePlugin, inTreePluginOf, recyclablePlugins } from "./plugin.ts";

/** What the PV controller does about a volume that has become Released, or is still Failed. */
export type Reclaim =
  | { readonly reclaim: "nothing"; readonly because: "Retain" | "external" | "not released" }
  | { readonly reclaim: "delete"; readonly plugin: string }
  | { readonly reclaim: "recycle"; readonly plugin: string; readonly unbind: "whole" | "uid" }
  /** The phase becomes Failed, with this event. */
  | { readonly reclaim: "fail"; readonly event: FailedEvent }
  /** Tried again later; the phase stays as it is. */
  | { readonly reclaim: "wait"; readonly event: "VolumeFailedRecycle"; readonly pods: readonly Pod[] };

type FailedEvent = "VolumeUnknownReclaimPolicy" | "VolumeFailedDelete" | "VolumeFailedRecycle";

export interface ReclaimWorld {
  /** The claim that claimRef names, read live. */
  readonly claim: ClaimSeen;
  /** Pods that name a claim of that namespace and name: asked only when recycling. */
  readonly pods?: readonly Pod[];
  /** How the plugin's own work ends. */
  readonly plugin?: "works" | "fails";
}

/**
 * Is the claim that the volume was bound to gone, or bound to another volume?
 * kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go isVolumeReleased, 1.36.
 */
function isVolumeReleased(volume: PersistentVolume, seen: ClaimSeen): boolean {
  if ((volume.spec?.claimRef?.uid ?? "") === "") return false;
  const claim = claimOfVolume(volume, seen);
  if (claim === undefined) return true;
  const named = claim.spec?.volumeName ?? "";
  return named !== "" && named !== volume.metadata.name;
}

/** The same file, reclaimVolume. */
export function reclaimVolume(volume: PersistentVolume, world: ReclaimWorld): Reclaim {
  if ((annotationOf(volume, migratedTo) ?? "") !== "") return { reclaim: "nothing", because: "external" };
  switch (reclaimPolicyOf(volume)) {
    case "Retain":
      return { reclaim: "nothing", because: "Retain" };
    case "Recycle":
      return recycle(volume, world);
    case "Delete":
      return remove(volume, world);
  }
  return { reclaim: "fail", event: "VolumeUnknownReclaimPolicy" };
}

/** The same file, deleteVolumeOperation. */
function remove(volume: PersistentVolume, world: ReclaimWorld): Reclaim {
  if (!isVolumeReleased(volume, world.claim)) return { reclaim: "nothing", because: "not released" };
  const found = findDeletablePlugin(volume);
  switch (found.deleter) {
    case "external":
      return { reclaim: "nothing", because: "external" };
    case "missing":
      return { reclaim: "fail", event: "VolumeFailedDelete" };
    case "plugin":
      return world.plugin === "fails"
        ? { reclaim: "fail", event: "VolumeFailedDelete" }
        : { reclaim: "delete", plugin: found.plugin };
  }
}

/**
 * The same file, recycleVolumeOperation. Where a new claim of the old name exists, the pods are those of the new claim,
 * and do not count.
 */
function recycle(volume: PersistentVolume, world: ReclaimWorld): Reclaim {
  if (!isVolumeReleased(volume, world.claim)) return { reclaim: "nothing", because: "not released" };
  const pods = (world.pods ?? []).filter((pod) => !isPodTerminated(pod));
  if (pods.length > 0 && world.claim === "absent") {
    return { reclaim: "wait", event: "VolumeFailedRecycle", pods };
  }
  const plugin = inTreePluginOf(volume);
  if (plugin === undefined || !recyclablePlugins.has(plugin)) {
    return { reclaim: "fail", event: "VolumeFailedRecycle" };
  }
  return world.plugin === "fails"
    ? { reclaim: "fail", event: "VolumeFailedRecycle" }
    : { reclaim: "recycle", plugin, unbind: unbindVolume(volume) };
}
