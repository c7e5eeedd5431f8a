import type { Cluster } from "../cluster/index.ts";
import { isNodeReady } from "../controllers/index.ts";
import type { Danger } from "../define/index.ts";
import { defineRemedy, kubectl } from "../define/index.ts";
import type { Phrase, Pod } from "../kubernetes/index.ts";
import { isTerminating, nameOf, say } from "../kubernetes/index.ts";

interface Basis {
  readonly dangers: readonly Danger[];
  readonly because: Phrase;
  readonly first?: Phrase;
  readonly afterwards?: Phrase;
  readonly holds: (pod: Pod, cluster: Cluster) => boolean;
}

type BasisName = "never-started" | "not-mounted" | "rebooted" | "node-off";

/** Why a pod may be deleted without the kubelet's confirmation. There is no other reason. */
const bases: { readonly [name in BasisName]: Basis } = {
  "never-started": {
    dangers: ["KubeletPassedOver"],
    because: say`No container of the pod ever ran, so nothing was written through it.`,
    afterwards: say`Afterwards, remove what is left of the pod's directory on the node.`,
    holds: (pod) => pod.status?.phase === "Pending",
  },
  "not-mounted": {
    dangers: ["KubeletPassedOver"],
    because: say`The error says that the volume is no longer mounted. The kubelet is then not asked again.`,
    first: say`First check on the node, with "findmnt", that the volume is really not mounted there.`,
    holds: () => true,
  },
  rebooted: {
    dangers: ["KubeletPassedOver", "NodeMayStillWrite"],
    because: say`After a reboot, no container from before the reboot can run. If the machine was not rebooted, the containers still run, and a second pod writes to the same volume.`,
    first: say`First check that the machine's uptime is shorter than the time since the pod was deleted.`,
    holds: () => true,
  },
  "node-off": {
    dangers: ["KubeletPassedOver", "NodeMayStillWrite"],
    because: say`The pod object is deleted without any proof that its containers have stopped. If the machine still runs, two writers damage the volume.`,
    first: say`Do this only after you have confirmed that the machine is powered off. It is better to declare the node out of service: that also detaches the volumes.`,
    holds: isOnSilentNode,
  },
};

function isOnSilentNode(pod: Pod, cluster: Cluster): boolean {
  const node = cluster.get("v1/nodes", pod.spec?.nodeName ?? "");
  return node.state === "found" && !isNodeReady(node.object);
}

/** `using.basis`: the key of the reason for which the kubelet's confirmation is not needed. */
export const forceDeletePod = defineRemedy({
  name: "force-delete-pod",
  summary: "Delete a pod object without waiting for the kubelet",
  on: ["v1/pods"],
  needs: ["v1/pods", "v1/nodes"],
  make(on, using: { readonly basis: BasisName }, cluster) {
    const found = cluster.get("v1/pods", on.name, on.namespace);
    const basis = Object.hasOwn(bases, using.basis) ? bases[using.basis] : undefined;
    if (found.state !== "found" || !isTerminating(found.object) || !basis?.holds(found.object, cluster))
      return undefined;
    return {
      title: say`As a last resort, force-delete ${nameOf(on)}`,
      dangers: basis.dangers,
      because: basis.because,
      first: basis.first === undefined ? [] : [basis.first],
      commands: [kubectl`delete pod ${on.name} -n ${on.namespace ?? "default"} --grace-period=0 --force`],
      steps: basis.afterwards === undefined ? [] : [basis.afterwards],
    };
  },
});
