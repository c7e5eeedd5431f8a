import { applierOf } from "../controllers/index.ts";
import { defineRemedy, kubectl, ownerChain } from "../define/index.ts";
import { nameOf, say } from "../kubernetes/index.ts";
import { keepClaims } from "./shared/statefulset.ts";

const scalable = ["Deployment", "StatefulSet", "ReplicaSet"];

/** On a workload whose pods share one volume that only one node may use. */
export const scaleToOne = defineRemedy({
  name: "scale-to-one",
  summary: "Run one pod of a workload whose volume serves only one node",
  needs: ["apps/v1/replicasets", "apps/v1/statefulsets", "apps/v1/deployments"],
  make(on, _using, cluster) {
    const found = scalable.includes(on.kind) ? cluster.resolve(on) : undefined;
    if (found?.state !== "found" || ownerChain(found.object, cluster).length > 0) return undefined;
    const { object } = found;
    const isDropping =
      object.kind === "StatefulSet" &&
      object.spec?.persistentVolumeClaimRetentionPolicy?.whenScaled === "Delete";
    const applier = applierOf(object);
    // A tool that sets whenScaled back while the pods stop would have their claims deleted.
    if (isDropping && applier !== undefined) return undefined;
    return {
      title: say`Scale ${nameOf(on)} to one pod`,
      dangers: ["PodsStop"],
      because: say`One pod can use the volume. For more, keep them all on one node with spec.affinity.podAffinity in the template, or use a class with ReadWriteMany.`,
      ...(applier === undefined
        ? {}
        : { first: [say`${applier} may scale it up again: change the number in its manifest.`] }),
      commands: [
        ...(isDropping ? [keepClaims(on)] : []),
        kubectl`scale ${on.kind.toLowerCase()} ${on.name} -n ${on.namespace ?? "default"} --replicas=1`,
      ],
      steps: [say`An autoscaler of the workload must allow one pod too.`],
    };
  },
});
