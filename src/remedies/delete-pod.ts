import { takenAlong } from "../analysis/disks/freed-claims.ts";
import type { Cluster } from "../cluster/index.ts";
import { claimsOfPod, isNodeReady, isPodFinished } from "../controllers/index.ts";
import type { Danger } from "../define/index.ts";
import { defineRemedy } from "../define/index.ts";
import { holdsUp, makesAnother, ownerExists } from "../evidence/index.ts";
import type { Phrase, Pod } from "../kubernetes/index.ts";
import { controllerOf, isTerminating, say } from "../kubernetes/index.ts";
import { cleanerFor, deletionFix, deletions, lossOf } from "./shared/acts.ts";

export const deletePod = defineRemedy({
  name: "delete-pod",
  summary: "Delete a pod that holds a claim",
  on: ["v1/pods"],
  needs: ["v1/pods", "v1/nodes", "v1/persistentvolumeclaims", "v1/persistentvolumes"],
  fixDoes: "Deletes a finished pod, and no other pod",
  asked: { on: ["v1/pods"], using: [{}] },
  make(on, _using, cluster) {
    const found = cluster.get("v1/pods", on.name, on.namespace);
    if (found.state !== "found" || isTerminating(found.object)) return undefined;
    const isFinished = isPodFinished(found.object);
    const along = takenAlong([found.object], cluster);
    const stopping: readonly Danger[] = isFinished ? [] : ["PodsStop"];
    return {
      title: say`Delete pod/${on.name}`,
      dangers: [...stopping, ...lossOf(along)],
      because: [
        ...(isFinished
          ? say`The pod has finished: nothing runs in it. Its logs are deleted with it.`
          : [...stops(found.object, cluster), ...staysOn(found.object, cluster)]),
        ...along,
      ],
      steps: isFinished ? cleanerFor([found.object]) : [],
      ...(isFinished
        ? { fix: deletionFix([found.object], [], [say`Its logs are lost.`]) }
        : { does: deletions([found.object]) }),
    };
  },
});

/** Only the kubelet can say that a pod has stopped. */
function staysOn(pod: Pod, cluster: Cluster): Phrase {
  const node = cluster.get("v1/nodes", pod.spec?.nodeName ?? "");
  if (node.state !== "found" || isNodeReady(node.object)) return [];
  return say` But node/${node.object.metadata.name} is not Ready: the pod will stay Terminating until that node is back.`;
}

function stops(pod: Pod, cluster: Cluster): Phrase {
  const owner = controllerOf(pod);
  if (owner === undefined)
    return say`The pod has not finished and has no controller: it will stop, and nothing will start it again.`;
  const name = say`${owner.kind ?? "Its controller"}/${owner.name ?? ""}`;
  const another = makesAnother(pod, cluster);
  if (another.is === "refuted") {
    const gone = ownerExists(owner, pod, cluster).is === "refuted";
    return gone
      ? say`The pod has not finished: it will stop. ${name} no longer exists, so it will not create a new one.`
      : say`The pod has not finished: it will stop. ${name}, which owns it, will not create a new one.`;
  }
  return holdsUp(another)
    ? say`The pod has not finished: it will stop. ${name} will create a new one${willNeed(pod, cluster)}.`
    : say`The pod has not finished: it will stop. ${name} may create a new one${willNeed(pod, cluster)}.`;
}

/** A new pod of the same controller uses the same claims. */
function willNeed(pod: Pod, cluster: Cluster): Phrase {
  const read = claimsOfPod(pod, cluster);
  if (!read.read) return [];
  const shared = read.claims.filter(({ by }) => by === "name");
  const goes = shared.some(({ claim }) => claim !== "missing" && isTerminating(claim));
  if (goes) return say`, which will stay Pending while the claim is being deleted`;
  return shared.length === 0 ? [] : say`, which will need the same volume again`;
}
