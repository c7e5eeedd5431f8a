import { defineController, type PersistentVolume } from "../model/index.ts";
import { act, wait } from "./decision.ts";
import { pvProtection as finalizer } from "./finalizer-names.ts";
import { protect, removeFinalizer } from "./protection.ts";
import { claimOf } from "./refs.ts";

/**
 * The phase is all that is looked at: no pods, no attachments, not whether the claim exists.
 * kubernetes/kubernetes pkg/controller/volume/pvprotection/pv_protection_controller.go isBeingUsed, 1.25 to 1.36.
 */
export function volumeIsBeingUsed(volume: PersistentVolume): boolean {
  return volume.status?.phase === "Bound";
}

export const pvProtectionController = defineController({
  name: "pv-protection-controller",
  on: "v1/persistentvolumes",
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/pvprotection/pv_protection_controller.go processPV, 1.36",
  ],
  decide: (volume) =>
    protect(volume, finalizer, () => {
      if (!volumeIsBeingUsed(volume)) {
        return act(removeFinalizer(volume, finalizer));
      }
      const claim = claimOf(volume);
      return wait(...(claim === undefined ? [] : [claim]));
    }),
});
