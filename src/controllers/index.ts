import type { AnyController } from "../model/index.ts";
import { claimBinder, volumeBinder } from "./pv-binder/index.ts";
import { pvProtectionController } from "./pv-protection.ts";
import { pvcProtectionController } from "./pvc-protection.ts";
import { vacProtectionController } from "./vac-protection.ts";

export * from "./admission.ts";
export * as annotationNames from "./annotation-names.ts";
export * from "./attacher-name.ts";
export * from "./attacher-presence.ts";
export * from "./attachment-users.ts";
export * from "./data-source.ts";
export * from "./deletion-failure.ts";
export * from "./driver-presence.ts";
export * as finalizerNames from "./finalizer-names.ts";
export * from "./in-tree-reclaim/index.ts";
export * from "./indexes/index.ts";
export * from "./latest-event.ts";
export * from "./node-state.ts";
export * from "./pod-state.ts";
export * from "./protection.ts";
export * from "./pv-binder/index.ts";
export * from "./pv-finalizers.ts";
export * from "./pv-protection.ts";
export * from "./pvc-protection.ts";
export * from "./quantity.ts";
export * from "./reclaim-policy.ts";
export * from "./refs.ts";
export * from "./storage-class-name.ts";
export * from "./vac-protection.ts";
export * from "./volume-source.ts";

/** Every controller that is run forward. */
export const controllers: readonly AnyController[] = [
  pvcProtectionController,
  pvProtectionController,
  vacProtectionController,
  volumeBinder,
  claimBinder,
];
