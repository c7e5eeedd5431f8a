import { defineRemedy, kubectl } from "../define/index.ts";
import type { Phrase } from "../kubernetes/index.ts";
import { nameOf, say } from "../kubernetes/index.ts";

export const proveNodeOff = defineRemedy({
  name: "prove-node-off",
  summary: "Check that a machine is really off before its pods and volumes are removed from it",
  on: ["v1/nodes"],
  needs: ["v1/nodes"],
  make(on, _using, cluster) {
    const found = cluster.get("v1/nodes", on.name);
    if (found.state === "unread") return undefined;
    const id: Phrase =
      found.state === "found" && found.object.spec?.providerID !== undefined
        ? say` (${found.object.spec.providerID})`
        : [];
    return {
      title: say`Check whether the machine of ${nameOf(on)} is off`,
      spares: "the data",
      because: say`Kubernetes only knows that its kubelet does not report. If the machine is only disconnected, or only its kubelet has stopped, its containers still run and still write to the volume.`,
      commands: [kubectl`describe node ${on.name}`],
      steps: [
        say`Check with the machine's provider or on its console${id}: is it powered off or destroyed?`,
        say`If it runs, repair its kubelet or its network, or power it off there.`,
        say`Remove its pods and attachments only when it is off.`,
      ],
    };
  },
});
