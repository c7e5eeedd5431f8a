import type { ClusterBackend } from "./backend.ts";
import { claimUidIn } from "./fields.ts";

export const trident: ClusterBackend = {
  name: "Trident",
  drivers: ["csi.trident.netapp.io"],
  resource: "trident.netapp.io/v1/tridentvolumes",
  sources: [
    "NetApp/trident frontend/csi/controller_server.go getCSIVolumeFromTridentVolume: the handle is Config.Name, v25.06",
    "NetApp/trident persistent_store/crd/apis/netapp/v1/volume.go NewTridentVolume, name.go NameFix: the name of the object is made from it, v25.06",
  ],
  disk(record) {
    if (record.kind !== "TridentVolume") return undefined;
    const { metadata, config, state, pool } = record;
    const name = config?.name ?? metadata.name;
    return {
      id: metadata.name,
      handles: [name],
      parts: [name],
      name: config?.internalName ?? name,
      recordIn: metadata.namespace,
      bytes: config?.size,
      created: metadata.creationTimestamp,
      place: pool,
      state: record.orphaned === true ? "orphaned" : state,
      volumeName: name,
      claim: { namespace: config?.namespace, name: config?.requestName, uid: claimUidIn(name) },
    };
  },
  deletion({ metadata, spec }) {
    // By the name of the volume. That of its record is made from it: another one, such as an option, is not its name.
    const [name] = spec?.handles ?? [];
    if (name?.toLowerCase().replace(/[^a-z0-9.-]/g, "-") !== metadata.name) return undefined;
    return ["tridentctl", "delete", "volume", name, "-n", spec?.recordIn ?? "trident"];
  },
};
