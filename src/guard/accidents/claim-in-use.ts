import type { Accident } from "../accident.ts";
import { claims } from "../accident.ts";

/** A claim in use stays until its pods end, but no new pod can start on it: at the next restart the app is down. */
export const claimInUse: Accident = {
  name: "claim-in-use",
  about: "A claim is deleted while a pod that has not finished uses it.",
  short: "A claim is deleted while a pod uses it",
  operation: "DELETE",
  of: [claims],
  looks: "at each pod of the namespace",
  happens: [
    "has(params.spec.volumes) && params.spec.volumes.exists(v, has(v.persistentVolumeClaim) && v.persistentVolumeClaim.claimName == oldObject.metadata.name)",
    '!(has(params.status) && has(params.status.phase) && params.status.phase in ["Succeeded", "Failed"])',
  ].join(" && "),
  message: '"pod/" + params.metadata.name + " uses pvc/" + oldObject.metadata.name',
  needs: ["namespace"],
};
