import { localNodeNames, nodesLeft } from "../controllers/index.ts";
import { couldNotRead, defineWait } from "../engine/index.ts";
import { isTerminating, proof, refOf, say } from "../model/index.ts";
import { releasedReasons } from "./shared/released/reasons.ts";

export default defineWait<"v1/persistentvolumes", "NodeOfVolumeGone">({
  wait: "local-volume-node-gone",
  on: ["v1/persistentvolumes"],
  needs: ["v1/nodes"],
  sources: [
    "kubernetes/kubernetes pkg/scheduler/framework/plugins/volumebinding/binder.go checkBoundClaims, findMatchingVolumes, 1.36",
    "kubernetes-sigs/sig-storage-local-static-provisioner#151",
  ],
  reasons: { NodeOfVolumeGone: releasedReasons.NodeOfVolumeGone },
  // A Bound one is told of by its claim, a Released one by what keeps its disk from being deleted.
  holds(volume, cluster) {
    if (volume.status?.phase !== "Available" || isTerminating(volume)) return [];
    const names = localNodeNames(volume);
    if (volume.spec?.local === undefined || names.length === 0) return [];
    const left = nodesLeft(volume, cluster);
    if (left.nodes === "unread") return [couldNotRead(left.unread)];
    if (left.nodes === "some") return [];
    const on = refOf(volume);
    return [
      {
        reason: "NodeOfVolumeGone",
        holder: { missing: { apiVersion: "v1", kind: "Node", name: names[0] ?? "" } },
        message: say`Available, but unusable: only ${names.join(", ")} could mount it, and it is gone`,
        evidence: [proof(on, "spec.nodeAffinity", `kubernetes.io/hostname=${names.join(",")}`)],
        remedies: [
          { remedy: "save-manifest", on },
          { remedy: "delete-volume", on },
        ],
        avoid: [
          {
            step: say`taking it for free because it is Available`,
            because: say`a claim that gets it can be used by no pod`,
          },
        ],
      },
    ];
  },
});
