import { defineRemedy, nameOf } from "../engine/index.ts";
import { isTerminating, say } from "../model/index.ts";
import { keepClaims } from "./shared/keep-claims.ts";

/** On a StatefulSet. The field can be changed at any time: the controller takes its owner references off again. */
export default defineRemedy({
  name: "retain-when-scaled",
  summary: "Have a StatefulSet leave the claims of pods that it drops",
  needs: ["apps/v1/statefulsets"],
  make(on, _using, cluster) {
    const found = cluster.get("apps/v1/statefulsets", on.name, on.namespace);
    if (found.state !== "found" || isTerminating(found.object)) return undefined;
    if (found.object.spec?.persistentVolumeClaimRetentionPolicy?.whenScaled !== "Delete") return undefined;
    return {
      name: "retain-when-scaled",
      title: say`To keep the claim, have ${nameOf(on)} leave the claims of pods that it drops`,
      safety: "safe",
      spares: "the data",
      because: say`The controller takes its owner reference off the claim again, as long as the pod is there. The claim then stays, and its disk goes on to cost money until somebody deletes it.`,
      commands: [keepClaims(on)],
      steps: [
        say`Change it in the manifest or chart that the set is made from too, or the next deployment sets it back.`,
      ],
    };
  },
});
