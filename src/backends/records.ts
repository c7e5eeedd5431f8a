import type { Disk } from "../kubernetes/index.ts";
import { groupOf, pluralOf } from "../kubernetes/index.ts";
import type { ClusterBackend } from "./backend.ts";

/** Deletes the object that stands for a disk: its controller then deletes the disk. */
export function deletingRecord({ resource }: ClusterBackend, { metadata, spec }: Disk): readonly string[] {
  const namespace = spec?.recordIn === undefined ? [] : ["-n", spec.recordIn];
  return ["kubectl", "delete", `${pluralOf(resource)}.${groupOf(resource)}`, metadata.name, ...namespace];
}
