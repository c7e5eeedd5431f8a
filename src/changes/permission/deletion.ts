import type { Cluster } from "../../cluster/index.ts";
import {
  claimsToFillFrom,
  isPodFinished,
  isStaleClaim,
  isStaleVolume,
  nodesLeft,
  podsUsingAttachment,
} from "../../controllers/index.ts";
import { acceptance } from "../../define/index.ts";
import type {
  KubeObject,
  ObjectRef,
  PersistentVolume,
  PersistentVolumeClaim,
  VolumeAttachment,
  VolumeSnapshot,
} from "../../kubernetes/index.ts";
import { isTerminating, nameOf, refOf, say, words } from "../../kubernetes/index.ts";
import type { Permission } from "./permission.ts";
import { allowed, denial, incomplete } from "./permission.ts";

/** May fix ask the server to delete this object? Few may it: those that nothing is lost with. */
export function permitDeletion(on: ObjectRef, object: KubeObject, cluster: Cluster): Permission {
  if (isTerminating(object))
    return denial("AlreadyDeleted", on, say`${nameOf(on)} is already being deleted.`);
  switch (object.kind) {
    case "Pod":
      return isPodFinished(object)
        ? allowed
        : denial(
            "PodNotFinished",
            on,
            say`${nameOf(on)} has not finished, and fix does not stop running pods.`,
            words("Scale its owner down, or delete the pod yourself."),
          );
    case "VolumeAttachment":
      return attachmentMay(on, object, cluster);
    case "VolumeSnapshot":
      return object.status?.readyToUse === true
        ? denial("SnapshotReady", on, say`${nameOf(on)} is ready, so data can be restored from it.`)
        : unfilledWithout(on, object, cluster);
    case "PersistentVolumeClaim":
      return claimMay(on, object, cluster);
    case "PersistentVolume":
      return volumeMay(on, object, cluster);
    default:
      return denial("KindNotFixed", on, say`fix does not delete ${object.kind} objects.`);
  }
}

function attachmentMay(on: ObjectRef, attachment: VolumeAttachment, cluster: Cluster): Permission {
  const pods = podsUsingAttachment(attachment, cluster);
  if (!pods.read) return incomplete(on, pods.unread);
  const user = pods.items.find((pod) => !isPodFinished(pod));
  return user === undefined
    ? allowed
    : denial("PodUsesAttachment", on, say`${nameOf(refOf(user))} uses the volume on that node.`);
}

/** The claims that are to be filled from it can no longer be filled. */
function unfilledWithout(
  on: ObjectRef,
  source: PersistentVolumeClaim | VolumeSnapshot,
  cluster: Cluster,
): Permission {
  const claims = claimsToFillFrom(source, cluster);
  if (!claims.read) return incomplete(on, claims.unread);
  const [first] = claims.items;
  if (first === undefined) return allowed;
  const because = say`${nameOf(refOf(first))} is waiting to be filled from it, and cannot be filled without it.`;
  return { state: "allowed", accept: [acceptance("ClaimNeverFilled", because)] };
}

const onlyCleanup = words(
  "fix deletes a claim or a volume only if it is local and none of its nodes exists, as the node-cleanup controller does.",
);

function claimMay(on: ObjectRef, claim: PersistentVolumeClaim, cluster: Cluster): Permission {
  const volume = cluster.get("v1/persistentvolumes", claim.spec?.volumeName ?? "");
  if (volume.state === "unread") return incomplete(on, volume.unread);
  if (volume.state === "absent" || volume.object.spec?.local === undefined)
    return denial("ClaimNotStale", on, say`${nameOf(on)} is not on a local volume.`, onlyCleanup);
  const left = nodesLeft(volume.object, cluster);
  if (left.nodes === "unread") return incomplete(on, left.unread);
  if (isStaleClaim(claim, volume.object, left.nodes)) return unfilledWithout(on, claim, cluster);
  const why =
    left.nodes === "some"
      ? say`A node of the volume of ${nameOf(on)} still exists.`
      : say`The local volume that ${nameOf(on)} names is not bound to it, or does not say which nodes it is on.`;
  return denial("ClaimNotStale", on, why, onlyCleanup);
}

function volumeMay(on: ObjectRef, volume: PersistentVolume, cluster: Cluster): Permission {
  if (volume.spec?.local === undefined)
    return denial("VolumeNotStale", on, say`${nameOf(on)} is not a local volume.`, onlyCleanup);
  const left = nodesLeft(volume, cluster);
  if (left.nodes === "unread") return incomplete(on, left.unread);
  return isStaleVolume(volume, left.nodes)
    ? allowed
    : denial(
        "VolumeNotStale",
        on,
        say`${nameOf(on)} is in use, is to be kept, or still has a node.`,
        onlyCleanup,
      );
}
