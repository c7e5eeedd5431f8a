import { defineRemedy, nameOf } from "../engine/index.ts";
import { say } from "../model/index.ts";

export default defineRemedy({
  name: "reboot-node",
  summary: "Empty a node and reboot it, to get rid of a mount that nothing else removes",
  needs: ["v1/nodes"],
  make(on, _using, cluster) {
    if (cluster.get("v1/nodes", on.name).state !== "found") return undefined;
    return {
      name: "reboot-node",
      title: say`Empty ${nameOf(on)} and reboot it`,
      safety: "risky",
      because: say`A reboot ends every mount. All pods of the node stop and move; what a hanging mount had not written yet is lost.`,
      first: [
        say`Reboot the machine between "drain" and "uncordon". A drain can hang on the very pod that is stuck: reboot then.`,
      ],
      commands: [
        { argv: ["kubectl", "cordon", on.name] },
        { argv: ["kubectl", "drain", on.name, "--ignore-daemonsets", "--delete-emptydir-data"] },
        { argv: ["kubectl", "uncordon", on.name] },
      ],
      steps: [],
    };
  },
});
