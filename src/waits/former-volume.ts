import { volumesNaming } from "../controllers/index.ts";
import { defineWait, waiting } from "../define/index.ts";
import { isTerminating, nameOf, say } from "../kubernetes/index.ts";

export default defineWait({
  wait: "former-volume",
  on: ["v1/persistentvolumeclaims"],
  needs: ["v1/persistentvolumes"],
  sources: [
    "kubernetes-sigs/sig-storage-local-static-provisioner#151",
    "strimzi/strimzi-kafka-operator#3617",
  ],
  reasons: {
    FormerVolumeLeft: waiting("A volume of a former claim of this name still exists", {
      what: "The claim is Bound and healthy. A Released volume belonged to an earlier claim of the same name.",
      why: "The claim was created again and got a new volume. If the application looks empty, its data is on the former one.",
      whatToDo:
        "No action is needed. If earlier data is missing, look at that volume: `kubectl pvguard why pv/NAME`. A person must decide which one to keep.",
    }),
  },
  remark(claim, cluster) {
    if (claim.status?.phase !== "Bound" || isTerminating(claim)) return undefined;
    const volumes = volumesNaming(claim, cluster);
    if (!volumes.read) return undefined;
    const former = volumes.items.find(
      ({ spec, status }) => status?.phase === "Released" && spec?.claimRef?.uid !== claim.metadata.uid,
    );
    return former === undefined
      ? undefined
      : {
          reason: "FormerVolumeLeft",
          message: say`the claim uses pv/${claim.spec?.volumeName ?? ""}; the data of a former claim of this name is on ${nameOf(former)}`,
        };
  },
});
