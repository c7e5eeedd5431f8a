import { isPodFinished } from "../controllers/index.ts";
import { defineRemedy } from "../engine/index.ts";
import { controllerOf, isTerminating, type Pod, say } from "../model/index.ts";
import { cleanerFor } from "./shared/finished-pods.ts";

export default defineRemedy({
  name: "delete-pod",
  summary: "Delete a pod that holds a claim",
  needs: ["v1/pods"],
  make(on, _using, cluster) {
    const found = cluster.get("v1/pods", on.name, on.namespace);
    if (found.state !== "found" || isTerminating(found.object)) return undefined;
    const isFinished = isPodFinished(found.object);
    return {
      name: "delete-pod",
      title: say`Delete pod/${on.name}`,
      safety: isFinished ? "safe" : "risky",
      because: isFinished
        ? say`The pod has finished: nothing runs in it. Its logs go with it.`
        : stops(found.object),
      commands: [{ argv: ["kubectl", "delete", "pod", on.name, "-n", on.namespace ?? "default"] }],
      steps: isFinished ? cleanerFor([found.object]) : [],
    };
  },
});

function stops(pod: Pod) {
  const owner = controllerOf(pod);
  return owner === undefined
    ? say`The pod has not finished and has no controller: it stops, and nothing starts it again.`
    : say`The pod has not finished: it stops. ${owner.kind ?? "Its controller"}/${owner.name ?? ""} makes a new one, which stays Pending while the claim is being deleted.`;
}
