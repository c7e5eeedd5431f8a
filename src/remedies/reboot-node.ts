import { defineRemedy, kubectl } from "../define/index.ts";
import { nameOf, say } from "../kubernetes/index.ts";

export const rebootNode = defineRemedy({
  name: "reboot-node",
  summary: "Drain a node and reboot it, to end a mount that nothing else ends",
  on: ["v1/nodes"],
  needs: ["v1/nodes"],
  make(on, _using, cluster) {
    if (cluster.get("v1/nodes", on.name).state !== "found") return undefined;
    return {
      title: say`Drain ${nameOf(on)} and reboot it`,
      dangers: ["PodsStop"],
      because: say`A reboot ends every mount. All pods on the node stop and move. Data that a hung mount had not written yet is lost.`,
      first: [
        say`Reboot the machine between "drain" and "uncordon". The drain can hang on the stuck pod itself: if it does, reboot anyway.`,
      ],
      commands: [
        kubectl`cordon ${on.name}`,
        kubectl`drain ${on.name} --ignore-daemonsets --delete-emptydir-data`,
        kubectl`uncordon ${on.name}`,
      ],
    };
  },
});
