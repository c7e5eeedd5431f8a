import type { Accident } from "./accident.ts";
import { claimData } from "./accidents/claim-data.ts";
import { claimInUse } from "./accidents/claim-in-use.ts";
import { driver } from "./accidents/driver.ts";
import { finalizers } from "./accidents/finalizers.ts";
import { namespace } from "./accidents/namespace.ts";
import { reclaimPolicy } from "./accidents/reclaim-policy.ts";
import { storageClass } from "./accidents/storage-class.ts";
import { volume } from "./accidents/volume.ts";

export type { Accident } from "./accident.ts";
export { changeOf, removalOf } from "./changes.ts";
export { exemptControllers } from "./exempt.ts";
export {
  type Guard,
  type GuardOptions,
  guardFor,
  type LabelSelector,
  type Manifest,
  unlocks,
} from "./manifests.ts";

/** Every accident that a policy guards against, in the order in which the guards are installed: a claim's after the namespace's. */
export const accidents: readonly Accident[] = [
  namespace,
  claimData,
  claimInUse,
  volume,
  reclaimPolicy,
  finalizers,
  storageClass,
  driver,
];
