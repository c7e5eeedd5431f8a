import type { Cluster } from "../cluster/index.ts";
import { everywhere } from "../cluster/index.ts";
import { claimOf, claimsByVolume, reservedMismatch } from "../controllers/index.ts";
import { defineWait, waiting } from "../define/index.ts";
import type { ObjectRef, PersistentVolume, Phrase } from "../kubernetes/index.ts";
import { nameOf, say, words } from "../kubernetes/index.ts";

export default defineWait({
  wait: "reserved",
  on: ["v1/persistentvolumes"],
  needs: ["v1/persistentvolumeclaims"],
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go syncVolume: no uid in claimRef, 1.36",
    "kubernetes/kubernetes#48609",
  ],
  reasons: {
    ReservedForClaim: waiting("The volume is reserved for a claim by name", {
      what: "The volume is Available, and its claimRef names a claim without a uid.",
      why: "It was reserved on purpose, before the claim exists. It is healthy.",
      whatToDo:
        "No action is needed, unless the name in the claimRef is mistyped: then a claim that names this volume keeps waiting, and a person must correct the claimRef. Do not clear the claimRef: any claim that fits could then be bound to the volume, with the data on it.",
    }),
  },
  remark(volume, cluster) {
    const claim = claimOf(volume);
    if (volume.status?.phase !== "Available" || claim === undefined || claim.uid !== undefined)
      return undefined;
    return {
      reason: "ReservedForClaim",
      message: reservation(volume, claim, cluster),
      avoid: {
        step: say`clear the claimRef as if it were stale`,
        because: say`any claim that fits could then be bound to the volume, with the data on it`,
      },
    };
  },
});

const misfits: Record<NonNullable<ReturnType<typeof reservedMismatch>>, string> = {
  Terminating: "this volume is being deleted",
  size: "this volume is too small for it",
  "access modes": "this volume does not offer all of its access modes",
  "volume mode": "this volume has another volumeMode",
  "attributes class": "this volume has another VolumeAttributesClass",
};

function reservation(volume: PersistentVolume, claim: ObjectRef, cluster: Cluster): Phrase {
  const reserved = say`reserved for the claim ${`${claim.namespace ?? ""}/${claim.name}`} by name`;
  const inVain = whyInVain(volume, claim, cluster);
  return inVain === undefined ? reserved : say`${reserved}, but ${inVain}`;
}

function whyInVain(
  volume: PersistentVolume,
  { name, namespace }: ObjectRef,
  cluster: Cluster,
): Phrase | undefined {
  const found = cluster.get("v1/persistentvolumeclaims", name, namespace);
  if (found.state === "unread") return undefined;
  if (found.state === "absent") return askedForByOther(volume, cluster);
  const chosen = found.object.spec?.volumeName ?? "";
  if (chosen !== "") {
    const isOther = chosen !== volume.metadata.name;
    return isOther ? say`that claim names pv/${chosen}, so this volume stays unused` : undefined;
  }
  const mismatch = reservedMismatch(volume, found.object);
  return mismatch === undefined
    ? undefined
    : say`that claim is never bound to it: ${words(misfits[mismatch])}`;
}

/** A claimRef may be mistyped: then the claim that is meant names the volume, and waits. */
function askedForByOther(volume: PersistentVolume, cluster: Cluster): Phrase | undefined {
  const naming = cluster.lookup(claimsByVolume, volume.metadata.name, everywhere);
  const waiting = naming.read ? naming.items.filter(({ status }) => status?.phase === "Pending") : [];
  const [one, ...more] = waiting.map((each) => nameOf(each));
  return one === undefined || more.length > 0
    ? undefined
    : say`that claim does not exist, and ${one} names this volume and waits for it: if that is the claim you mean, correct spec.claimRef`;
}
