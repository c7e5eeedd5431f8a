import { defineRemedy, nameOf } from "../engine/index.ts";
import { isTerminating, say } from "../model/index.ts";

/** `using.lost`: the machines that the data was on. */
export default defineRemedy({
  name: "delete-claim",
  summary: "Give up a claim whose data is out of reach",
  needs: ["v1/persistentvolumeclaims"],
  make(on, using, cluster) {
    const found = cluster.get("v1/persistentvolumeclaims", on.name, on.namespace);
    if (found.state !== "found" || isTerminating(found.object) || using.lost === undefined) return undefined;
    return {
      name: "delete-claim",
      title: say`Give up ${nameOf(on)} and its data`,
      safety: "loses-data",
      because: say`Whatever was on ${using.lost} is given up with it. A StatefulSet then makes a new, empty claim with its next pod.`,
      commands: [{ argv: ["kubectl", "delete", "pvc", on.name, "-n", on.namespace ?? "default"] }],
      steps: [
        say`First make sure that the machine does not come back, and that the application can fill an empty volume from its other replicas or a backup.`,
        say`Then delete the pod that waits for the claim.`,
      ],
    };
  },
});
