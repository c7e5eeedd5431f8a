import { type Index, isTerminating, type KubeObject, recipes } from "../../model/index.ts";

function finalizersOf(object: KubeObject): readonly string[] {
  return isTerminating(object) ? [...new Set(object.metadata.finalizers ?? [])] : [];
}

/** Key: a finalizer that a claim which is being deleted still has. */
export const deletedClaimsByFinalizer: Index<"v1/persistentvolumeclaims"> = {
  name: "deleted-claims-by-finalizer",
  on: "v1/persistentvolumeclaims",
  made: recipes["v1/persistentvolumeclaims"].deleted,
  keys: finalizersOf,
};

/** Key: a finalizer that a volume which is being deleted still has. */
export const deletedVolumesByFinalizer: Index<"v1/persistentvolumes"> = {
  name: "deleted-volumes-by-finalizer",
  on: "v1/persistentvolumes",
  made: recipes["v1/persistentvolumes"].deleted,
  keys: finalizersOf,
};
