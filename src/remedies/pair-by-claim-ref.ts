import { defineRemedy, savingManifest } from "../define/index.ts";
import { nameOf, say } from "../kubernetes/index.ts";

/** `on`: the volume that fits. `using.claim`: the claim that should have it. IBM/core-dump-handler#78. */
export const pairByClaimRef = defineRemedy({
  name: "pair-by-claim-ref",
  summary: "Pair manually created volumes with their claims by name",
  on: ["v1/persistentvolumes"],
  needs: ["v1/persistentvolumes"],
  make(on, using: { readonly claim: string }, cluster) {
    const found = cluster.get("v1/persistentvolumes", on.name);
    const taken = found.state === "found" ? found.object.spec?.claimRef : undefined;
    if (taken === undefined || using.claim === undefined) return undefined;
    return {
      title: say`Reserve ${nameOf(on)} for ${using.claim} with its claimRef`,
      dangers: ["WrongData"],
      because: say`Without a reservation, the first claim that fits is bound to a volume. Do this only if ${taken.namespace ?? ""}/${taken.name ?? ""} has written no data that you need: it moves to another volume, without its data.`,
      commands: [savingManifest(on)],
      steps: [
        say`Set ${nameOf(on)} to Retain. Stop everything that uses ${taken.namespace ?? ""}/${taken.name ?? ""}, and delete both claims.`,
        say`In each volume, set spec.claimRef to the namespace and name of the claim that should have it, without a uid.`,
        say`Create both claims again.`,
      ],
    };
  },
});
