import type { Cluster } from "../cluster/index.ts";
import { objectOf } from "../cluster/index.ts";
import {
  attachmentsNaming,
  claimNamed,
  claimsOfPod,
  dataSourcesOf,
  foundSource,
  podsOfClaim,
  volumesNaming,
} from "../controllers/index.ts";
import type { Relative } from "../define/index.ts";
import type { KubeObject, ObjectRef } from "../kubernetes/index.ts";
import { nameKey, refOf } from "../kubernetes/index.ts";
import { claimsGoingWithFew } from "./disks/freed-claims.ts";
import { canBeLost } from "./losses.ts";

/** A claim that is not bound yet has the volumes that name it, and so has one that a pod names and that is not bound or not there. */
export function volumesForClaimOf(object: KubeObject, cluster: Cluster): readonly Relative[] {
  return unboundOf(object, cluster).flatMap((claim): readonly Relative[] => {
    const volumes = volumesNaming(claim, cluster);
    return volumes.read ? volumes.items.map((volume) => ({ object: volume })) : [{ unread: volumes.unread }];
  });
}

function unboundOf(object: KubeObject, cluster: Cluster): readonly ObjectRef[] {
  if (object.kind === "Pod") {
    const named = claimsOfPod(object, cluster);
    const { namespace = "" } = object.metadata;
    const unbound = named.read
      ? named.claims.filter(({ claim }) => claim === "missing" || !claim.spec?.volumeName)
      : [];
    return unbound.map(({ name }) => claimNamed(namespace, name));
  }
  const isUnbound = object.kind === "PersistentVolumeClaim" && (object.spec?.volumeName ?? "") === "";
  return isUnbound ? [refOf(object)] : [];
}

/**
 * What waits for an object, and is no relative of it. What a Pending claim is to be filled from: its deletion goes on when the
 * claim is deleted. The volume of a claim that no longer exists, or was created again: it stays attached until the pod that used
 * it is deleted too, kubernetes/kubernetes pkg/controller/volume/attachdetach/populator/desired_state_of_world_populator.go
 * findAndRemoveDeletedPods, 1.36.
 */
export function waitingFor(object: KubeObject, cluster: Cluster): readonly Relative[] {
  if (object.kind === "Pod")
    return volumesForClaimOf(object, cluster).flatMap((each) => withAttachments(each, cluster));
  if (object.kind !== "PersistentVolumeClaim" || object.status?.phase !== "Pending") return [];
  const sources = dataSourcesOf(object).flatMap((source) => objectOf(foundSource(source, cluster)) ?? []);
  return sources.map((source) => ({ object: source }));
}

/** Other claims that are deleted with the pods that use this one: its deletion waits for these pods. */
export function goingWithUsers(claim: KubeObject, cluster: Cluster): readonly KubeObject[] {
  if (claim.kind !== "PersistentVolumeClaim") return [];
  const pods = podsOfClaim(claim, cluster);
  if (!pods.read) return [];
  const going = pods.items.flatMap((pod) => claimsGoingWithFew(pod, cluster));
  return going.filter((each) => nameKey(refOf(each)) !== nameKey(refOf(claim)));
}

function withAttachments(volume: Relative, cluster: Cluster): readonly Relative[] {
  if (!("object" in volume)) return [];
  const attachments = attachmentsNaming(volume.object.metadata.name, cluster);
  if (attachments.read) return [volume, ...attachments.items.map((object) => ({ object }))];
  return canBeLost(volume.object, cluster) ? [volume, { unread: attachments.unread }] : [volume];
}
