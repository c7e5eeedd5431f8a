import type { Accident } from "../accident.ts";
import { claims, isNotRetained } from "../accident.ts";

/**
 * A volume belongs to the claim whose uid it names: that one's deletion releases it. A claim that only names a volume does not
 * have it. kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go `syncVolume` (v1.36).
 *
 * The claim of an ephemeral volume ends with its pod, by design: it is left to that. The pod is its controller.
 * kubernetes/kubernetes pkg/controller/volume/ephemeral/controller.go `handleVolume` (v1.36).
 */
export const claimData: Accident = {
  name: "claim-data",
  about: "A claim is deleted while it is bound to a volume that is deleted with it.",
  short: "A claim is deleted, and its data with it",
  operation: "DELETE",
  of: [claims],
  looks: "at each volume",
  happens: [
    "has(params.spec.claimRef) && has(params.spec.claimRef.uid)",
    "params.spec.claimRef.uid == oldObject.metadata.uid",
    isNotRetained,
    '!(has(oldObject.metadata.ownerReferences) && oldObject.metadata.ownerReferences.exists(o, o.kind == "Pod" && has(o.controller) && o.controller))',
  ].join(" && "),
  message:
    '"deleting pvc/" + oldObject.metadata.name + " deletes the data of volume " + params.metadata.name + " (reclaim policy " + params.spec.persistentVolumeReclaimPolicy + ")"',
  needs: ["namespace"],
};
