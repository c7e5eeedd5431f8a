import { defineRemedy, nameOf } from "../engine/index.ts";
import { refOf, say } from "../model/index.ts";
import { retainCommand } from "./shared/retain.ts";

/**
 * kubernetes-sigs/sig-storage-local-static-provisioner#151, strimzi/strimzi-kafka-operator#3617. The volume must not be
 * given the uid of a claim that is bound elsewhere: kubernetes/kubernetes
 * pkg/controller/volume/persistentvolume/pv_controller.go syncVolume would set it free again, or destroy it.
 */
export default defineRemedy({
  name: "swap-volume",
  summary: "Bring a claim's former volume back into use in place of the new one",
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
      name: "swap-volume",
      title: say`Bring the data on ${nameOf(on)} back into use`,
      safety: "risky",
      spares: "the data",
      because: say`The application stops meanwhile, and what it wrote to pv/${newer} stays behind on that one.`,
      commands: [retainCommand(on.name), retainCommand(newer)],
      steps: [
        say`Stop the application, and whatever makes its claims: an operator, or the StatefulSet scaled to 0.`,
        say`Save the manifest of ${nameOf(refOf(claim.object))} and delete it: kubectl delete pvc ${claimRef.name ?? ""} -n ${namespace}`,
        say`Clear only the uid in spec.claimRef of ${on.name}, so that it stays reserved for ${namespace}/${claimRef.name ?? ""}.`,
        say`Make the claim again with spec.volumeName: ${on.name}, see that it is Bound, and start the application.`,
      ],
    };
  },
});
