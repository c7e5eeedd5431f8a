import { claimOf, reclaimVolume, volumeHandleOf } from "../../../controllers/index.ts";
import { couldNotRead, type FoundHold, nameOf } from "../../../engine/index.ts";
import { type Cluster, type PersistentVolume, proof, refOf, say } from "../../../model/index.ts";
import type { ReleasedReason } from "./reasons.ts";
import { retainedHolds } from "./retained.ts";

type Held = FoundHold<ReleasedReason | "CouldNotRead">;

/** Recycle keeps no data: all files are deleted, and the volume becomes Available. */
export function recycledHolds(volume: PersistentVolume, cluster: Cluster): readonly Held[] {
  const former = claimOf(volume);
  if (former === undefined) return [];
  const found = cluster.get("v1/persistentvolumeclaims", former.name, former.namespace);
  if (found.state === "unread") return [couldNotRead(found.unread)];
  const claim = found.state === "found" ? found.object : "absent";
  const outcome = reclaimVolume(volume, { claim });
  switch (outcome.reclaim) {
    case "nothing":
      return outcome.because === "external" ? retainedHolds(volume, cluster) : [];
    case "fail":
      return [notRecyclable(volume)];
    case "recycle":
    case "delete":
    case "wait":
      return [recycled(volume)];
  }
}

function recycled(volume: PersistentVolume): Held {
  const handle = volumeHandleOf(volume) ?? "the volume";
  const former = claimOf(volume);
  return {
    reason: "RecycledNext",
    holder: { controller: "persistentvolume-controller" },
    message: say`its claim no longer exists, and its policy is Recycle: as soon as no running pod names ${former === undefined ? say`that claim` : nameOf(former)}, the PV controller deletes all data in ${handle} and makes the volume Available; to keep the data, set Retain at once`,
    evidence: evidence(volume),
    remedies: [{ remedy: "set-retain", on: refOf(volume) }],
  };
}

function notRecyclable(volume: PersistentVolume): Held {
  const on = refOf(volume);
  return {
    reason: "NobodyCanRecycle",
    holder: { person: "administrator" },
    message: say`the volume's policy is Recycle, which Kubernetes supports for NFS and hostPath only: the volume becomes Failed, and the data is untouched`,
    evidence: evidence(volume),
    remedies: [{ remedy: "set-retain", on }],
  };
}

function evidence(volume: PersistentVolume) {
  const on = refOf(volume);
  return [
    proof(on, "spec.persistentVolumeReclaimPolicy", "Recycle"),
    proof(on, "spec.claimRef.uid", volume.spec?.claimRef?.uid),
    proof(on, "status.phase", "Released"),
  ];
}
