import { defineRemedy } from "../define/index.ts";
import { isTerminating, nameOf, say } from "../kubernetes/index.ts";
import { keepClaims } from "./shared/statefulset.ts";

/** On a StatefulSet. The field can be changed at any time: the controller removes its owner references again. */
export const retainWhenScaled = defineRemedy({
  name: "retain-when-scaled",
  summary: "Make a StatefulSet keep the claims of the pods that it removes when scaled down",
  on: ["apps/v1/statefulsets"],
  needs: ["apps/v1/statefulsets"],
  make(on, _using, cluster) {
    const found = cluster.get("apps/v1/statefulsets", on.name, on.namespace);
    if (found.state !== "found" || isTerminating(found.object)) return undefined;
    if (found.object.spec?.persistentVolumeClaimRetentionPolicy?.whenScaled !== "Delete") return undefined;
    return {
      title: say`Keep the claim: set whenScaled of ${nameOf(on)} to Retain`,
      spares: "the data",
      because: say`The controller then removes its owner reference from the claim, as long as the pod exists. The claim is then kept, and its disk continues to cost money until you delete it.`,
      commands: [keepClaims(on)],
      steps: [
        say`Change it in the manifest or chart of the set too. Otherwise the next deployment sets it back.`,
      ],
    };
  },
});
