import { localNodeNames, nodeNamed, nodesLeft } from "../controllers/index.ts";
import { couldNotRead, defineWait } from "../define/index.ts";
import { isTerminating, say } from "../kubernetes/index.ts";
import { deleteVolume, saveManifest } from "../remedies/index.ts";
import type { RemedyCall } from "../report/index.ts";
import { proof } from "../report/index.ts";
import { releasedReasons } from "./shared/released/reasons.ts";

export default defineWait({
  wait: "local-volume-node-gone",
  on: ["v1/persistentvolumes"],
  needs: ["v1/nodes"],
  sources: [
    "kubernetes/kubernetes pkg/scheduler/framework/plugins/volumebinding/binder.go checkBoundClaims, findMatchingVolumes, 1.36",
    "kubernetes-sigs/sig-storage-local-static-provisioner#151",
  ],
  reasons: { NodeOfVolumeGone: releasedReasons.NodeOfVolumeGone },
  // For a Released one, the wait that keeps its disk from being deleted reports it.
  holds(volume, cluster) {
    const { phase } = volume.status ?? {};
    if ((phase !== "Available" && phase !== "Bound") || isTerminating(volume)) return [];
    const names = localNodeNames(volume);
    if (volume.spec?.local === undefined || names.length === 0) return [];
    const left = nodesLeft(volume, cluster);
    if (left.nodes === "unread") return couldNotRead(left.unread);
    if (left.nodes === "some") return [];
    const save: RemedyCall = saveManifest(volume);
    return {
      reason: "NodeOfVolumeGone",
      holder: { missing: nodeNamed(names[0] ?? "") },
      message: say`the volume is ${phase} but unusable: only ${names.join(", ")}, which no longer exists, could mount it`,
      evidence: [proof(volume, "spec.nodeAffinity", `kubernetes.io/hostname=${names.join(",")}`)],
      // Of a Bound one the claim says what to do: it has to go first.
      remedies: phase === "Bound" ? [save] : [save, deleteVolume(volume)],
      avoid: mistake[phase],
    };
  },
});

const mistake = {
  Available: {
    step: say`consider the volume free because it is Available`,
    because: say`no pod could use a claim that is bound to it`,
  },
  Bound: {
    step: say`consider the volume healthy because it is Bound`,
    because: say`no pod that uses its claim can start`,
  },
};
