import { finalizerNames } from "../../../../src/controllers/index.ts";

const finalizers: ReadonlyMap<string, string> = new Map([
  ["PersistentVolumeClaim", finalizerNames.pvcProtection],
  ["PersistentVolume", finalizerNames.pvProtection],
  ["VolumeAttributesClass", finalizerNames.vacProtection],
]);

/**
 * The finalizers that an object has once it was created.
 * kubernetes/kubernetes plugin/pkg/admission/storage/storageobjectinuseprotection/admission.go Admit, 1.36.
 */
export function protectedFrom(kind: string, given: readonly string[]): readonly string[] {
  const finalizer = finalizers.get(kind);
  return finalizer === undefined || given.includes(finalizer) ? given : [...given, finalizer];
}
