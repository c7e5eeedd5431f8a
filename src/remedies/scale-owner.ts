import { defineRemedy, nameOf, ownersOf } from "../engine/index.ts";
import { type CommandLine, type ObjectRef, type Phrase, say } from "../model/index.ts";

const scalable = ["Deployment", "StatefulSet", "ReplicaSet"];
const nameRule = /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/;

/** On a pod: whoever keeps making it is told to make none. */
export default defineRemedy({
  name: "scale-owner",
  summary: "Stop the workload that a pod belongs to",
  needs: ["v1/pods", "apps/v1/replicasets", "apps/v1/statefulsets", "apps/v1/deployments"],
  make(on, _using, cluster) {
    const found = cluster.get("v1/pods", on.name, on.namespace);
    if (found.state !== "found") return undefined;
    const owners = ownersOf(found.object, cluster);
    const top = owners.at(-1);
    const workload = owners.findLast(({ kind }) => scalable.includes(kind));
    if (top === undefined || workload === undefined || !nameRule.test(workload.name)) return undefined;
    // Whoever owns the workload scales it back: without having read it, nobody knows.
    if (cluster.resolve(workload)?.state !== "found") return undefined;
    return {
      name: "scale-owner",
      title: say`Stop ${nameOf(top)}, to which the pod belongs`,
      safety: "risky",
      because: say`Its service stops, and its pods let go of their volumes.`,
      commands: top === workload ? [scaleToZero(workload)] : [],
      steps: top === workload ? [] : [byItsOwner(top, workload)],
    };
  },
});

function scaleToZero({ kind, name, namespace }: ObjectRef): CommandLine {
  return {
    argv: ["kubectl", "scale", kind.toLowerCase(), name, "-n", namespace ?? "default", "--replicas=0"],
  };
}

function byItsOwner(top: ObjectRef, workload: ObjectRef): Phrase {
  return say`Stop or delete it through ${top.kind}/${top.name} itself: it would scale ${workload.kind}/${workload.name} up again.`;
}
