import { defineRemedy, nameOf } from "../engine/index.ts";
import { isTerminating, say } from "../model/index.ts";

export default defineRemedy({
  name: "copy-data",
  summary: "Copy the data out of a pod that would not start again",
  needs: ["v1/pods"],
  make(on, _using, cluster) {
    const found = cluster.get("v1/pods", on.name, on.namespace);
    if (found.state !== "found" || isTerminating(found.object) || found.object.status?.phase !== "Running")
      return undefined;
    return {
      name: "copy-data",
      title: say`Copy the data out of ${nameOf(on)} while it runs`,
      safety: "safe",
      spares: "the data",
      because: say`The pod still has its mount. It is the last way to the data through Kubernetes.`,
      commands: [{ argv: ["kubectl", "describe", "pod", on.name, "-n", on.namespace ?? "default"] }],
      steps: [
        say`Find under Mounts where the volume is, then: kubectl exec ${on.name} -n ${on.namespace ?? "default"} -- tar cf - PATH > backup.tar`,
        say`For a database use its own backup: files that are being written do not copy well.`,
        say`Until that is done keep the pod from restarting: no rollout, no drain of its node.`,
      ],
    };
  },
});
