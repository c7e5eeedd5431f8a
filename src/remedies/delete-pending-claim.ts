import { defineRemedy, nameOf } from "../engine/index.ts";
import { isTerminating, say } from "../model/index.ts";

export default defineRemedy({
  name: "delete-pending-claim",
  summary: "Delete a claim that never had a volume",
  needs: ["v1/persistentvolumeclaims"],
  make(on, _using, cluster) {
    const found = cluster.get("v1/persistentvolumeclaims", on.name, on.namespace);
    if (found.state !== "found" || isTerminating(found.object)) return undefined;
    const { spec, status } = found.object;
    if (status?.phase !== "Pending" || (spec?.volumeName ?? "") !== "") return undefined;
    return {
      name: "delete-pending-claim",
      title: say`Delete the Pending ${nameOf(on)}`,
      safety: "safe",
      because: say`It never had a volume, so there is no data to lose. Whoever waits for it goes on waiting until it is made again.`,
      commands: [{ argv: ["kubectl", "delete", "pvc", on.name, "-n", on.namespace ?? "default"] }],
      steps: [],
    };
  },
});
