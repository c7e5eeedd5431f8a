import type { Cluster } from "../cluster/index.ts";
import {
  claimOf,
  finalizerNames,
  provisionerOf,
  reclaimPolicyOf,
  volumeHandleOf,
} from "../controllers/index.ts";
import type { FoundHold } from "../define/index.ts";
import {
  blocked,
  couldNotRead,
  defineFinalizer,
  isFresh,
  notToRemove,
  stuck,
  waiting,
} from "../define/index.ts";
import { dropsUnderRetain, provisionerInstalled, toldGone } from "../evidence/index.ts";
import type { PersistentVolume } from "../kubernetes/index.ts";
import { say } from "../kubernetes/index.ts";
import { dropFinalizer, restartSidecar, saveManifest, setRetain } from "../remedies/index.ts";
import type { RemedyCall } from "../report/index.ts";
import { proof } from "../report/index.ts";

type ProvisionerReason = keyof typeof provisionerReasons;

/** The pages of every reason why a provisioner keeps its finalizer on a deleted volume. */
const provisionerReasons = {
  ClaimComesFirst: waiting("The volume is Bound, so its claim must be deleted first", {
    what: "The provisioner deletes a disk only when its volume is Released, and this volume is Bound.",
    why: "The disk is in use as long as the claim exists.",
    whatToDo:
      "No action is needed on the finalizer. Look at the claim: `kubectl pvguard why pvc/NAME -n NAMESPACE`.",
  }),
  DeletionComesFirst: waiting("The driver must delete the disk first", {
    what: "The volume is Released with policy Delete. The provisioner removes the finalizer after the driver has deleted the disk.",
    why: "The finalizer keeps the record of the disk until the disk is deleted.",
    whatToDo:
      "No action is needed unless the deletion itself fails. `kubectl pvguard why pv/NAME` shows that as a separate reason. To keep the data, set the volume to Retain.",
  }),
  NotReleasedSoNotDeleted: blocked("The provisioner never deletes a volume in this phase", {
    what: "The provisioner deletes only volumes in phase Released. This volume is Failed, or lost its claim reference, and keeps the finalizer permanently.",
    why: "Nothing returns a volume to Released. The phase Failed was set by the PV controller, which found no in-tree plugin, or by an older version of it.",
    whatToDo:
      'Set the volume to Retain: `kubectl patch pv NAME -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'`. The provisioner then removes its finalizer, and the data is kept. Delete the disk manually if it is not needed.',
  }),
  RetainNotReleased: stuck("The policy is Retain, but the provisioner keeps the finalizer", {
    what: "With policy Retain, the provisioner has nothing to delete and should have removed its finalizer.",
    why: "The provisioner is not running, the driver is not installed, or the provisioner is older than external-provisioner 5.0 and does not check volumes like this.",
    whatToDo:
      "Check that the driver's csi-provisioner is running and up to date. If it never will be, a person can remove the finalizer: with policy Retain, the disk is kept in any case.",
  }),
};

const finalizer = finalizerNames.externalProvisioner;

/** What the provisioner waits for, which differs with the policy and the phase. */
function provisionerHolds(
  volume: PersistentVolume,
  cluster: Cluster,
): readonly FoundHold<ProvisionerReason | "CouldNotRead">[] {
  const policy = reclaimPolicyOf(volume);
  if (policy === "Retain" || policy === "Recycle") return retained(volume, policy, cluster);
  switch (volume.status?.phase) {
    case "Bound":
      return [claimFirst(volume)];
    case "Released":
      return [deletionFirst(volume, cluster)];
    default:
      return [neverDeleted(volume, cluster)];
  }
}

function driverOf(volume: PersistentVolume): string {
  return provisionerOf(volume)?.name ?? "its driver";
}

/** Patching the policy of a deleted volume is the way to release it: give an installed provisioner time to act. */
function retained(
  volume: PersistentVolume,
  policy: string,
  cluster: Cluster,
): readonly FoundHold<ProvisionerReason | "CouldNotRead">[] {
  const driver = driverOf(volume);
  const installed = provisionerInstalled(volume, cluster);
  if (installed.is === "unread") return [couldNotRead(installed.unread)];
  const isGone = installed.is === "refuted";
  if (!isGone && isFresh(volume, cluster.now)) return [];
  const drop: RemedyCall = dropFinalizer(volume, { finalizer, costs: "the work alone", ...leaks(volume) });
  const restart: RemedyCall = restartSidecar(volume, { controller: "csi-provisioner", driver });
  return [
    {
      reason: "RetainNotReleased",
      holder: { controller: "external-provisioner" },
      message: isGone
        ? say`the policy is ${policy}, so the provisioner of ${driver} should remove this finalizer, but that driver is not installed`
        : say`the policy is ${policy}, so the provisioner of ${driver} should have removed this finalizer: it is too old or not running`,
      evidence: [proof(volume, "spec.persistentVolumeReclaimPolicy", policy)],
      remedies: isGone ? [drop] : [restart, drop],
      avoid: {
        step: say`set the policy back to Delete so that the provisioner acts`,
        because: say`the provisioner would delete the disk that was to be kept`,
      },
    },
  ];
}

function leaks(volume: PersistentVolume): { readonly leaks?: string } {
  const handle = volumeHandleOf(volume);
  return handle === undefined ? {} : { leaks: handle };
}

function claimFirst(volume: PersistentVolume): FoundHold<ProvisionerReason> {
  const claim = claimOf(volume);
  return {
    reason: "ClaimComesFirst",
    holder: claim === undefined ? { controller: "persistentvolume-controller" } : { object: claim },
    message: say`the provisioner of ${driverOf(volume)} acts only when the volume is Released, but it is Bound`,
    evidence: [proof(volume, "status.phase", volume.status?.phase)],
  };
}

function deletionFirst(volume: PersistentVolume, cluster: Cluster): FoundHold<ProvisionerReason> {
  const driver = driverOf(volume);
  return {
    reason: "DeletionComesFirst",
    holder: { driver },
    follows: "released",
    message: say`the provisioner removes the finalizer after ${driver} has deleted ${volumeHandleOf(volume) ?? "the disk"}`,
    evidence: [
      proof(volume, "status.phase", "Released"),
      proof(volume, "spec.persistentVolumeReclaimPolicy", reclaimPolicyOf(volume)),
    ],
    avoid: isGone(volume, cluster)
      ? []
      : [
          notToRemove(
            finalizer,
            volume,
            say`the volume object would be deleted, and ${volumeHandleOf(volume) ?? "the disk"} would remain in the storage backend with no record of it`,
          ),
        ],
  };
}

/** The driver says that the disk no longer exists. The report of the failed deletion says what is left to prove. */
function isGone(volume: PersistentVolume, cluster: Cluster): boolean {
  const told = toldGone(volume, cluster);
  return told === "deleted" || told === "not-found";
}

function neverDeleted(volume: PersistentVolume, cluster: Cluster): FoundHold<ProvisionerReason> {
  const phase = volume.status?.phase ?? "not set";
  const isDropped = dropsUnderRetain(volume, cluster).every(
    ({ by }) => by.who === "provisioner" || by.who === "pv-controller",
  );
  return {
    reason: "NotReleasedSoNotDeleted",
    holder: { person: "administrator" },
    message: say`deadlock: the provisioner of ${driverOf(volume)} deletes only Released volumes, but the phase of this volume is ${phase}; ${isDropped ? say`policy Retain releases the object and keeps the data` : say`policy Retain keeps the data, but no controller then removes this finalizer: a person must`}`,
    evidence: [proof(volume, "status.phase", phase)],
    remedies: [setRetain(volume), saveManifest(volume)],
    avoid: [
      {
        step: say`add the annotation pv.kubernetes.io/provisioned-by`,
        because: say`a volume in phase ${phase} is not deleted with the annotation either, and if the volume came back into use, imported data would be destroyed`,
      },
      notToRemove(
        finalizer,
        volume,
        isDropped
          ? say`with policy Retain, the finalizer is removed automatically`
          : say`set the policy to Retain first, so that it says correctly that the disk is kept`,
      ),
    ],
  };
}

export default defineFinalizer({
  finalizer: finalizerNames.externalProvisioner,
  on: ["v1/persistentvolumes"],
  owner: "external-provisioner",
  needs: [
    "storage.k8s.io/v1/csidrivers",
    "storage.k8s.io/v1/csinodes",
    "snapshot.storage.k8s.io/v1/volumesnapshotcontents",
  ],
  sources: [
    "kubernetes-sigs/sig-storage-lib-external-provisioner controller/controller.go handleProtectionFinalizer, shouldDelete, deleteVolumeOperation, v13",
    "kubernetes/enhancements KEP-2644",
    "kubernetes/kubernetes#121799",
  ],
  addedWhen:
    "The driver creates the volume, or its provisioner sees a live Bound volume with policy Delete that lacks the finalizer.",
  releasedWhen:
    "The driver has deleted the disk, and the volume object is deleted. Or the policy is Retain or Recycle: then the provisioner removes the finalizer at its next sync, even from a volume that is being deleted.",
  ifForced:
    "The volume object is deleted. The disk remains in the storage backend with no record of it, and is still paid for.",
  manualRemoval: {
    safety: "loses-data",
    check:
      "It is proven that the disk no longer exists in the storage backend, or the disk is written down and may remain.",
  },
  since: "external-provisioner 3.1, on by default from 5.0",
  reasons: provisionerReasons,
  holds: provisionerHolds,
});
