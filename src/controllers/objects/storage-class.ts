import type { Cluster, Unread } from "../../cluster/index.ts";
import type { PersistentVolume, PersistentVolumeClaim, StorageClass } from "../../kubernetes/index.ts";
import { annotationOf, inOrder } from "../../kubernetes/index.ts";
import { betaStorageClass, defaultStorageClass } from "../annotation-names.ts";

/**
 * The class of a claim or a volume, or the empty string; the old annotation comes before the field.
 * kubernetes/kubernetes staging/src/k8s.io/component-helpers/storage/volume/pv_helpers.go
 * GetPersistentVolumeClaimClass, GetPersistentVolumeClass, 1.36.
 */
export function storageClassNameOf(object: PersistentVolumeClaim | PersistentVolume): string {
  return annotationOf(object, betaStorageClass) ?? object.spec?.storageClassName ?? "";
}

/**
 * Does the claim leave its class open? Only then is the default class filled in; the empty string says "no class".
 * kubernetes/kubernetes staging/src/k8s.io/component-helpers/storage/volume/helpers.go PersistentVolumeClaimHasClass.
 */
export function leavesClassOpen(claim: PersistentVolumeClaim): boolean {
  return annotationOf(claim, betaStorageClass) === undefined && claim.spec?.storageClassName === undefined;
}

/**
 * The newest of the classes that are marked as default, by name among equals.
 * kubernetes/kubernetes pkg/volume/util/storageclass.go GetDefaultClass, 1.36.
 */
export function defaultClassOf(classes: readonly StorageClass[]): StorageClass | undefined {
  const time = (storageClass: StorageClass) => Date.parse(storageClass.metadata.creationTimestamp ?? "") || 0;
  return classes
    .filter((storageClass) => annotationOf(storageClass, defaultStorageClass) === "true")
    .sort((a, b) => time(b) - time(a) || inOrder(a.metadata.name, b.metadata.name))[0];
}

/** May a claim ask for more? */
export type Raise =
  | { readonly may: "yes" }
  | {
      readonly may: "no";
      readonly because: "no class" | "class forbids it" | "class missing";
      readonly name: string;
    }
  | { readonly may: "unread"; readonly unread: Unread };

/**
 * Only a larger request is held against the class. A smaller one is not, and neither does the external-resizer look at
 * a class: what was asked for once continues without it.
 * kubernetes/kubernetes plugin/pkg/admission/storage/persistentvolume/resize/admission.go Validate, allowResize, 1.36;
 * kubernetes-csi/external-resizer pkg/controller/expand_and_recover.go expandAndRecover, v2.2.
 */
export function mayBeRaised(claim: PersistentVolumeClaim, cluster: Cluster): Raise {
  const name = storageClassNameOf(claim);
  if (name === "") return { may: "no", because: "no class", name };
  const found = cluster.get("storage.k8s.io/v1/storageclasses", name);
  switch (found.state) {
    case "unread":
      return { may: "unread", unread: found.unread };
    case "absent":
      return { may: "no", because: "class missing", name };
    case "found":
      return found.object.allowVolumeExpansion === true
        ? { may: "yes" }
        : { may: "no", because: "class forbids it", name };
  }
}
