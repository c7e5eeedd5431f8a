import { isOutOfReach, ownerEnd } from "../controllers/index.ts";
import { couldNotRead, defineWait, type FoundHold } from "../engine/index.ts";
import { isTerminating, type OwnerReference, type PersistentVolume, refOf, say } from "../model/index.ts";
import { goingWith } from "./shared/owner/going.ts";
import { withoutOwner } from "./shared/owner/gone.ts";

type Told = Pick<FoundHold, "message" | "avoid">;
type Reason = "VolumeOwnerGone" | "VolumeOwnerBeingDeleted";

const setRetain =
  'To keep the data whatever happens, set it to Retain: `kubectl patch pv NAME --type=merge -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`.';

export default defineWait<"v1/persistentvolumes", Reason | "VolumeOwnerNotRead" | "VolumeGoesWithOwner">({
  wait: "volume-owner-gone",
  on: ["v1/persistentvolumes"],
  needs: ["v1/nodes"],
  sources: [
    "kubernetes/kubernetes pkg/controller/garbagecollector/garbagecollector.go attemptToDeleteItem, isDangling, 1.36",
    "kubernetes-sigs/sig-storage-local-static-provisioner docs/provisioner.md: with setPVOwnerRef the node owns its volumes, v2.9",
  ],
  reasons: {
    VolumeOwnerGone: {
      title: "The volume's owner does not exist, so the volume will be deleted",
      category: "blocked",
      what: "The volume names an owner by uid, and no object with that uid exists under that name.",
      why: "Its node was deleted or registered anew, where a provisioner makes the node the owner of its volumes; or the volume was restored with the owner reference of an object of another time. Under a claim the volume then is Terminating until that goes. Without one only its object goes at once, and with it the record of where the data is.",
      whatToDo: `To keep the volume, take its owner references off at once: \`kubectl pvguard why pv/NAME\` shows how. ${setRetain}`,
    },
    VolumeOwnerBeingDeleted: {
      title: "The volume's owner is being deleted, and the volume with it",
      category: "waiting",
      what: "All owners of the volume are being deleted, or gone. The volume itself is not marked for deletion yet.",
      why: "The garbage collector deletes it when the owner is gone, or at once where that is deleted in the foreground.",
      whatToDo: `To keep the volume, take its owner references off at once: \`kubectl pvguard why pv/NAME\` shows how. ${setRetain}`,
    },
    VolumeGoesWithOwner: {
      title: "The volume is deleted when its owner is gone",
      category: "waiting",
      what: "The volume names an owner, such as its node, and that is there.",
      why: "The garbage collector deletes a volume when none of its owners is left. Under a claim the volume then is Terminating until that goes; without one its object goes at once, and only that says where the data is.",
      whatToDo:
        "Nobody must act. Before the owner is deleted, save the manifests of its volumes: `kubectl get pv NAME -o yaml`.",
    },
    VolumeOwnerNotRead: {
      title: "An owner that was not looked at takes the volume along",
      category: "waiting",
      what: "The volume names an owner of a kind that pvguard does not read. Whether it is there is not known.",
      why: "The garbage collector deletes a volume when none of its owners is left. An owner with another uid counts as gone.",
      whatToDo:
        "Compare the owner's uid with that in the volume: `kubectl get KIND NAME -o yaml`. Save the volume's manifest before the owner is deleted, or its kind.",
    },
  },
  remark(volume, cluster) {
    const owners = volume.metadata.ownerReferences ?? [];
    if (isTerminating(volume) || owners.length === 0) return undefined;
    if (owners.some((owner) => isOutOfReach(owner, volume))) return undefined;
    const ends = owners.map((owner) => ({ owner, ...ownerEnd(owner, volume, cluster) }));
    if (ends.some(({ end }) => end === "unread")) return undefined;
    const unseen = ends.find(({ end }) => end === "not looked up")?.owner;
    const there = ends.find(({ end }) => end === "stays")?.owner;
    if (there !== undefined) return { reason: "VolumeGoesWithOwner", ...goesWith(there) };
    return unseen === undefined ? undefined : { reason: "VolumeOwnerNotRead", ...notLookedAt(unseen) };
  },
  holds(volume, cluster) {
    if (isTerminating(volume)) return [];
    const owners = (volume.metadata.ownerReferences ?? []).map((owner) => ({
      owner,
      ...ownerEnd(owner, volume, cluster),
    }));
    if (owners.some(({ end }) => end === "stays" || end === "not looked up")) return [];
    const gone: FoundHold<"VolumeOwnerGone">[] = [];
    const going: FoundHold<"VolumeOwnerBeingDeleted">[] = [];
    for (const each of owners) {
      if (each.end === "unread") return [couldNotRead(each.unread)];
      if (each.end === "gone")
        gone.push({
          reason: "VolumeOwnerGone",
          ...withoutOwner(volume, each.owner, each.namesake),
          ...kept(volume),
        });
      if (each.end === "going")
        going.push({ reason: "VolumeOwnerBeingDeleted", ...goingWith(volume, each.object), ...kept(volume) });
    }
    return going.length === 0 ? gone : going;
  },
});

function goesWith({ kind = "", name = "" }: OwnerReference): Told {
  const owner = `${kind}/${name}`;
  return {
    message: say`its owner ${owner} is there; when no owner of it is, the garbage collector deletes the volume`,
    avoid: [{ step: say`deleting ${owner} to have it made anew`, because: recordGoes }],
  };
}

function notLookedAt({ apiVersion = "", kind = "", name = "" }: OwnerReference): Told {
  return {
    message: say`its owner ${`${kind}/${name}`} (${apiVersion}) was not looked at; if that is gone, or goes, the garbage collector deletes the volume`,
    avoid: [
      { step: say`deleting that owner, or the definition of its kind, to begin anew`, because: recordGoes },
    ],
  };
}

const recordGoes = say`the volume is deleted with it; as soon as no claim is bound to it, it is gone, and so is the record of where its data is`;

/** Its object is also the record of where the data is. */
function kept(volume: PersistentVolume): Pick<FoundHold, "avoid" | "remedies"> {
  const on = refOf(volume);
  return {
    remedies: [
      { remedy: "remove-owner-references", on },
      { remedy: "save-manifest", on },
    ],
    avoid: [
      {
        step: say`making ${volume.metadata.name} again as it was, once it is gone`,
        because: say`with the same owner reference the garbage collector deletes it again`,
      },
    ],
  };
}
