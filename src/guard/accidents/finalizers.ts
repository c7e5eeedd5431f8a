import type { Accident } from "../accident.ts";
import { celTexts, claims, volumes } from "../accident.ts";

/**
 * Each is removed by its own controller once nothing uses the object. kubernetes/kubernetes
 * pkg/controller/volume/pvcprotection/pvc_protection_controller.go `removeFinalizer`,
 * pkg/controller/volume/pvprotection/pv_protection_controller.go `removeFinalizer` (v1.36).
 */
const protections = celTexts(["kubernetes.io/pvc-protection", "kubernetes.io/pv-protection"]);

/** A change of the status can carry other metadata, too: it is guarded with the object itself. */
export const finalizers: Accident = {
  name: "finalizers",
  about: "The protection finalizer of a claim or a volume is removed by anyone but its controller.",
  short: "A protection finalizer is removed manually",
  operation: "UPDATE",
  of: [claims, volumes].map((each) => ({
    ...each,
    resources: each.resources.flatMap((plural) => [plural, `${plural}/status`]),
  })),
  looks: "at nothing else",
  happens: `has(oldObject.metadata.finalizers) && oldObject.metadata.finalizers.exists(f, f in ${protections} && !(has(object.metadata.finalizers) && f in object.metadata.finalizers))`,
  message:
    '"only its controller removes the protection finalizer of " + oldObject.metadata.name + ", when nothing uses it any longer"',
};
