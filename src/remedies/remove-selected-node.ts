import type { Cluster } from "../cluster/index.ts";
import { annotationNames } from "../controllers/index.ts";
import { defineRemedy, kubectl } from "../define/index.ts";
import type { Phrase } from "../kubernetes/index.ts";
import { annotationOf, isTerminating, nameOf, say } from "../kubernetes/index.ts";

export const removeSelectedNode = defineRemedy({
  name: "remove-selected-node",
  summary: "Let the scheduler choose a node for a Pending claim again",
  on: ["v1/persistentvolumeclaims"],
  needs: ["v1/persistentvolumeclaims", "v1/nodes"],
  make(on, _using, cluster) {
    const found = cluster.get("v1/persistentvolumeclaims", on.name, on.namespace);
    if (found.state !== "found" || isTerminating(found.object)) return undefined;
    const node = annotationOf(found.object, annotationNames.selectedNode);
    if (node === undefined || (found.object.spec?.volumeName ?? "") !== "") return undefined;
    return {
      title: say`Remove the selected node ${node} from ${nameOf(on)}`,
      dangers: ["DiskLeaks"],
      because: say`${again(node, cluster)} If the driver had begun to create a disk, that disk can be left behind in the storage backend.`,
      first: [
        say`First check whether the storage backend has a partly created disk for this claim (pvc-${found.object.metadata.uid}).`,
      ],
      commands: [
        kubectl`annotate pvc ${on.name} -n ${on.namespace ?? "default"} ${annotationNames.selectedNode}-`,
      ],
    };
  },
});

/** A node that still exists is as good to the scheduler as before: it does not know whether a driver runs there. */
function again(name: string, cluster: Cluster): Phrase {
  return cluster.get("v1/nodes", name).state === "absent"
    ? say`The scheduler then chooses another node.`
    : say`The scheduler then chooses again. It can choose node ${name} again, so exclude that node first, with the pod's node affinity.`;
}
