import { populatorHelpers } from "../controllers/index.ts";
import { defineRemedy, kubectl } from "../define/index.ts";
import { isTerminating, nameOf, refOf, say } from "../kubernetes/index.ts";
import { deletions } from "./shared/acts.ts";

export const deletePopulatorHelpers = defineRemedy({
  name: "delete-populator-helpers",
  summary: "Delete the helper pod and claim of a populator that no longer cleans up",
  on: ["v1/persistentvolumeclaims"],
  needs: ["v1/persistentvolumeclaims", "v1/pods"],
  make(on, _using, cluster) {
    const found = cluster.get("v1/persistentvolumeclaims", on.name, on.namespace);
    if (found.state !== "found" || !isTerminating(found.object)) return undefined;
    const helpers = populatorHelpers(found.object, cluster);
    if (!helpers.read) return undefined;
    const [first, ...others] = helpers.items.filter((helper) => !isTerminating(helper));
    if (first === undefined) return undefined;
    return {
      title: say`Delete what the populator created for ${nameOf(on)}`,
      dangers: ["ClaimNeverFilled"],
      because: say`These objects are only used to fill this claim. What was copied so far is lost with them. Alternatively, create the data source again: the populator then cleans up itself.`,
      commands: [first, ...others].map((helper) => kubectl`delete ${refOf(helper)}`),
      does: deletions([first, ...others]),
      steps: [say`When they are deleted, run pvguard on ${nameOf(on)} again.`],
    };
  },
});
