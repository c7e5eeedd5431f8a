import { takenAlong } from "../analysis/disks/freed-claims.ts";
import type { MadeRemedy } from "../define/index.ts";
import { defineRemedy, manifestFile } from "../define/index.ts";
import { makesAnother } from "../evidence/index.ts";
import type { ObjectRef, OwnerReference, Phrase } from "../kubernetes/index.ts";
import { controllerOf, isTerminating, nameOf, say } from "../kubernetes/index.ts";
import { deletions, lossOf } from "./shared/acts.ts";

export const schedulePod = defineRemedy({
  name: "schedule-pod",
  summary: "Recreate a pod without the node in its spec, so that the scheduler chooses one",
  on: ["v1/pods"],
  needs: ["v1/pods", "v1/persistentvolumeclaims", "v1/persistentvolumes"],
  make(on, _using, cluster) {
    const found = cluster.get("v1/pods", on.name, on.namespace);
    if (found.state !== "found" || isTerminating(found.object)) return undefined;
    const { nodeName = "" } = found.object.spec ?? {};
    if (nodeName === "") return undefined;
    const another = makesAnother(found.object, cluster);
    const maker = another.is === "refuted" ? undefined : controllerOf(found.object);
    const along = takenAlong([found.object], cluster);
    return {
      title: say`Recreate ${nameOf(on)} without spec.nodeName`,
      dangers: ["PodsStop", ...lossOf(along)],
      because: say`The scheduler then chooses a node for the pod, and with it for the claim. The current pod is deleted.${along}`,
      does: deletions([found.object]),
      ...(maker === undefined ? byHand(on, nodeName) : byMaker(nodeName, maker)),
    };
  },
});

type Manner = Pick<MadeRemedy, "first" | "saves" | "steps">;

function byHand(on: ObjectRef, node: string): Manner {
  return {
    saves: [on],
    steps: [
      say`In the saved manifest, delete status, uid, resourceVersion and spec.nodeName.`,
      onlyThere(node),
      say`Then run: kubectl create -f ${manifestFile(on)}`,
    ],
  };
}

function byMaker(node: string, { kind = "its controller", name = "" }: OwnerReference): Manner {
  return {
    first: [
      say`First remove spec.nodeName where the pod comes from: ${kind}/${name} creates a new pod when this one is deleted.`,
      onlyThere(node),
    ],
  };
}

function onlyThere(node: string): Phrase {
  return say`If the pod must run on ${node} only, say so in spec.nodeSelector: the label kubernetes.io/hostname has the name that the node gives itself.`;
}
