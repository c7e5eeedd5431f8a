import type { Namespace } from "../model/index.ts";

/** The conditions by which the namespace controller says what is left. */
type NamespaceCondition =
  | "NamespaceDeletionDiscoveryFailure"
  | "NamespaceDeletionGroupVersionParsingFailure"
  | "NamespaceDeletionContentFailure"
  | "NamespaceContentRemaining"
  | "NamespaceFinalizersRemaining";

/** kubernetes/kubernetes pkg/controller/namespace/deletion/status_condition_utils.go, 1.36. */
export function conditionOf(namespace: Namespace, type: NamespaceCondition) {
  return namespace.status?.conditions?.find(
    (condition) => condition.type === type && condition.status === "True",
  );
}
