import type { Cluster } from "../cluster/index.ts";
import { claimOf, localNodeNames, nodesLeft } from "../controllers/index.ts";
import { couldNotRead, defineWait } from "../define/index.ts";
import type { PersistentVolume } from "../kubernetes/index.ts";
import { isTerminating } from "../kubernetes/index.ts";
import { placementHolds, unusableReasons } from "./shared/bound.ts";

export default defineWait({
  wait: "volume-unusable",
  on: ["v1/persistentvolumes"],
  needs: ["v1/nodes", "v1/persistentvolumeclaims", "v1/pods"],
  sources: [
    "kubernetes/kubernetes pkg/scheduler/framework/plugins/volumebinding/binder.go checkBoundClaims, 1.36",
  ],
  reasons: {
    NodesOfVolumeGone: unusableReasons.NodesOfVolumeGone,
    NoNodeMatchesVolume: unusableReasons.NoNodeMatchesVolume,
  },
  holds(volume, cluster) {
    if (volume.status?.phase !== "Bound" || isTerminating(volume)) return [];
    const ref = claimOf(volume);
    const claim = cluster.get("v1/persistentvolumeclaims", ref?.name ?? "", ref?.namespace);
    // If the claim is being deleted, the node does not matter.
    if (claim.state === "found" && isTerminating(claim.object)) return [];
    if (isOnLostMachine(volume, cluster)) return [];
    // Giving it up begins with the claim, which says so.
    const found = placementHolds(volume, cluster, []);
    return claim.state === "unread" && found.length > 0 ? couldNotRead(claim.unread) : found;
  },
});

/** The wait local-volume-node-gone reports the node of a local volume. */
function isOnLostMachine(volume: PersistentVolume, cluster: Cluster): boolean {
  return (
    volume.spec?.local !== undefined &&
    localNodeNames(volume).length > 0 &&
    nodesLeft(volume, cluster).nodes !== "some"
  );
}
