import type { Cluster } from "../../cluster/index.ts";
import type { PersistentVolume, PersistentVolumeClaim, Pod } from "../../kubernetes/index.ts";
import { annotationOf, hasFinalizer, refOf } from "../../kubernetes/index.ts";
import { boundByController, migratedTo, provisionedBy } from "../annotation-names.ts";
import type { Decision } from "../controller.ts";
import { nothing } from "../controller.ts";
import { act, removeFinalizer, unknown, wait, waitForAll } from "../decision.ts";
import { pvController } from "../finalizer-names.ts";
import { podsOfClaim } from "../indexes/index.ts";
import { isPodTerminated } from "../objects/pods.ts";
import { claimNamed } from "../objects/refs.ts";
import { volumeBackend, volumeHandleOf } from "../objects/volume-source.ts";
import { reclaimPolicyOf } from "../objects/volumes.ts";

/** The claim that `spec.claimRef` names, by a live read where the cache is in doubt. */
export type ClaimSeen = PersistentVolumeClaim | "absent";

/** A claim with another uid is another claim. */
export function claimOfVolume(volume: PersistentVolume, seen: ClaimSeen): PersistentVolumeClaim | undefined {
  return seen !== "absent" && seen.metadata.uid === volume.spec?.claimRef?.uid ? seen : undefined;
}

/** What the PV controller does with a volume that is Released or Failed. */
export function reclaim(volume: PersistentVolume, claim: ClaimSeen, cluster: Cluster): Decision {
  const plugin = deleterRefuses(volume) ? "fails" : "works";
  if (reclaimPolicyOf(volume) !== "Recycle")
    return carryOut(volume, reclaimVolume(volume, { claim, plugin }));
  const { namespace = "", name = "" } = volume.spec?.claimRef ?? {};
  const pods = podsOfClaim(claimNamed(namespace, name), cluster);
  return pods.read ? carryOut(volume, reclaimVolume(volume, { claim, pods: pods.items })) : unknown(pods);
}

function carryOut(volume: PersistentVolume, outcome: Reclaim): Decision {
  const object = refOf(volume);
  switch (outcome.reclaim) {
    case "nothing":
      return nothing;
    case "delete":
      return act(
        { do: "destroy-backend", object, driver: outcome.plugin, handle: volumeHandleOf(volume) ?? "" },
        ...(hasFinalizer(volume, pvController) ? [removeFinalizer(volume, pvController)] : []),
        { do: "delete", object },
      );
    case "recycle":
      return act(
        { do: "destroy-backend", object, driver: outcome.plugin, handle: volumeHandleOf(volume) ?? "" },
        { do: "clear-claim-ref", object, part: outcome.unbind },
        { do: "set-phase", object, phase: "Available" },
      );
    case "wait":
      return waitForAll(outcome.pods);
    case "fail":
      return volume.status?.phase === "Failed" ? wait() : act({ do: "set-phase", object, phase: "Failed" });
  }
}

/** What the PV controller does about a volume that has become Released, or is still Failed. */
type Reclaim =
  | { readonly reclaim: "nothing"; readonly because: "Retain" | "external" | "not released" }
  | { readonly reclaim: "delete"; readonly plugin: string }
  | { readonly reclaim: "recycle"; readonly plugin: string; readonly unbind: "whole" | "uid" }
  /** The phase becomes Failed, with this event. */
  | { readonly reclaim: "fail"; readonly event: FailedEvent }
  /** Tried again later; the phase stays as it is. */
  | { readonly reclaim: "wait"; readonly event: "VolumeFailedRecycle"; readonly pods: readonly Pod[] };

type FailedEvent = "VolumeUnknownReclaimPolicy" | "VolumeFailedDelete" | "VolumeFailedRecycle";

