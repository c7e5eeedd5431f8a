import type { Raise } from "../controllers/index.ts";
import { mayBeRaised } from "../controllers/index.ts";
import { defineRemedy, kubectl } from "../define/index.ts";
import type { Phrase } from "../kubernetes/index.ts";
import { isTerminating, nameOf, say } from "../kubernetes/index.ts";

/**
 * kubernetes/enhancements KEP-1790 RecoverVolumeExpansionFailure: on by default from 1.32, stable in 1.34. `using.above`: what the volume has.
 */
export const lowerRequest = defineRemedy({
  name: "lower-request",
  summary: "Lower a claim's storage request after a failed expansion",
  on: ["v1/persistentvolumeclaims"],
  needs: ["v1/persistentvolumeclaims", "storage.k8s.io/v1/storageclasses"],
  make(on, using: { readonly above: string }, cluster) {
    const found = cluster.get("v1/persistentvolumeclaims", on.name, on.namespace);
    if (found.state !== "found" || isTerminating(found.object)) return undefined;
    const above = using.above ?? "";
    return {
      title: say`Lower the storage request of ${nameOf(on)}`,
      dangers: ["CannotBeRaised"],
      because: say`From Kubernetes 1.32 (always from 1.34), you can lower a request after a failed expansion, as long as it remains above ${above}. Older servers refuse.`,
      commands: [kubectl`edit pvc ${on.name} -n ${on.namespace ?? "default"}`],
      steps: [
        say`Set spec.resources.requests.storage to a size that the storage backend can provide and that is larger than ${above}.`,
        ...oneWay(mayBeRaised(found.object, cluster)),
        say`If the server refuses, set the volume to Retain, then create the claim and the volume object again with the old size.`,
      ],
    };
  },
});

/** Once lowered, a request cannot always be raised again. */
function oneWay(raise: Raise): readonly Phrase[] {
  const refused = say`Do not lower it further than needed: the server refuses to raise it again as long as`;
  if (raise.may !== "no") return [];
  switch (raise.because) {
    case "no class":
      return [say`${refused} the claim has no StorageClass, and that cannot be changed.`];
    case "class missing":
      return [
        say`${refused} StorageClass ${raise.name} does not exist. Create it again first, with allowVolumeExpansion: true.`,
      ];
    case "class forbids it":
      return [say`${refused} StorageClass ${raise.name} does not have allowVolumeExpansion: true.`];
  }
}
