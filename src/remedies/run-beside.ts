import { takenAlong } from "../analysis/disks/freed-claims.ts";
import { defineRemedy, ownerChain } from "../define/index.ts";
import type { ObjectRef, Phrase, Pod } from "../kubernetes/index.ts";
import { controllerOf, isTerminating, nameOf, say } from "../kubernetes/index.ts";
import { deletions, lossOf } from "./shared/acts.ts";

/** `on`: the pod that waits for the volume. `using.beside`: the pod in its namespace that has it. `using.node`: where that is. */
export const runBeside = defineRemedy({
  name: "run-beside",
  summary: "Run a pod on the node where its ReadWriteOnce volume is in use",
  on: ["v1/pods"],
  needs: ["v1/pods", "v1/persistentvolumeclaims", "v1/persistentvolumes", "apps/v1/replicasets"],
  make(on, { beside, node }: { readonly beside: string; readonly node: string }, cluster) {
    const found = cluster.get("v1/pods", on.name, on.namespace);
    if (found.state !== "found" || isTerminating(found.object)) return undefined;
    if (beside === undefined || node === undefined) return undefined;
    const along = takenAlong([found.object], cluster);
    const namespace = on.namespace ?? "default";
    return {
      title: say`Run ${nameOf(on)} on node/${node} too, beside pod/${beside}`,
      dangers: ["VolumeMayBeInUse", ...lossOf(along)],
      because: say`ReadWriteOnce means one node, not one pod: all pods on that node may use the volume. Both pods then use it at the same time: do this only if both applications support that. Only the waiting pod is stopped.${along}`,
      first: [
        say`Look at the labels of the other pod: kubectl get pod ${beside} -n ${namespace} --show-labels`,
        affinity(found.object, ownerChain(found.object, cluster).at(-1)),
      ],
      does: deletions([found.object]),
      steps: [...(controllerOf(found.object) === undefined ? [say`Then create the pod again.`] : [])],
    };
  },
});

/** The last owner has the template: what it makes of it is written again from there. */
function affinity(pod: Pod, owner: ObjectRef | undefined): Phrase {
  const where =
    controllerOf(pod) === undefined || owner === undefined
      ? say`in the pod's manifest`
      : say`in the template from which ${owner.kind}/${owner.name} creates its pods (a Job's template cannot be changed: create the Job again)`;
  return say`Request the same node ${where}: spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution, with those labels and topologyKey kubernetes.io/hostname.`;
}
