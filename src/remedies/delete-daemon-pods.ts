import { takenAlong } from "../analysis/disks/freed-claims.ts";
import { isPodFinished, podsOfClaim } from "../controllers/index.ts";
import { defineRemedy } from "../define/index.ts";
import { controllerOf, inOrder, isObjectName, isTerminating, nameOf, say } from "../kubernetes/index.ts";
import { deletions, lossOf } from "./shared/acts.ts";

interface Of {
  /** The name of the DaemonSet. */
  readonly set: string;
}

/** On a claim: one pod after the other releases nothing as long as the others use it. */
export const deleteDaemonPods = defineRemedy({
  name: "delete-daemon-pods",
  summary: "Delete the pods of a DaemonSet that use a claim",
  on: ["v1/persistentvolumeclaims"],
  needs: ["v1/pods", "v1/persistentvolumeclaims", "v1/persistentvolumes"],
  make(on, { set }: Of, cluster) {
    const pods = podsOfClaim(on, cluster);
    if (!pods.read) return undefined;
    const running = pods.items.filter((pod) => {
      const owner = controllerOf(pod);
      return owner?.kind === "DaemonSet" && owner.name === set && !isPodFinished(pod) && !isTerminating(pod);
    });
    const [first, ...others] = [...running].sort((a, b) => inOrder(a.metadata.name, b.metadata.name));
    if (first === undefined || others.length === 0) return undefined;
    if (!running.every(({ metadata }) => isObjectName(metadata.name))) return undefined;
    const claim = cluster.get("v1/persistentvolumeclaims", on.name, on.namespace);
    const isGoing = claim.state === "found" && isTerminating(claim.object);
    const along = takenAlong(running, cluster);
    return {
      title: say`Delete the ${running.length} pods of DaemonSet/${set} that use ${nameOf(on)}`,
      dangers: ["PodsStop", ...lossOf(along)],
      because: say`They have not finished: they will stop. DaemonSet/${set} will create new ones${isGoing ? say`, which will stay Pending while the claim is being deleted` : say`, which will use the same claim`}.${along}`,
      does: deletions([first, ...others]),
    };
  },
});
