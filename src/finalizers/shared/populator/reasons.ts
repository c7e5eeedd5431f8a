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
    what: "The populator has to delete its helper pod and the claim prime-<uid> before the claim may go.",
    why: "It is not running, or its helper pod cannot end.",
    whatToDo:
      "A person must see that the populator runs. Look for prime-<uid> in its namespace: `kubectl get pvc --all-namespaces`.",
  },
  PopulatorSourceMissing: {
    title: "The populator does not clean up without the data source",
    category: "blocked",
    what: "The object that the claim was to be filled from does not exist, and the populator stops before its clean-up when it cannot read it.",
    why: "The data source was deleted before the claim.",
    whatToDo:
      "Create the data source again under the same name, until the claim is gone. A person must do that, or clean up for the populator: delete populate-<uid> and prime-<uid> (`kubectl get pvc --all-namespaces`), then remove this finalizer.",
  },
  PopulatorClassMissing: {
    title: "The populator cannot clean up without the StorageClass",
    category: "blocked",
    what: "The claim's StorageClass does not exist, and the populator stops before its clean-up when it cannot read it.",
    why: "The class was deleted before the claim.",
    whatToDo:
      "Create the StorageClass again under the same name, until the claim is gone. A person must do that.",
  },
  PopulatorNoNode: {
    title: "The populator waits for a node that is never chosen",
    category: "blocked",
    what: "The class binds when a first pod comes, and no node was selected for the claim. The populator stops before its clean-up.",
    why: "No pod used the claim before it was deleted.",
    whatToDo:
      "Set the annotation volume.kubernetes.io/selected-node to any node: `kubectl annotate pvc NAME -n NAMESPACE volume.kubernetes.io/selected-node=NODE`. The claim is being deleted, so nothing is made there; the populator only cleans up.",
  },
};
