import type { Cluster } from "../cluster/index.ts";
import { boundVolumes, deleted } from "../cluster/index.ts";
import { attachDriver, claimOf, deletionDeadlocks, volumeHandleOf } from "../controllers/index.ts";
import { defineRule } from "../define/index.ts";
import type { PersistentVolume, PersistentVolumeClaim, Phrase } from "../kubernetes/index.ts";
import { isTerminating, nameOf, say } from "../kubernetes/index.ts";
import { saveManifest, setRetain } from "../remedies/index.ts";
import { proof } from "../report/index.ts";
import { sizeOf } from "./shared/findings.ts";

export default defineRule({
  code: "PVG205",
  name: "volume-deleted-in-use",
  title: "A volume was deleted, but its claim was not",
  severity: "error",
  on: ["v1/persistentvolumes"],
  only: [deleted, boundVolumes],
  needs: ["v1/persistentvolumeclaims", "storage.k8s.io/v1/csidrivers"],
  what: "A PersistentVolume is Terminating, but the claim that it is bound to is not being deleted.",
  why: "The volume was deleted, most often by mistake, and the deletion cannot be undone. Running pods continue. A disk that has to be attached is not attached to any node again. When the claim is deleted, the volume is deleted too, and with policy Delete its data is lost.",
  whatToDo:
    "Do not delete the claim and do not restart its pods. Set the volume to Retain and save its manifest; then see `kubectl pvguard why pv/NAME`.",
  sources: [
    "kubernetes/kubernetes pkg/controller/volume/pvprotection/pv_protection_controller.go isBeingUsed, 1.36",
    "kubernetes-csi/external-attacher pkg/controller/csi_handler.go csiAttach, v4.12",
    "kubernetes/kubernetes pkg/volume/csi/csi_plugin.go CanAttach, skipAttach, 1.36",
    "kubernetes/kubernetes#85465",
  ],
  check(volume, { cluster }) {
    if (!isTerminating(volume) || volume.status?.phase !== "Bound") return [];
    const ref = claimOf(volume);
    if (ref?.uid === undefined) return [];
    const found = cluster.get("v1/persistentvolumeclaims", ref.name, ref.namespace);
    if (found.state === "unread") return { unread: found.unread };
    if (found.state === "absent" || !isLiveOwner(found.object, ref.uid)) return [];
    const { deletionTimestamp } = volume.metadata;
    return {
      message: say`it was deleted, but ${nameOf(ref)} was not: ${notAttached(volume, cluster)}when the claim is deleted, ${deletionDeadlocks(volume) ? say`the volume stays Terminating permanently` : say`the volume is deleted too`}`,
      reason: "VolumeBeingDeleted",
      ...(deletionTimestamp === undefined ? {} : { since: deletionTimestamp }),
      evidence: [
        proof(volume, "metadata.deletionTimestamp", deletionTimestamp),
        proof(found.object, "metadata.deletionTimestamp", null),
      ],
      ...sizeOf(volume),
      remedies: [setRetain(volume), saveManifest(volume)],
    };
  },
});

/** Of a driver that is not registered, volumes are attached; one can say that its volumes need not be. */
function notAttached(volume: PersistentVolume, cluster: Cluster): Phrase {
  const name = attachDriver(volume);
  if (name === undefined) return [];
  const driver = cluster.get("storage.k8s.io/v1/csidrivers", name);
  if (driver.state === "found" && driver.object.spec?.attachRequired === false) return [];
  const handle = volumeHandleOf(volume) ?? "its disk";
  return driver.state === "unread"
    ? say`if nodes attach ${handle} at all, none attaches it again, and `
    : say`no node attaches ${handle} again, and `;
}

function isLiveOwner(claim: PersistentVolumeClaim, uid: string): boolean {
  return claim.metadata.uid === uid && !isTerminating(claim);
}
