import type { AnyFinalizerEntry } from "../engine/index.ts";
import externalAttacher from "./external-attacher__driver.ts";
import pvcProtection from "./kubernetes.io__pvc-protection.ts";

/** Every finalizer that pvguard knows. The first entry that matches is the one that counts. */
export const finalizers: readonly AnyFinalizerEntry[] = [...externalAttacher, pvcProtection];
