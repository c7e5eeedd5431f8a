import type { AnyDeletionEntry } from "../define/index.ts";
import claim from "./claim.ts";
import csiDriver from "./csi-driver.ts";
import driverWorkload from "./driver-workload.ts";
import namespace from "./namespace.ts";
import node from "./node.ts";
import snapshot from "./snapshot.ts";
import snapshotClass from "./snapshot-class.ts";
import snapshotContent from "./snapshot-content.ts";
import storageClass from "./storage-class.ts";
import workload from "./workload.ts";

/** Who depends on an object, by its kind. */
export const deletions: readonly AnyDeletionEntry[] = [
  namespace,
  workload,
  driverWorkload,
  claim,
  snapshot,
  snapshotContent,
  storageClass,
  snapshotClass,
  node,
  csiDriver,
];
