import type { Disk, LVMVolume, ZFSVolume } from "../kubernetes/index.ts";
import { groupOf, pluralOf } from "../kubernetes/index.ts";
import type { ClusterBackend, ListedDisk } from "./backend.ts";
import { bytesIn, claimUidIn } from "./fields.ts";

/** Deletes the object that stands for a disk: its controller then deletes the disk. */
export function deletingRecord({ resource }: ClusterBackend, { metadata, spec }: Disk): readonly string[] {
  const namespace = spec?.recordIn === undefined ? [] : ["-n", spec.recordIn];
  return ["kubectl", "delete", `${pluralOf(resource)}.${groupOf(resource)}`, metadata.name, ...namespace];
}

/** The disk of a record of OpenEBS's local drivers, which have the same fields for what is compared. */
export function diskOfOpenEbs({ metadata, spec, status }: LVMVolume | ZFSVolume): ListedDisk {
  const { name, namespace } = metadata;
  return {
    id: name,
    handles: [name],
    parts: [name],
    name,
    recordIn: namespace,
    bytes: bytesIn(spec, "capacity", 1),
    created: metadata.creationTimestamp,
    place: spec?.ownerNodeID,
    state: status?.state,
    claim: { uid: claimUidIn(name) },
  };
}
