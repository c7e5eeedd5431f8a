import type { ReasonPage } from "../../../engine/index.ts";

export type PopulatorReason =
  | "PopulatorNotFinished"
  | "PopulatorSourceMissing"
  | "PopulatorClassMissing"
  | "PopulatorNoNode";

export const populatorReasons: { readonly [reason in PopulatorReason]: ReasonPage } = {
  PopulatorNotFinished: {
    title: "The populator has not cleaned up",
    category: "stuck",
    what: "The populator must delete its helper pod and the claim prime-<uid> before the claim can be deleted.",
    why: "The populator is not running, or its helper pod cannot end.",
    whatToDo:
      "Check that the populator is running. Look for prime-<uid> in its namespace: `kubectl get pvc --all-namespaces`.",
  },
  PopulatorSourceMissing: {
    title: "The populator cannot clean up without the data source",
    category: "blocked",
    what: "The data source that the claim was to be filled from does not exist. The populator stops before its cleanup when it cannot read the data source.",
    why: "The data source was deleted before the claim.",
    whatToDo:
      "Recreate the data source under the same name, and keep it until the claim is deleted. Or clean up for the populator: delete populate-<uid> and prime-<uid> (`kubectl get pvc --all-namespaces`), then remove this finalizer.",
  },
  PopulatorClassMissing: {
    title: "The populator cannot clean up without the StorageClass",
    category: "blocked",
    what: "The claim's StorageClass does not exist. The populator stops before its cleanup when it cannot read the StorageClass.",
    why: "The StorageClass was deleted before the claim.",
    whatToDo:
      "An administrator must recreate the StorageClass under the same name, and keep it until the claim is deleted.",
  },
  PopulatorNoNode: {
    title: "The populator waits for a node, but none was selected",
    category: "blocked",
    what: "The StorageClass uses WaitForFirstConsumer, and no node was selected for the claim. The populator stops before its cleanup.",
    why: "No pod used the claim before it was deleted.",
    whatToDo:
      "Set the annotation volume.kubernetes.io/selected-node to any node: `kubectl annotate pvc NAME -n NAMESPACE volume.kubernetes.io/selected-node=NODE`. The claim is being deleted, so nothing is created on that node. The populator only cleans up.",
  },
};
