import { isOutOfReach, ownerEnd } from "../controllers/index.ts";
import type { FoundHold } from "../define/index.ts";
import { blocked, defineWait, waiting } from "../define/index.ts";
import type { OwnerReference, PersistentVolume } from "../kubernetes/index.ts";
import { isTerminating, say } from "../kubernetes/index.ts";
import { removeOwnerReferences, saveManifest } from "../remedies/index.ts";
import { kindNotServed, ownerHolds } from "./shared/owners.ts";

type Wording = Pick<FoundHold, "message" | "avoid">;

const setRetain =
  'To keep the data in any case, set it to Retain: `kubectl patch pv NAME -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`.';

export default defineWait({
  wait: "volume-owner-gone",
  on: ["v1/persistentvolumes"],
  needs: ["v1/nodes"],
  sources: [
    "kubernetes/kubernetes pkg/controller/garbagecollector/garbagecollector.go attemptToDeleteItem, isDangling, 1.36",
    "kubernetes-sigs/sig-storage-local-static-provisioner docs/provisioner.md: with setPVOwnerRef the node owns its volumes, v2.9",
  ],
  reasons: {
    VolumeOwnerGone: blocked("The volume's owner does not exist, so the volume will be deleted", {
      what: "The volume names an owner by uid, and no object with that uid exists under that name.",
      why: "Its node was deleted or registered again, where a provisioner makes the node the owner of its volumes. Or the volume was restored with an old owner reference. If the volume has a claim, it is then Terminating until the claim is deleted. Without a claim its object is deleted at once, and with it the record of where the data is.",
      whatToDo: `To keep the volume, remove its owner references at once: \`kubectl pvguard why pv/NAME\` shows how. ${setRetain}`,
    }),
    VolumeOwnerBeingDeleted: waiting("The volume's owner is being deleted, and the volume with it", {
      what: "All owners of the volume are being deleted, or no longer exist. The volume itself is not marked for deletion yet.",
      why: "The garbage collector deletes the volume after the owner, or at once if the owner is deleted in the foreground.",
      whatToDo: `To keep the volume, remove its owner references at once: \`kubectl pvguard why pv/NAME\` shows how. ${setRetain}`,
    }),
    VolumeGoesWithOwner: waiting("The volume will be deleted when its owner is deleted", {
      what: "The volume names an owner, such as its node, and the owner exists.",
      why: "The garbage collector deletes a volume when none of its owners is left. If the volume has a claim, it is then Terminating until the claim is deleted. Without a claim its object is deleted at once, and only that object says where the data is.",
      whatToDo:
        "No action is needed. Before the owner is deleted, save the manifests of its volumes: `kubectl get pv NAME -o yaml`.",
    }),
    VolumeOwnerKindNotServed: waiting("The cluster does not serve the kind of the volume's owner", {
      what: "The volume names an owner of a kind that this cluster does not serve, because the kind's definition was deleted.",
      why: "The garbage collector cannot look such an owner up, and retries without end: the volume is kept. When the kind is served again, an owner that does not exist, or that was restored with another uid, counts as deleted.",
      whatToDo:
        "Before the kind's definition is installed again, remove the owner references from the volume: `kubectl pvguard why pv/NAME` shows how.",
    }),
    VolumeOwnerNotRead: waiting("The volume will be deleted with an owner that was not checked", {
      what: "The volume names an owner of a kind that is not part of Kubernetes. The input does not hold the owner, so it is unknown whether it exists. On a cluster, `why` looks it up.",
      why: "The garbage collector deletes a volume when none of its owners is left. An owner with another uid counts as deleted.",
      whatToDo:
        "Compare the owner's uid with that in the volume: `kubectl get KIND NAME -o yaml`. Save the volume's manifest before the owner, or its kind, is deleted.",
    }),
  },
  remark(volume, cluster) {
    const owners = volume.metadata.ownerReferences ?? [];
    if (isTerminating(volume) || owners.length === 0) return undefined;
    if (owners.some((owner) => isOutOfReach(owner, volume))) return undefined;
    const ends = owners.map((owner) => ({ owner, ...ownerEnd(owner, volume, cluster) }));
    if (ends.some(({ end }) => end === "unread")) return undefined;
    const unserved = ends.find(({ end }) => end === "not served")?.owner;
    const unseen = ends.find(({ end }) => end === "not looked up")?.owner;
    const there = ends.find(({ end }) => end === "stays")?.owner;
    if (there !== undefined) return { reason: "VolumeGoesWithOwner", ...goesWith(there) };
    if (unserved !== undefined)
      return { reason: "VolumeOwnerKindNotServed", ...kindNotServed(volume, unserved) };
    return unseen === undefined ? undefined : { reason: "VolumeOwnerNotRead", ...notLookedAt(unseen) };
  },
  holds: (volume, cluster) =>
    ownerHolds(
      volume,
      {
        gone: { reason: "VolumeOwnerGone", ...kept(volume) },
        going: { reason: "VolumeOwnerBeingDeleted", ...kept(volume) },
      },
      cluster,
    ),
});

function goesWith({ kind = "", name = "" }: OwnerReference): Wording {
  const owner = `${kind}/${name}`;
  return {
    message: say`its owner ${owner} exists; when none of its owners is left, the garbage collector deletes the volume`,
    avoid: { step: say`delete ${owner} to have it created again`, because: recordGoes },
  };
}

function notLookedAt({ apiVersion = "", kind = "", name = "" }: OwnerReference): Wording {
  return {
    message: say`its owner ${`${kind}/${name}`} (${apiVersion}) was not checked; if it does not exist, or is deleted, the garbage collector deletes the volume`,
    avoid: {
      step: say`delete that owner, or the definition of its kind, to start again`,
      because: recordGoes,
    },
  };
}

const recordGoes = say`the volume would be deleted with it; as soon as no claim is bound to the volume, its object disappears, and with it the record of where its data is`;

/** Its object is also the record of where the data is. */
function kept(volume: PersistentVolume): Pick<FoundHold, "avoid" | "remedies"> {
  return {
    remedies: [removeOwnerReferences(volume), saveManifest(volume)],
    avoid: {
      step: say`create ${volume.metadata.name} again unchanged after it is deleted`,
      because: say`with the same owner reference the garbage collector would delete it again`,
    },
  };
}
