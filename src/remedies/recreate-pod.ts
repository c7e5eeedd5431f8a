import { defineRemedy, nameOf } from "../engine/index.ts";
import { controllerOf, isTerminating, say } from "../model/index.ts";

export default defineRemedy({
  name: "recreate-pod",
  summary: "Delete a pod that never started, so that its StatefulSet makes it and its claim anew",
  needs: ["v1/pods"],
  make(on, _using, cluster) {
    const found = cluster.get("v1/pods", on.name, on.namespace);
    if (found.state !== "found" || isTerminating(found.object)) return undefined;
    const owner = controllerOf(found.object);
    if (found.object.status?.phase !== "Pending" || owner?.kind !== "StatefulSet") return undefined;
    return {
      name: "recreate-pod",
      title: say`Delete ${nameOf(on)}`,
      safety: "safe",
      because: say`It never started, so that nothing stops. StatefulSet/${owner.name ?? ""} makes the pod and its claim anew. The new claim gets a new, EMPTY volume: what was on the old one is not in it.`,
      commands: [{ argv: ["kubectl", "delete", "pod", on.name, "-n", on.namespace ?? "default"] }],
      steps: [],
    };
  },
});
