import { defineRemedy } from "../define/index.ts";
import { nameOf, say } from "../kubernetes/index.ts";
import { retainCommand } from "./shared/retain.ts";

/**
 * kubernetes-sigs/sig-storage-local-static-provisioner#151, strimzi/strimzi-kafka-operator#3617. The volume must not be
 * given the uid of a claim that is bound elsewhere: kubernetes/kubernetes
 * pkg/controller/volume/persistentvolume/pv_controller.go syncVolume would release it again, or have its disk deleted.
 */
export const swapVolume = defineRemedy({
  name: "swap-volume",
  summary: "Use a claim's former volume again, in place of the new one",
  on: ["v1/persistentvolumes"],
  needs: ["v1/persistentvolumes", "v1/persistentvolumeclaims"],
  make(on, _using, cluster) {
    const found = cluster.get("v1/persistentvolumes", on.name);
    const claimRef = found.state === "found" ? found.object.spec?.claimRef : undefined;
    if (claimRef === undefined) return undefined;
    const claim = cluster.get("v1/persistentvolumeclaims", claimRef.name ?? "", claimRef.namespace ?? "");
    const newer = claim.state === "found" ? (claim.object.spec?.volumeName ?? "") : "";
    if (claim.state !== "found" || newer === "" || newer === on.name) return undefined;
    const namespace = claimRef.namespace ?? "default";
    return {
      title: say`Use the data on ${nameOf(on)} again`,
      dangers: ["PodsStop"],
      spares: "the data",
      because: say`The application stops in the meantime, and what it wrote to pv/${newer} remains on that volume.`,
      commands: [retainCommand(on.name), retainCommand(newer)],
      steps: [
        say`Stop the application and what creates its claims: stop the operator, or scale the StatefulSet to 0.`,
        say`Save the manifest of ${nameOf(claim.object)}, then delete the claim: kubectl delete pvc ${claimRef.name ?? ""} -n ${namespace}`,
        say`Clear only the uid in spec.claimRef of ${on.name}, so that the volume stays reserved for ${namespace}/${claimRef.name ?? ""}.`,
        say`Create the claim again with spec.volumeName: ${on.name}, check that it is Bound, and start the application.`,
      ],
    };
  },
});
