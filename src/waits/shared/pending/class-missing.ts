import type { Cluster } from "../../../cluster/index.ts";
import { annotationNames, nearestNamed } from "../../../controllers/index.ts";
import type { PersistentVolumeClaim, Phrase } from "../../../kubernetes/index.ts";
import { annotationOf, say } from "../../../kubernetes/index.ts";
import { recreateClaim, restoreMissing } from "../../../remedies/index.ts";
import { proof } from "../../../report/index.ts";
import type { PendingHold } from "./reasons.ts";

/** Where the claim names its class. */
export function classPath(claim: PersistentVolumeClaim): string {
  return annotationOf(claim, annotationNames.betaStorageClass) === undefined
    ? "spec.storageClassName"
    : `metadata.annotations["${annotationNames.betaStorageClass}"]`;
}

/** The old annotation is easily overlooked, and outweighs the field. */
export function whereClassIs(claim: PersistentVolumeClaim): Phrase {
  const isOld = annotationOf(claim, annotationNames.betaStorageClass) !== undefined;
  return isOld ? say` (named by the annotation ${annotationNames.betaStorageClass})` : [];
}

export function storageClassMissing(
  claim: PersistentVolumeClaim,
  name: string,
  cluster: Cluster,
): PendingHold {
  const nearest = nearestNamed(name, "storage.k8s.io/v1/storageclasses", cluster);
  const another = recreateClaim(claim, {
    change: "Set spec.storageClassName to a class that exists: kubectl get storageclass",
    changes: "class",
  });
  return {
    reason: "StorageClassMissing",
    holder: { missing: { apiVersion: "storage.k8s.io/v1", kind: "StorageClass", name } },
    message: say`its StorageClass ${name}${whereClassIs(claim)} does not exist${nearest === undefined ? say`; once it exists, the claim proceeds without further action` : say`; a class named ${nearest} exists`}`,
    evidence: [proof(claim, classPath(claim), name)],
    // A name that is nearly that of a class is more likely mistyped than missing.
    remedies:
      nearest === undefined ? [restoreMissing(claim, { kind: "StorageClass", name }), another] : [another],
  };
}
