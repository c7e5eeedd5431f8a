import type { Cluster, Found, PersistentVolume, PersistentVolumeClaim } from "../../model/index.ts";
import { syncVolume } from "./volume.ts";
import { claimSeen } from "./volume-controller.ts";

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
