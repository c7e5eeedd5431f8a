import type { Accident } from "../accident.ts";
import { volumes } from "../accident.ts";

/** The deletion of a Bound volume cannot be undone: it waits for the claim to be deleted, and its pods then find no volume. */
export const volume: Accident = {
  name: "volume",
  about: "A volume is deleted while a claim is bound to it.",
  short: "A volume is deleted while it is Bound",
  operation: "DELETE",
  of: [volumes],
  looks: "at nothing else",
  happens: 'has(oldObject.status) && has(oldObject.status.phase) && oldObject.status.phase == "Bound"',
  message:
    '"volume " + oldObject.metadata.name + " is Bound" + (has(oldObject.spec.claimRef) ? " to pvc/" + oldObject.spec.claimRef.name + " in namespace " + oldObject.spec.claimRef.namespace : "")',
};
