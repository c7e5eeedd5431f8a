import type { Cluster } from "../cluster/index.ts";
import {
  goesUnderRetain,
  isLocalProvisioned,
  isStaleVolume,
  nodesLeft,
  provisionerOf,
  reclaimPolicyOf,
  volumeHandleOf,
} from "../controllers/index.ts";
import { acceptance, defineRemedy, manifestFile } from "../define/index.ts";
import { listedIfGiven } from "../evidence/index.ts";
import type { ObjectRef, PersistentVolume, Phrase } from "../kubernetes/index.ts";
import { isTerminating, nameOf, say } from "../kubernetes/index.ts";
import type { Acceptance } from "../report/index.ts";
import { deletionFix, deletions } from "./shared/acts.ts";

/** `using.data: "stays"`: the caller knows that no controller deletes the data with the object. */
export const deleteVolume = defineRemedy({
  name: "delete-volume",
  summary: "Delete the object of a volume that nothing uses",
  on: ["v1/persistentvolumes"],
  needs: ["v1/persistentvolumes", "v1/nodes"],
  fixDoes:
    "Deletes a local volume when none of its nodes exists, if it is Available, or Released with policy Delete",
  asked: { on: ["v1/persistentvolumes"], using: [{}] },
  make(on, using: { readonly data?: "stays" }, cluster) {
    const found = cluster.get("v1/persistentvolumes", on.name);
    if (found.state !== "found" || isTerminating(found.object)) return undefined;
    const { object: volume } = found;
    if (volume.status?.phase === "Bound") return undefined;
    const isKept = reclaimPolicyOf(volume) === "Retain" || using.data === "stays";
    const isRecord = isKept && !goesUnderRetain(volume);
    return {
      title: say`Delete the volume object ${nameOf(on)}`,
      dangers: [isRecord ? "RecordLost" : "DataDestroyed"],
      tells: "the data",
      because: isRecord
        ? say`${whereItIs(volume, cluster)}, but the only record of where it is will be deleted. Save the manifest first.`
        : say`After that, nothing keeps the disk${handleOf(volume)} from being deleted${despiteRetain(volume)}. Save the manifest first.`,
      saves: [on],
      ...(volume.status?.phase === "Failed" && isRecord ? { steps: usedAgain(volume, on) } : {}),
      ...(isCleanedUp(volume, cluster)
        ? { fix: deletionFix([volume], [recordLost(volume)]) }
        : { does: deletions([volume]) }),
    };
  },
});

function despiteRetain(volume: PersistentVolume): Phrase {
  return goesUnderRetain(volume) && reclaimPolicyOf(volume) === "Retain"
    ? say`: Mayastor from 2024 or earlier deletes it, although the policy is Retain. No object tells the version`
    : [];
}

/** Data of which a list says that its disk is gone is not kept. */
function whereItIs(volume: PersistentVolume, cluster: Cluster): Phrase {
  const listed = listedIfGiven(volume, cluster);
  return listed.listed === "no"
    ? say`A list of the storage backend does not have the disk${handleOf(volume)}. It may still exist`
    : say`The data is kept in the storage backend${handleOf(volume)}`;
}

/**
 * Nothing but a changed claimRef, or a new object, leads out of the phase Failed.
 * kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go reclaimVolume, syncVolume, 1.36.
 */
function usedAgain(volume: PersistentVolume, on: ObjectRef): readonly Phrase[] {
  return [
    say`To use the disk again: erase the old data on it, and delete status, uid, resourceVersion and spec.claimRef from the saved manifest.`,
    ...(reclaimPolicyOf(volume) === "Retain"
      ? []
      : [
          provisionerOf(volume) === undefined
            ? say`Set spec.persistentVolumeReclaimPolicy to Retain in it: otherwise the volume becomes Failed again after its next claim.`
            : say`Set spec.persistentVolumeReclaimPolicy to Retain in it: otherwise the disk may be deleted after its next claim.`,
        ]),
    say`Then run: kubectl create -f ${manifestFile(on)}`,
  ];
}

/**
 * kubernetes-sigs/sig-storage-local-static-provisioner pkg/discovery/discovery.go discoverVolumesAtPath, v2.9: what it has
 * no volume for, it makes one for, whatever is on it.
 */
function recordLost(volume: PersistentVolume): Acceptance {
  const returns = isLocalProvisioned(volume)
    ? say` If the machine comes back, the local provisioner on it discovers the disk again. Any claim may then be bound to it, with the data on it.`
    : [];
  return acceptance(
    "RecordLost",
    say`The volume object is the only record of the machine and path of the data. That record is lost.${returns}`,
  );
}

/** Only under the conditions of the node-cleanup controller. */
function isCleanedUp(volume: PersistentVolume, cluster: Cluster): boolean {
  if (volume.spec?.local === undefined) return false;
  const { nodes } = nodesLeft(volume, cluster);
  return nodes !== "unread" && isStaleVolume(volume, nodes);
}

function handleOf(volume: PersistentVolume): Phrase {
  const handle = volumeHandleOf(volume);
  return handle === undefined ? [] : say` (${handle})`;
}
