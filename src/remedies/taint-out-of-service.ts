import { isNodeReady, isOutOfService } from "../controllers/index.ts";
import { defineRemedy, kubectl } from "../define/index.ts";
import { nameOf, say } from "../kubernetes/index.ts";

/** kubernetes/kubernetes pkg/controller/podgc/gc_controller.go gcTerminating; attachdetach reconciler, 1.28 and later. */
export const taintOutOfService = defineRemedy({
  name: "taint-out-of-service",
  summary: "Declare a node out of service, so that its pods and volumes are released at once",
  on: ["v1/nodes"],
  needs: ["v1/nodes"],
  make(on, _using, cluster) {
    const found = cluster.get("v1/nodes", on.name);
    if (found.state !== "found" || isNodeReady(found.object) || isOutOfService(found.object))
      return undefined;
    return {
      title: say`If that machine is off, declare ${nameOf(on)} out of service`,
      dangers: ["NodeMayStillWrite"],
      because: say`Its deleted pods are then removed and its volumes are detached at once, without an unmount. If the machine still runs, two machines write to the same volume, and the data is damaged.`,
      first: [say`Do this only after you have confirmed that the machine is powered off.`],
      commands: [kubectl`taint node ${on.name} node.kubernetes.io/out-of-service=nodeshutdown:NoExecute`],
      steps: [
        say`When the machine is back, remove the taint: kubectl taint node ${on.name} node.kubernetes.io/out-of-service-`,
      ],
    };
  },
});
