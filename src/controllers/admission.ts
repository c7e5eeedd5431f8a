import { pvcProtection, pvProtection, vacProtection } from "./finalizer-names.ts";

const finalizers: ReadonlyMap<string, string> = new Map([
  ["PersistentVolumeClaim", pvcProtection],
  ["PersistentVolume", pvProtection],
  ["VolumeAttributesClass", vacProtection],
]);

export interface Creation {
  readonly kind: string;
  readonly finalizers: readonly string[];
  /** The gate VolumeAttributesClass: always on from 1.36. */
  readonly attributesClasses?: "on" | "off";
}

/**
 * The finalizers that an object has once it was created.
 * kubernetes/kubernetes plugin/pkg/admission/storage/storageobjectinuseprotection/admission.go Admit, 1.36.
 */
export function admit({ kind, finalizers: given, attributesClasses = "on" }: Creation): readonly string[] {
  if (kind === "VolumeAttributesClass" && attributesClasses === "off") return given;
  const finalizer = finalizers.get(kind);
  return finalizer === undefined || given.includes(finalizer) ? given : [...given, finalizer];
}
