import type { MadeRemedy } from "../define/index.ts";
import { defineRemedy, kubectl } from "../define/index.ts";
import type { NodePlugin } from "../evidence/index.ts";
import { nodePluginPod } from "../evidence/index.ts";
import type { ObjectRef } from "../kubernetes/index.ts";
import { nameOf, refOf, say } from "../kubernetes/index.ts";

const because = say`The kubelet mounts and unmounts through it. What waits for it continues once the plugin has registered.`;

/**
 * k3s, MicroK8s and others have a folder of the kubelet of their own.
 * kubernetes-csi/node-driver-registrar README.md, v2.15.
 */
const paths = say`--kubelet-registration-path of its node-driver-registrar with the folder of the kubelet on that node (--root-dir): k3s, MicroK8s and others have their own.`;

/** `using.driver`: the CSI driver that the node lacks. */
export const startNodePlugin = defineRemedy({
  name: "start-node-plugin",
  summary: "Start the node plugin of a CSI driver on a node",
  on: ["v1/nodes"],
  needs: ["v1/pods"],
  make(on, { driver }: { readonly driver: string }, cluster) {
    if (driver === "") return undefined;
    const found = nodePluginPod(driver, on.name, cluster);
    if (found.is !== "unread" && found.plugin !== undefined) return asSeen(on, driver, found.plugin);
    return {
      title: say`Start the node plugin of ${driver} on ${nameOf(on)}`,
      because,
      commands: [
        kubectl`get csinodes.storage.k8s.io ${on.name} -o yaml`,
        kubectl`get pods -A -o wide --field-selector spec.nodeName=${on.name}`,
      ],
      steps: [
        say`Find the driver's DaemonSet. Check whether its pod on the node is missing (taints, node selector) or crashes (read its log).`,
        say`If it runs, compare ${paths}`,
      ],
    };
  },
});

/** A pod that serves mounts itself, as those of FUSE drivers do, is not to be restarted lightly. */
function asSeen(on: ObjectRef, driver: string, { pod, registrar, stopped }: NodePlugin): MadeRemedy {
  const { name, namespace = "" } = pod.metadata;
  const its = nameOf(refOf(pod));
  const byName = say`By its name and its containers, ${its} is that plugin; nothing else shows it. ${because}`;
  if (stopped !== undefined)
    return {
      title: say`Make the node plugin of ${driver} run on ${nameOf(on)}: ${its} does not run (${stopped})`,
      because: byName,
      commands: [
        kubectl`describe pod ${name} -n ${namespace}`,
        kubectl`logs ${name} -n ${namespace} --all-containers --previous`,
      ],
      steps: [say`Read in the log why it ends, and remove that cause.`],
    };
  return {
    title: say`Find out why ${its} runs and has not registered ${driver} on ${nameOf(on)}`,
    because: byName,
    commands: [kubectl`logs ${name} -n ${namespace} -c ${registrar}`],
    steps: [
      say`Compare ${paths}`,
      say`It registers when it starts. But before you restart the pod: if the driver mounts with FUSE, its mounts on that node can end with the pod. Move the pods that use them first.`,
    ],
  };
}
