import type { Cluster } from "../cluster/index.ts";
import { objectOf } from "../cluster/index.ts";
import { diskEnd, isAround, volumeHandleOf } from "../controllers/index.ts";
import type { FoundHold } from "../define/index.ts";
import { blocked, couldNotRead, defineWait } from "../define/index.ts";
import { isDeletedDisk } from "../evidence/index.ts";
import type { PersistentVolume, PersistentVolumeClaim, Phrase } from "../kubernetes/index.ts";
import { isTerminating, nameOf, refOf, say, words } from "../kubernetes/index.ts";
import { setRetain } from "../remedies/index.ts";
import { proof } from "../report/index.ts";

export default defineWait({
  wait: "disk-ends-with-another",
  holder: "goes on by itself",
  on: ["v1/persistentvolumes", "v1/persistentvolumeclaims"],
  needs: [
    "v1/persistentvolumes",
    "v1/persistentvolumeclaims",
    "v1/pods",
    "v1/namespaces",
    "apps/v1/statefulsets",
    "v1/events",
    "storage.k8s.io/v1/volumeattachments",
  ],
  sources: [
    "kubernetes-csi/external-provisioner pkg/controller/controller.go Delete: by handle alone, v6.3",
    "kubernetes/kubernetes#48609",
  ],
  reasons: {
    DiskGoesWithAnother: blocked("Its disk will be deleted with another volume", {
      what: "Another PersistentVolume has the same driver and the same handle, or its directory on a file server contains that of this one. It or its claim is deleted or will be deleted, and its policy is Delete.",
      why: "The driver deletes a disk by its handle. It does not check whether another volume uses that disk, not even one with policy Retain.",
      whatToDo:
        'If you need the data, set the other volume to Retain at once: `kubectl patch pv NAME -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`. This does not stop a deletion of the disk that has already begun. `kubectl pvguard why pv/NAME` says what the other volume still waits for.',
    }),
  },
  holds(object, cluster) {
    const volume = volumeBehind(object, cluster);
    const end = volume === undefined ? undefined : diskEnd(volume, cluster);
    if (volume === undefined || end === undefined) return [];
    switch (end.ends) {
      case "no":
        return [];
      case "unread":
        return couldNotRead(end.unread);
      case "with":
        return isDeletedDisk(volume, cluster) ? [] : goingWith(end.volume, volume);
    }
  },
});

/** An object that is being deleted is reported as that. */
function volumeBehind(
  object: PersistentVolume | PersistentVolumeClaim,
  cluster: Cluster,
): PersistentVolume | undefined {
  if (isTerminating(object)) return undefined;
  if (object.kind === "PersistentVolume") return object;
  const { spec, status } = object;
  if (status?.phase !== "Bound") return undefined;
  return objectOf(cluster.get("v1/persistentvolumes", spec?.volumeName ?? ""));
}

function goingWith(other: PersistentVolume, volume: PersistentVolume): FoundHold<"DiskGoesWithAnother"> {
  const on = refOf(other);
  const disk = volumeHandleOf(other) ?? "its disk";
  const shared = isAround(other, volume)
    ? say`its directory is inside ${disk}, the directory of ${nameOf(on)}, whose policy is Delete: ${goingSince(other)}`
    : say`${disk} is also the disk of ${nameOf(on)}: its policy is Delete, and ${goingSince(other)}`;
  return {
    reason: "DiskGoesWithAnother",
    holder: { object: on },
    message: shared,
    evidence: [proof(on, "spec.persistentVolumeReclaimPolicy", other.spec?.persistentVolumeReclaimPolicy)],
    remedies: [setRetain(other)],
    isRoot: true,
  };
}

function goingSince({ metadata, status }: PersistentVolume): Phrase {
  if (status?.phase !== "Bound") return say`it is ${status?.phase ?? ""}`;
  return words(
    metadata.deletionTimestamp === undefined
      ? "its claim is being deleted or will be deleted"
      : "it is being deleted and waits only for its claim",
  );
}
