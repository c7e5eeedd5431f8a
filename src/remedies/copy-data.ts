import { defineRemedy, kubectl } from "../define/index.ts";
import { isTerminating, nameOf, say } from "../kubernetes/index.ts";

export const copyData = defineRemedy({
  name: "copy-data",
  summary: "Copy the data out of a pod that would not start again",
  on: ["v1/pods"],
  needs: ["v1/pods"],
  make(on, _using, cluster) {
    const found = cluster.get("v1/pods", on.name, on.namespace);
    if (found.state !== "found" || isTerminating(found.object) || found.object.status?.phase !== "Running")
      return undefined;
    return {
      title: say`Copy the data out of ${nameOf(on)} while it is running`,
      spares: "the data",
      because: say`The pod still has the volume mounted. This is the last way to reach the data through Kubernetes.`,
      commands: [kubectl`describe pod ${on.name} -n ${on.namespace ?? "default"}`],
      steps: [
        say`Find the path of the volume under Mounts, then run: kubectl exec ${on.name} -n ${on.namespace ?? "default"} -- tar cf - PATH > backup.tar`,
        say`For a database, use its own backup tool: files that are being written may not be copied correctly.`,
        say`Until the copy is complete, do not let the pod restart: no rollout, no drain of its node.`,
      ],
    };
  },
});
