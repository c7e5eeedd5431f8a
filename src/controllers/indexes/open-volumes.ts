import { type Index, recipes } from "../../model/index.ts";
import { storageClassNameOf } from "../storage-class-name.ts";

/** Key: the class of an Available volume that no claim has reserved; the empty string is a class too. */
export const openVolumesByClass: Index<"v1/persistentvolumes"> = {
  name: "open-volumes-by-class",
  on: "v1/persistentvolumes",
  made: recipes["v1/persistentvolumes"].open,
  keys: (volume) =>
    volume.spec?.claimRef === undefined && volume.status?.phase === "Available"
      ? [storageClassNameOf(volume)]
      : [],
};
