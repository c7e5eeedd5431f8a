import { type Index, recipes } from "../../model/index.ts";
import { storageClassNameOf } from "../storage-class-name.ts";

/** Key: the name of a StorageClass, or the empty string. */
export const claimsByClass: Index<"v1/persistentvolumeclaims"> = {
  name: "claims-by-class",
  on: "v1/persistentvolumeclaims",
  made: recipes["v1/persistentvolumeclaims"].byClass,
  keys: (claim) => [storageClassNameOf(claim)],
};

/** Key: the name of a StorageClass, or the empty string. */
export const volumesByClass: Index<"v1/persistentvolumes"> = {
  name: "volumes-by-class",
  on: "v1/persistentvolumes",
  made: recipes["v1/persistentvolumes"].byClass,
  keys: (volume) => [storageClassNameOf(volume)],
};
