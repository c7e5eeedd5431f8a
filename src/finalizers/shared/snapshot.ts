import { isRestoreTooLate } from "../../controllers/index.ts";
import type { FoundHold } from "../../define/index.ts";
import { notToRemove } from "../../define/index.ts";
import type { PersistentVolumeClaim, VolumeSnapshot } from "../../kubernetes/index.ts";
import { isTerminating, nameOf, refOf, say } from "../../kubernetes/index.ts";
import { deletePendingClaim, nameSnapshotClass } from "../../remedies/index.ts";
import { proof } from "../../report/index.ts";

/** A Pending claim that is restored from a snapshot. The two can wait for each other: then there is nothing behind it. */
export function restoredClaim(
  claim: PersistentVolumeClaim,
  snapshot: VolumeSnapshot,
): Pick<FoundHold, "holder" | "isRoot"> {
  const holder = { object: refOf(claim) };
  return !isTerminating(claim) && isRestoreTooLate(claim, snapshot) ? { holder, isRoot: true } : { holder };
}

/** The hold of a restored claim, where `finalizer` keeps the snapshot for it. */
export function restoringHold<Reason extends string>(
  reason: Reason,
  claim: PersistentVolumeClaim,
  snapshot: VolumeSnapshot,
  finalizer: string,
): FoundHold<Reason> {
  return {
    reason,
    ...restoredClaim(claim, snapshot),
    message: isRestoreTooLate(claim, snapshot)
      ? say`${nameOf(claim)} is being restored from the snapshot and is still Pending; the provisioner starts no new attempt, because the snapshot is being deleted`
      : say`${nameOf(claim)} is being restored from the snapshot and is still Pending`,
    evidence: [proof(claim, "status.phase", claim.status?.phase)],
    remedies: isTerminating(claim) ? [] : [deletePendingClaim(claim)],
    avoid: notToRemove(finalizer, snapshot, say`the restore could lose its source before it finishes`),
  };
}

/** What keeps a member of a group snapshot. That is of a kind that is not read: a snapshot that names one counts as its member. */
export function memberOfGroup(snapshot: VolumeSnapshot): Omit<FoundHold, "reason"> {
  const { namespace = "" } = snapshot.metadata;
  const given = snapshot.status?.volumeGroupSnapshotName;
  const name = given ?? "of unknown name";
  const apiVersion = "groupsnapshot.storage.k8s.io/v1";
  return {
    holder: { object: { apiVersion, kind: "VolumeGroupSnapshot", namespace, name } },
    message: say`the snapshot is a member of volumegroupsnapshot/${name}, and is deleted only with that group`,
    evidence: [proof(snapshot, "status.volumeGroupSnapshotName", given)],
  };
}

/** A deleted snapshot that names no class, and for which none can be chosen. */
export function withoutClass(snapshot: VolumeSnapshot): Omit<FoundHold<never>, "reason"> {
  return {
    holder: { person: "administrator" },
    message: say`the snapshot names no VolumeSnapshotClass, and none can be chosen for it, so the snapshot-controller does not process it`,
    evidence: [proof(snapshot, "spec.volumeSnapshotClassName", snapshot.spec?.volumeSnapshotClassName)],
    remedies: [nameSnapshotClass(snapshot)],
    avoid: {
      step: say`remove the snapshot's finalizers`,
      because: say`no controller would then tell the driver to delete the snapshot in the storage backend`,
    },
  };
}
