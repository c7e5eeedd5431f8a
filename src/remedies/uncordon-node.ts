import { defineRemedy, kubectl } from "../define/index.ts";
import { nameOf, say } from "../kubernetes/index.ts";

export const uncordonNode = defineRemedy({
  name: "uncordon-node",
  summary: "Let a cordoned node run new pods again",
  on: ["v1/nodes"],
  needs: ["v1/nodes"],
  make(on, _using, cluster) {
    const found = cluster.get("v1/nodes", on.name);
    if (found.state !== "found" || found.object.spec?.unschedulable !== true) return undefined;
    return {
      title: say`Let ${nameOf(on)} run new pods again`,
      because: say`The scheduler can then place the pod there, where its volume can be used.`,
      first: [say`Find out why it was cordoned: a drain or a repair may be under way.`],
      commands: [kubectl`uncordon ${on.name}`],
    };
  },
});
