import {
  defineController,
  everywhere,
  type PersistentVolume,
  type PersistentVolumeClaim,
  refOf,
  type VolumeAttributesClass,
  words,
} from "../model/index.ts";
import { act, unknown, wait } from "./decision.ts";
import { vacProtection as finalizer } from "./finalizer-names.ts";
import { claimsByAttributesClass, volumesByAttributesClass } from "./indexes/index.ts";
import { type FinalizerAction, protect, protectionAction, removeFinalizer } from "./protection.ts";

/**
 * kubernetes/kubernetes pkg/controller/volume/vacprotection/vac_protection_controller.go isBeingUsed, 1.32 to 1.36.
 */
export function attributesClassIsBeingUsed(
  { metadata: { name } }: VolumeAttributesClass,
  volumes: readonly PersistentVolume[],
  claims: readonly PersistentVolumeClaim[],
): boolean {
  return (
    volumes.some((volume) => volumesByAttributesClass.keys(volume).includes(name)) ||
    claims.some((claim) => claimsByAttributesClass.keys(claim).includes(name))
  );
}

export function attributesClassFinalizerAction(
  attributesClass: VolumeAttributesClass,
  volumes: readonly PersistentVolume[],
  claims: readonly PersistentVolumeClaim[],
): FinalizerAction {
  return protectionAction(attributesClass, finalizer, () =>
    attributesClassIsBeingUsed(attributesClass, volumes, claims),
  );
}

export const vacProtectionController = defineController({
  name: "vac-protection-controller",
  on: "storage.k8s.io/v1/volumeattributesclasses",
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/vacprotection/vac_protection_controller.go processVAC, 1.36",
  ],
  decide: (attributesClass, cluster) =>
    protect(attributesClass, finalizer, () => {
      const { name } = attributesClass.metadata;
      const volumes = cluster.lookup(volumesByAttributesClass, name, everywhere);
      if (!volumes.read) return unknown(volumes);
      const claims = cluster.lookup(claimsByAttributesClass, name, everywhere);
      if (!claims.read) return unknown(claims);
      const users = [...volumes.items, ...claims.items];
      if (users.length > 0) return wait(words("Volumes or claims name the class."), ...users.map(refOf));
      return act(
        words("No volume and no claim names the class."),
        removeFinalizer(attributesClass, finalizer),
      );
    }),
});
