import { type Index, recipes } from "../../model/index.ts";
import { volumeBackend } from "../volume-source.ts";

/** Key: the name of the CSI driver that the volume belongs to, by its source or by migration. */
export const volumesByDriver: Index<"v1/persistentvolumes"> = {
  name: "volumes-by-driver",
  on: "v1/persistentvolumes",
  made: recipes["v1/persistentvolumes"].byDriver,
  keys: (volume) => {
    const backend = volumeBackend(volume);
    return backend.type === "csi" || backend.type === "migrated" ? [backend.driver] : [];
  },
};

/** Key: the name of a CSI driver that the node runs. */
export const csiNodesByDriver: Index<"storage.k8s.io/v1/csinodes"> = {
  name: "csinodes-by-driver",
  on: "storage.k8s.io/v1/csinodes",
  made: recipes["storage.k8s.io/v1/csinodes"].byDriver,
  keys: ({ spec }) => [
    ...new Set((spec?.drivers ?? []).flatMap(({ name = "" }) => (name === "" ? [] : name))),
  ],
};
