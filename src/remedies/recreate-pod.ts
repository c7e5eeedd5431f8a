import { defineRemedy } from "../define/index.ts";
import { controllerOf, isTerminating, nameOf, say } from "../kubernetes/index.ts";
import { deletions } from "./shared/acts.ts";

export const recreatePod = defineRemedy({
  name: "recreate-pod",
  summary: "Delete a pod that never started, so that its StatefulSet creates it and its claim again",
  on: ["v1/pods"],
  needs: ["v1/pods"],
  make(on, _using, cluster) {
    const found = cluster.get("v1/pods", on.name, on.namespace);
    if (found.state !== "found" || isTerminating(found.object)) return undefined;
    const owner = controllerOf(found.object);
    if (found.object.status?.phase !== "Pending" || owner?.kind !== "StatefulSet") return undefined;
    return {
      title: say`Delete ${nameOf(on)}`,
      because: say`The pod never started, so nothing stops. StatefulSet/${owner.name ?? ""} creates the pod and its claim again. The new claim gets a new, EMPTY volume: the data on the old volume is not in it.`,
      does: deletions([found.object]),
    };
  },
});
