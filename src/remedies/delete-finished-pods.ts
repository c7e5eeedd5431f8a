import { takenAlong } from "../analysis/disks/freed-claims.ts";
import { isPodFinished, podsOfClaim } from "../controllers/index.ts";
import { defineRemedy } from "../define/index.ts";
import { inOrder, isObjectName, isTerminating, nameOf, say } from "../kubernetes/index.ts";
import { cleanerFor, deletionFix, lossOf } from "./shared/acts.ts";

export const deleteFinishedPods = defineRemedy({
  name: "delete-finished-pods",
  summary:
    "Delete all finished pods that use a claim; if the claim is being deleted, its disk can be deleted after that",
  on: ["v1/persistentvolumeclaims"],
  needs: ["v1/pods", "v1/persistentvolumeclaims", "v1/persistentvolumes"],
  fixDoes: "Deletes the finished pods that use the claim",
  asked: { on: ["v1/persistentvolumeclaims"], using: [{}] },
  make(on, _using, cluster) {
    const pods = podsOfClaim(on, cluster);
    if (!pods.read) return undefined;
    const finished = pods.items.filter((pod) => isPodFinished(pod) && !isTerminating(pod));
    const [first, ...others] = [...finished].sort((a, b) => inOrder(a.metadata.name, b.metadata.name));
    const names = finished.map(({ metadata }) => metadata.name).sort();
    if (first === undefined || !names.every((name) => isObjectName(name))) return undefined;
    const along = takenAlong(finished, cluster);
    return {
      title:
        others.length === 0
          ? say`Delete the finished pod that uses ${nameOf(on)}`
          : say`Delete the ${names.length} finished pods that use ${nameOf(on)}`,
      dangers: lossOf(along),
      because: say`${others.length === 0 ? say`Nothing runs in it. Its logs are deleted with it.` : say`Nothing runs in them. Their logs are deleted with them.`}${along}`,
      steps: cleanerFor(finished),
      fix: deletionFix(
        [first, ...others],
        [],
        [others.length === 0 ? say`Its logs are lost.` : say`Their logs are lost.`],
      ),
    };
  },
});
