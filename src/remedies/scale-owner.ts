import { takenAlong } from "../analysis/disks/freed-claims.ts";
import { applierOf } from "../controllers/index.ts";
import type { Danger } from "../define/index.ts";
import { defineRemedy, kubectl, ownerChain } from "../define/index.ts";
import type { KubeObject, ObjectRef, Phrase } from "../kubernetes/index.ts";
import { isObjectName, nameOf, say } from "../kubernetes/index.ts";
import type { CommandLine } from "../report/index.ts";
import { deletions, lossOf } from "./shared/acts.ts";
import { keepClaims } from "./shared/statefulset.ts";

const scalable = ["Deployment", "StatefulSet", "ReplicaSet"];

/** On a pod: the workload that keeps creating it is scaled to none. */
export const scaleOwner = defineRemedy({
  name: "scale-owner",
  summary: "Stop the workload that a pod belongs to",
  on: ["v1/pods"],
  needs: [
    "v1/pods",
    "v1/persistentvolumeclaims",
    "v1/persistentvolumes",
    "apps/v1/replicasets",
    "apps/v1/statefulsets",
    "apps/v1/deployments",
  ],
  make(on, _using, cluster) {
    const found = cluster.get("v1/pods", on.name, on.namespace);
    if (found.state !== "found") return undefined;
    const owners = ownerChain(found.object, cluster);
    const top = owners.at(-1);
    const workload = owners.findLast(({ kind }) => scalable.includes(kind));
    if (top === undefined || workload === undefined || !isObjectName(workload.name)) return undefined;
    // The owner of the workload scales it back: without having read the workload, its owner is unknown.
    const resolved = cluster.resolve(workload);
    if (resolved?.state !== "found" || isAtZero(resolved.object)) return undefined;
    const dropsClaims = deletesClaims(resolved.object);
    const along = takenAlong([found.object], cluster);
    const first = againstApplier(resolved.object, dropsClaims);
    const isKept = dropsClaims && first.length === 0;
    const setBack: readonly Danger[] = dropsClaims && first.length > 0 ? ["DataDestroyed"] : [];
    return {
      title: say`Stop ${nameOf(top)}, which owns the pod`,
      dangers: ["PodsStop", ...setBack, ...lossOf(along)],
      does: deletions([found.object]),
      because: say`Its service stops, and its pods release their volumes.${dropsClaims ? claimsFirst : []}${along}`,
      ...(top === workload && first.length > 0 ? { first } : {}),
      commands: top === workload ? [...(isKept ? [keepClaims(workload)] : []), scaleToZero(workload)] : [],
      steps: top === workload ? [] : [byItsOwner(top, workload, dropsClaims)],
    };
  },
});

/** It creates no pod: something else keeps the pod. The field is set to 1 where it is not given. */
function isAtZero(workload: KubeObject): boolean {
  const { kind } = workload;
  return (
    (kind === "Deployment" || kind === "StatefulSet" || kind === "ReplicaSet") &&
    workload.spec?.replicas === 0
  );
}

/** kubernetes/kubernetes pkg/controller/statefulset/stateful_set_utils.go updateClaimOwnerRefForSetAndPod, 1.36. */
function deletesClaims(workload: KubeObject): boolean {
  if (workload.kind !== "StatefulSet") return false;
  return workload.spec?.persistentVolumeClaimRetentionPolicy?.whenScaled === "Delete";
}

const claimsFirst = say` Its whenScaled is Delete, which would delete the claims of all its pods with them, so it is set to Retain first.`;

/** What to do about a tool that sets back what is changed manually. */
function againstApplier(workload: KubeObject, dropsClaims: boolean): readonly Phrase[] {
  const applier = applierOf(workload);
  if (applier === undefined) return [];
  const claims = say`Set whenScaled to Retain in its manifest first: if ${applier} sets it back while the pods stop, the claims of all its pods are deleted.`;
  return [...(dropsClaims ? [claims] : []), say`${applier} may start it again: prevent that first.`];
}

function scaleToZero({ kind, name, namespace }: ObjectRef): CommandLine {
  return kubectl`scale ${kind.toLowerCase()} ${name} -n ${namespace ?? "default"} --replicas=0`;
}

function byItsOwner(top: ObjectRef, workload: ObjectRef, dropsClaims: boolean): Phrase {
  const first = dropsClaims
    ? say`First have whenScaled set to Retain in ${workload.kind}/${workload.name}. `
    : [];
  return say`${first}Stop or delete it through ${top.kind}/${top.name}, which would otherwise scale ${workload.kind}/${workload.name} up again.`;
}
