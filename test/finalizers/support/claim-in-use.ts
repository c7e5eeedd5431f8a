import type { OwnerReference } from "../../../src/kubernetes/index.ts";
import { claim, pod } from "../../support/objects.ts";

export const finalizers = ["kubernetes.io/pvc-protection"];
/** A claim that is being deleted. */
export const doomed = claim({ deletionTimestamp: "2026-11-20T09:00:00Z", finalizers });
/** A pod that uses it. */
export const user = (facts: Parameters<typeof pod>[0]) => pod({ name: "user", claims: ["data"], ...facts });
export const owner = (kind: string, name: string): OwnerReference => ({
  apiVersion: "batch/v1",
  kind,
  name,
  uid: `${name}-uid`,
  controller: true,
});
