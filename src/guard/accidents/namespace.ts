import type { Accident } from "../accident.ts";
import { isNotRetained } from "../accident.ts";

/**
 * The namespace controller deletes the claims of a namespace whatever they are bound to, and the volumes follow.
 * kubernetes/kubernetes pkg/controller/namespace/deletion/namespaced_resources_deleter.go `deleteAllContent` (v1.36).
 */
export const namespace: Accident = {
  name: "namespace",
  about: "A namespace is deleted while claims in it are bound to volumes that are deleted with them.",
  short: "A namespace is deleted with claims whose data is lost",
  operation: "DELETE",
  of: [{ group: "", resources: ["namespaces"], namespaced: true, short: "namespace" }],
  looks: "at each volume",
  happens: [
    "has(params.spec.claimRef) && has(params.spec.claimRef.namespace)",
    "params.spec.claimRef.namespace == oldObject.metadata.name",
    'has(params.status) && has(params.status.phase) && params.status.phase == "Bound"',
    isNotRetained,
  ].join(" && "),
  message:
    '"deleting namespace " + oldObject.metadata.name + " deletes the data of pvc/" + params.spec.claimRef.name + " on volume " + params.metadata.name + " (reclaim policy " + params.spec.persistentVolumeReclaimPolicy + ")"',
};
