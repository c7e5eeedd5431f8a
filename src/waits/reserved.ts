import { claimOf } from "../controllers/index.ts";
import { defineWait } from "../engine/index.ts";
import { say } from "../model/index.ts";

export default defineWait({
  wait: "reserved",
  on: ["v1/persistentvolumes"],
  needs: [],
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go syncVolume: no uid in claimRef, 1.36",
    "kubernetes/kubernetes#48609",
  ],
  reasons: {
    ReservedForClaim: {
      title: "The volume is reserved for a claim by name",
      category: "waiting",
      what: "The volume is Available, and its claimRef names a claim without a uid.",
      why: "Somebody reserved it on purpose, before the claim exists. It is healthy.",
      whatToDo:
        "Nobody must act. Do not clear the claimRef: any claim that fits could then take the volume, with what is on it.",
    },
  },
  holds: () => [],
  remark(volume) {
    const claim = claimOf(volume);
    if (volume.status?.phase !== "Available" || claim === undefined || claim.uid !== undefined)
      return undefined;
    return {
      reason: "ReservedForClaim",
      message: say`healthy, and reserved for the claim ${`${claim.namespace ?? ""}/${claim.name}`} by name`,
      avoid: [
        {
          step: say`clearing the claimRef as if it were stale`,
          because: say`any claim that fits could then take the volume, with what is on it`,
        },
      ],
    };
  },
});
