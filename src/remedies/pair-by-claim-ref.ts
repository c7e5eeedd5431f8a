import { defineRemedy, nameOf, saveManifest } from "../engine/index.ts";
import { say } from "../model/index.ts";

/** `on`: the volume that would do. `using.claim`: the claim that should have it. IBM/core-dump-handler#78. */
export default defineRemedy({
  name: "pair-by-claim-ref",
  summary: "Pair hand-made volumes with their claims by name",
  needs: ["v1/persistentvolumes"],
  make(on, using, cluster) {
    const found = cluster.get("v1/persistentvolumes", on.name);
    const taken = found.state === "found" ? found.object.spec?.claimRef : undefined;
    if (taken === undefined || using.claim === undefined) return undefined;
    return {
      name: "pair-by-claim-ref",
      title: say`Reserve ${nameOf(on)} for ${using.claim} by its claimRef`,
      safety: "risky",
      because: say`Without a reservation the quickest claim that fits takes a volume. Only while ${taken.namespace ?? ""}/${taken.name ?? ""} has written nothing that is wanted: it moves to another volume, without its data.`,
      commands: [saveManifest(on)],
      steps: [
        say`Set ${nameOf(on)} to Retain. Stop what uses ${taken.namespace ?? ""}/${taken.name ?? ""}, and delete both claims.`,
        say`Set spec.claimRef of each volume to the namespace and name of the claim that should have it, without a uid.`,
        say`Make both claims again.`,
      ],
    };
  },
});
