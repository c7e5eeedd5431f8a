import { defineRemedy, kubectl } from "../define/index.ts";
import { nameOf, refOf, say } from "../kubernetes/index.ts";

/**
 * `on`: a claim that names no volume. `using.volume`: the one that is bound to it. kubernetes/kubernetes
 * pkg/apis/core/validation/validation.go ValidatePersistentVolumeClaimUpdate, v1.36: an empty volumeName may be set once.
 */
export const nameVolume = defineRemedy({
  name: "name-volume",
  summary: "Set the volume name in a claim that has lost it",
  on: ["v1/persistentvolumeclaims"],
  needs: ["v1/persistentvolumeclaims", "v1/persistentvolumes"],
  make(on, using: { readonly volume: string }, cluster) {
    const volume = using.volume;
    const claim = cluster.get("v1/persistentvolumeclaims", on.name, on.namespace);
    if (volume === undefined || claim.state !== "found") return undefined;
    const { uid } = refOf(claim.object);
    const patch = { metadata: { uid }, spec: { volumeName: volume } };
    return {
      title: say`Set spec.volumeName of ${nameOf(on)} to ${volume} again`,
      because: say`The PV controller then sets the claim to Bound. The API server accepts spec.volumeName once, while it is empty. The uid in the patch protects another claim of the same name.`,
      commands: [kubectl`patch ${on} --type=merge -p ${JSON.stringify(patch)}`],
    };
  },
});
