import { defineRemedy, kubectl } from "../define/index.ts";
import { nameOf, say } from "../kubernetes/index.ts";

export const recreateStrategy = defineRemedy({
  name: "recreate-strategy",
  summary: "Make a Deployment stop its old pod before it starts the new one",
  needs: ["apps/v1/deployments"],
  make(on, _using, cluster) {
    if (
      on.kind !== "Deployment" ||
      cluster.get("apps/v1/deployments", on.name, on.namespace).state !== "found"
    )
      return undefined;
    return {
      title: say`Set the strategy of ${nameOf(on)} to Recreate`,
      dangers: ["PodsStop"],
      because: say`The old pod stops first and releases the volume, then the new one starts. The service is down during that time, now and at every rollout.`,
      commands: [
        kubectl`patch deployment ${on.name} -n ${on.namespace ?? "default"} --type=merge -p {"spec":{"strategy":{"type":"Recreate","rollingUpdate":null}}}`,
      ],
      steps: [
        say`A volume that can be attached to only one node allows no other strategy, and no second replica on another node.`,
      ],
    };
  },
});
