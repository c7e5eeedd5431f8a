import type { ClusterBackend } from "./backend.ts";
import { claimUidIn } from "./fields.ts";
import { deletingRecord } from "./records.ts";

export const topolvm: ClusterBackend = {
  name: "TopoLVM",
  drivers: ["topolvm.io"],
  resource: "topolvm.io/v1/logicalvolumes",
  sources: [
    "topolvm/topolvm docs/logical-volume-crd.md: status.volumeID is the volume ID in the CSI context, v0.36",
    "topolvm/topolvm internal/driver/controller.go CreateSnapshot: a snapshot is a LogicalVolume too, v0.36",
    "topolvm/topolvm#1213",
  ],
  disk(record) {
    if (record.kind !== "LogicalVolume") return undefined;
    const { metadata, spec, status } = record;
    const handle = status?.volumeID ?? "";
    // It is not created yet, or could not be.
    if (handle === "") return undefined;
    const name = spec?.name ?? metadata.name;
    return {
      id: metadata.name,
      handles: [handle],
      parts: [handle],
      name,
      bytes: status?.currentSize ?? spec?.size,
      created: metadata.creationTimestamp,
      place: spec?.nodeName,
      is: spec?.accessType === "ro" || name.startsWith("snapshot-") ? "snapshot" : "disk",
      volumeName: name,
      claim: { uid: claimUidIn(name) },
    };
  },
  deletion: (disk) => deletingRecord(topolvm, disk),
};
