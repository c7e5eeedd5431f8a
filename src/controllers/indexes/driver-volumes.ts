import type { Index } from "../../model/index.ts";
import { volumeBackend } from "../volume-source.ts";

/** Key: the name of the CSI driver that the volume belongs to, by its source or by migration. */
export const volumesByDriver: Index<"v1/persistentvolumes"> = {
  name: "volumes-by-driver",
  on: "v1/persistentvolumes",
  keys: (volume) => {
    const backend = volumeBackend(volume);
    return backend.type === "csi" || backend.type === "migrated" ? [backend.driver] : [];
  },
};
