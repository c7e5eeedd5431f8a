import type { Index } from "../../model/index.ts";
import { storageClassNameOf } from "../storage-class-name.ts";

/** Key: the name of a StorageClass, or the empty string. */
export const claimsByClass: Index<"v1/persistentvolumeclaims"> = {
  name: "claims-by-class",
  on: "v1/persistentvolumeclaims",
  keys: (claim) => [storageClassNameOf(claim)],
};

/** Key: the name of a StorageClass, or the empty string. */
export const volumesByClass: Index<"v1/persistentvolumes"> = {
  name: "volumes-by-class",
  on: "v1/persistentvolumes",
  keys: (volume) => [storageClassNameOf(volume)],
};
