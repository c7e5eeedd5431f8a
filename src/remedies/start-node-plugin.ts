import { defineRemedy, kubectl } from "../define/index.ts";
import { nameOf, say } from "../kubernetes/index.ts";

/** `using.driver`: the CSI driver that the node lacks. */
export const startNodePlugin = defineRemedy({
  name: "start-node-plugin",
  summary: "Start the node plugin of a CSI driver on a node",
  on: ["v1/nodes"],
  make(on, { driver }: { readonly driver: string }) {
    if (driver === "") return undefined;
    return {
      title: say`Start the node plugin of ${driver} on ${nameOf(on)}`,
      because: say`The kubelet mounts and unmounts through it. What waits for it continues once the plugin has registered.`,
      commands: [
        kubectl`get csinodes.storage.k8s.io ${on.name} -o yaml`,
        kubectl`get pods -A -o wide --field-selector spec.nodeName=${on.name}`,
      ],
      steps: [
        say`Find the driver's DaemonSet. Check whether its pod on the node is missing (taints, node selector) or crashes (read its log).`,
        say`If it runs, compare --kubelet-registration-path of its node-driver-registrar with the folder of the kubelet on that node (--root-dir): k3s, MicroK8s and others have their own.`,
      ],
    };
  },
});
