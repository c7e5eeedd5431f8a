import type { Accident } from "../accident.ts";
import { volumes } from "../accident.ts";

/** Also of a volume that is Released: the volume controller deletes its disk at the next look. */
export const reclaimPolicy: Accident = {
  name: "reclaim-policy",
  about: "The reclaim policy of a volume with a claim is changed from Retain to one that deletes the data.",
  short: "The reclaim policy of a volume is changed from Retain",
  operation: "UPDATE",
  of: [volumes],
  looks: "at nothing else",
  happens: [
    "has(oldObject.spec.claimRef)",
    'has(oldObject.spec.persistentVolumeReclaimPolicy) && oldObject.spec.persistentVolumeReclaimPolicy == "Retain"',
    'has(object.spec.persistentVolumeReclaimPolicy) && object.spec.persistentVolumeReclaimPolicy != "Retain"',
  ].join(" && "),
  message:
    '"with the reclaim policy " + object.spec.persistentVolumeReclaimPolicy + ", the data of volume " + oldObject.metadata.name + " is deleted with its claim"',
};