export interface ReclaimFacts {
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
export function reclaimVolume(volume: PersistentVolume, facts: ReclaimFacts): Reclaim {
  if ((annotationOf(volume, migratedTo) ?? "") !== "") return { reclaim: "nothing", because: "external" };
  switch (reclaimPolicyOf(volume)) {
    case "Retain":
      return { reclaim: "nothing", because: "Retain" };
    case "Recycle":
      return recycle(volume, facts);
    case "Delete":
      return remove(volume, facts);
  }
  return { reclaim: "fail", event: "VolumeUnknownReclaimPolicy" };
}

/** The same file, deleteVolumeOperation. */
function remove(volume: PersistentVolume, facts: ReclaimFacts): Reclaim {
  if (!isVolumeReleased(volume, facts.claim)) return { reclaim: "nothing", because: "not released" };
  const found = findDeletablePlugin(volume);
  switch (found.deleter) {
    case "external":
      return { reclaim: "nothing", because: "external" };
    case "missing":
      return { reclaim: "fail", event: "VolumeFailedDelete" };
    case "plugin":
      return facts.plugin === "fails"
        ? { reclaim: "fail", event: "VolumeFailedDelete" }
        : { reclaim: "delete", plugin: found.plugin };
  }
}

/**
 * The same file, recycleVolumeOperation. Where a new claim of the old name exists, the pods are those of the new claim,
 * and do not count.
 */
function recycle(volume: PersistentVolume, facts: ReclaimFacts): Reclaim {
  if (!isVolumeReleased(volume, facts.claim)) return { reclaim: "nothing", because: "not released" };
  const pods = (facts.pods ?? []).filter((pod) => !isPodTerminated(pod));
  if (pods.length > 0 && facts.claim === "absent") {
    return { reclaim: "wait", event: "VolumeFailedRecycle", pods };
  }
  const plugin = inTreePluginOf(volume);
  if (plugin === undefined || !recyclablePlugins.has(plugin)) {
    return { reclaim: "fail", event: "VolumeFailedRecycle" };
  }
  return facts.plugin === "fails"
    ? { reclaim: "fail", event: "VolumeFailedRecycle" }
    : { reclaim: "recycle", plugin, unbind: unbindVolume(volume) };
}

/** In-tree plugins that can delete: hostPath alone is left. kubernetes/kubernetes cmd/kube-controller-manager, 1.36. */
const deletablePlugins: ReadonlySet<string> = new Set(["kubernetes.io/host-path"]);

/** In-tree plugins that can recycle: the same place, 1.36. */
export const recyclablePlugins: ReadonlySet<string> = new Set([
  "kubernetes.io/host-path",
  "kubernetes.io/nfs",
]);

/** Who deletes what is behind a volume, as the PV controller sees it. */
type DeletablePlugin =
  | { readonly deleter: "plugin"; readonly plugin: string }
  /** The task of another controller: the PV controller leaves the volume Released. */
  | { readonly deleter: "external" }
  /** Its own task, and it cannot: the volume becomes Failed. */
  | { readonly deleter: "missing"; readonly plugin: string | undefined };

/**
 * kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go findDeletablePlugin,
 * deleteVolumeOperation, 1.36.
 */
export function findDeletablePlugin(volume: PersistentVolume): DeletablePlugin {
  const isMigrated = (annotationOf(volume, migratedTo) ?? "") !== "";
  if (isMigrated || volume.spec?.csi !== undefined) return { deleter: "external" };
  const provisioner = annotationOf(volume, provisionedBy) ?? "";
  if (provisioner === "") return pluginOrMissing(inTreePluginOf(volume));
  if (deletablePlugins.has(provisioner)) return { deleter: "plugin", plugin: provisioner };
  return provisioner.startsWith("kubernetes.io/")
    ? { deleter: "missing", plugin: provisioner }
    : { deleter: "external" };
}

function pluginOrMissing(plugin: string | undefined): DeletablePlugin {
  return plugin !== undefined && deletablePlugins.has(plugin)
    ? { deleter: "plugin", plugin }
    : { deleter: "missing", plugin };
}

/** The in-tree plugin of the volume's source. */
export function inTreePluginOf(volume: PersistentVolume): string | undefined {
  const backend = volumeBackend(volume);
  return "plugin" in backend ? backend.plugin : undefined;
}

/**
 * The deleter of hostPath refuses paths that are not below /tmp/.
 * kubernetes/kubernetes pkg/volume/hostpath/host_path.go Delete, 1.36.
 */
export function deleterRefuses(volume: PersistentVolume): boolean {
  const path = volume.spec?.hostPath?.path;
  return path !== undefined && !/^\/tmp\/./.test(path);
}

/**
 * What is cleared when a volume is set free with its data on it. `whole`: any claim may take it. `uid`: it stays
 * reserved for a claim of that namespace and name, because a person had reserved it.
 * kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go unbindVolume, 1.36.
 */
export function unbindVolume(volume: PersistentVolume): "whole" | "uid" {
  return annotationOf(volume, boundByController) === undefined ? "uid" : "whole";
}
