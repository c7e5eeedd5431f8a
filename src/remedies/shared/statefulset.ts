import type { Cluster, Unread } from "../../cluster/index.ts";
import type { SetOfClaim } from "../../controllers/index.ts";
import { isInOrdinalRange, setsOfClaim } from "../../controllers/index.ts";
import { kubectl } from "../../define/index.ts";
import type { ObjectRef, PersistentVolumeClaim } from "../../kubernetes/index.ts";
import { controllerOf, isObjectName, isTerminating } from "../../kubernetes/index.ts";
import type { CommandLine } from "../../report/index.ts";

/** Who creates a claim again as soon as it is deleted. */
type Maker =
  | { readonly by: "nobody" }
  | { readonly by: "set"; readonly maker: SetOfClaim }
  /** It is for an ephemeral volume of this pod. */
  | { readonly by: "pod"; readonly pod: string }
  | { readonly by: "unread"; readonly unread: Unread };

/**
 * Only a pod that exists, and is Pending, has its claims created again.
 * kubernetes/kubernetes pkg/controller/statefulset/stateful_set_control.go processReplica, 1.36;
 * pkg/controller/volume/ephemeral/controller.go handleVolume, 1.36.
 */
export function makerOf(claim: PersistentVolumeClaim, cluster: Cluster): Maker {
  const owner = controllerOf(claim);
  if (owner?.kind === "Pod") return { by: "pod", pod: owner.name ?? "" };
  const sets = setsOfClaim(claim, cluster);
  if (!sets.read) return { by: "unread", unread: sets.unread };
  const maker = sets.items.find(
    ({ set, ordinal }) =>
      !isTerminating(set) && isInOrdinalRange(set, ordinal) && isObjectName(set.metadata.name),
  );
  return maker === undefined ? { by: "nobody" } : { by: "set", maker };
}

const patch = '{"spec":{"persistentVolumeClaimRetentionPolicy":{"whenScaled":"Retain"}}}';

/** Makes a StatefulSet keep the claims of the pods that it removes when scaled down. */
export function keepClaims(set: ObjectRef): CommandLine {
  return kubectl`patch ${set} --type=merge -p ${patch}`;
}
