import type { Cluster } from "../cluster/index.ts";
import { isStaleClaim, nodesLeft } from "../controllers/index.ts";
import { acceptance, defineRemedy } from "../define/index.ts";
import type { PersistentVolumeClaim } from "../kubernetes/index.ts";
import { isTerminating, nameOf, say } from "../kubernetes/index.ts";
import { deletionFix, deletions } from "./shared/acts.ts";

/** `using.lost`: the machines that the data was on. */
export const deleteClaim = defineRemedy({
  name: "delete-claim",
  summary: "Delete a claim whose data is out of reach",
  on: ["v1/persistentvolumeclaims"],
  needs: ["v1/persistentvolumeclaims", "v1/persistentvolumes", "v1/nodes"],
  fixDoes: "Deletes a claim on a local volume when none of its nodes exists",
  make(on, using: { readonly lost: string }, cluster) {
    const found = cluster.get("v1/persistentvolumeclaims", on.name, on.namespace);
    if (found.state !== "found" || isTerminating(found.object) || using.lost === undefined) return undefined;
    return {
      title: say`Delete ${nameOf(on)} and give up its data`,
      dangers: ["DataGivenUp"],
      because: say`The claim's data on ${using.lost} is given up. A StatefulSet then creates a new, empty claim with its next pod.`,
      first: [
        say`First make sure that the machine will not come back. Also make sure that the application can fill an empty volume from its other replicas or a backup.`,
      ],
      steps: [say`Then delete the pod that waits for the claim.`],
      ...(isCleanedUp(found.object, cluster)
        ? { fix: deletionFix([found.object], [dataGivenUp]) }
        : { does: deletions([found.object]) }),
    };
  },
});

const dataGivenUp = acceptance(
  "DataGivenUp",
  say`The data on the machines that no longer exist is given up. If one comes back, no claim has its data. Only the volume object still records where the data is.`,
);

/** Only under the conditions of the node-cleanup controller. */
function isCleanedUp(claim: PersistentVolumeClaim, cluster: Cluster): boolean {
  const volume = cluster.get("v1/persistentvolumes", claim.spec?.volumeName ?? "");
  if (volume.state !== "found" || volume.object.spec?.local === undefined) return false;
  const { nodes } = nodesLeft(volume.object, cluster);
  return nodes !== "unread" && isStaleClaim(claim, volume.object, nodes);
}
