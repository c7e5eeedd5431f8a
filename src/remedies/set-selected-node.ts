import { annotationNames } from "../controllers/index.ts";
import { defineRemedy, kubectlTarget, nameOf } from "../engine/index.ts";
import { everywhere, isTerminating, say } from "../model/index.ts";

export default defineRemedy({
  name: "set-selected-node",
  summary: "Name a node for a deleted claim, so that its populator goes on to clean up",
  needs: ["v1/persistentvolumeclaims", "v1/nodes"],
  make(on, _using, cluster) {
    const found = cluster.get("v1/persistentvolumeclaims", on.name, on.namespace);
    if (found.state !== "found" || !isTerminating(found.object)) return undefined;
    const nodes = cluster.list("v1/nodes", everywhere);
    const node = nodes.read ? nodes.items.map(({ metadata }) => metadata.name).sort()[0] : undefined;
    if (node === undefined) return undefined;
    return {
      name: "set-selected-node",
      title: say`Name a node for ${nameOf(on)}`,
      safety: "safe",
      because: say`Any node does. The claim is being deleted, so no volume is made there: the populator only deletes what it has made, and lets the claim go.`,
      commands: [
        { argv: ["kubectl", "annotate", ...kubectlTarget(on), `${annotationNames.selectedNode}=${node}`] },
      ],
      steps: [],
    };
  },
});
