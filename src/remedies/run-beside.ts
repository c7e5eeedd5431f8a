import { defineRemedy, nameOf, takenAlong } from "../engine/index.ts";
import { controllerOf, isTerminating, type ObjectRef, type Phrase, type Pod, say } from "../model/index.ts";

/** `on`: the pod that waits for the volume. `using.beside`: the pod in its namespace that has it. `using.node`: where that is. */
export default defineRemedy({
  name: "run-beside",
  summary: "Run a pod on the node where its ReadWriteOnce volume is in use",
  needs: ["v1/pods", "v1/persistentvolumeclaims", "v1/persistentvolumes"],
  make(on, { beside, node }, cluster) {
    const found = cluster.get("v1/pods", on.name, on.namespace);
    if (found.state !== "found" || isTerminating(found.object)) return undefined;
    if (beside === undefined || node === undefined) return undefined;
    const along = takenAlong([found.object], cluster);
    const namespace = on.namespace ?? "default";
    return {
      name: "run-beside",
      title: say`Run ${nameOf(on)} on node/${node} too, beside pod/${beside}`,
      safety: along.safety("risky"),
      because: say`ReadWriteOnce means one node, not one pod: all pods of that node may use the volume. Both then use it at the same time: only where both applications can stand that. Nothing stops but the pod that waits.${along.told}`,
      first: [
        say`See the labels of the other: kubectl get pod ${beside} -n ${namespace} --show-labels`,
        affinity(found.object),
      ],
      commands: [deletion(on)],
      steps: [...(controllerOf(found.object) === undefined ? [say`Then make the pod again.`] : [])],
    };
  },
});

function affinity(pod: Pod): Phrase {
  const { kind = "its controller", name = "" } = controllerOf(pod) ?? {};
  const where =
    controllerOf(pod) === undefined
      ? say`in the pod's manifest`
      : say`in the template that ${kind}/${name} has its pods from (that of a Job cannot be changed: make the Job again)`;
  return say`Ask for the same node ${where}: spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution, with those labels and topologyKey kubernetes.io/hostname.`;
}

function deletion(on: ObjectRef) {
  return { argv: ["kubectl", "delete", "pod", on.name, "-n", on.namespace ?? "default"] };
}
