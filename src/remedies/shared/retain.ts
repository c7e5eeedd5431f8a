import type { Cluster } from "../../cluster/index.ts";
import {
  annotationNames,
  deletionDeadlocks,
  goesUnderRetain,
  outcomeOfDeleted,
  volumeNamed,
} from "../../controllers/index.ts";
import { mergePatch } from "../../define/index.ts";
import type { DroppedBy, RetainDrop } from "../../evidence/index.ts";
import { dropsUnderRetain, isSnapshotDeleted, mayBeDone, toldGone } from "../../evidence/index.ts";
import type { ObjectRef, PersistentVolume, Phrase, VolumeSnapshotContent } from "../../kubernetes/index.ts";
import { annotationOf, isTerminating, join, say, seenRefOf, words } from "../../kubernetes/index.ts";
import type { Act, CommandLine, Edit } from "../../report/index.ts";

/** Sets Retain, for a shell. */
export function retainCommand(name: string): CommandLine {
  return mergePatch(volumeNamed(name), { spec: { persistentVolumeReclaimPolicy: "Retain" } });
}

/** The same of the content of a snapshot. */
export function retainContentCommand(on: ObjectRef): CommandLine {
  return mergePatch(on, { spec: { deletionPolicy: "Retain" } });
}

/**
 * The driver says that the disk no longer exists; or it does not find the disk to detach it, and the volume was deleted and released with
 * no finalizer for which a controller deletes the disk first: the policy then has no effect. A person who asks for Retain gets
 * it all the same: the provisioner then removes its own finalizer.
 * kubernetes-sigs/sig-storage-lib-external-provisioner controller/controller.go handleProtectionFinalizer, v13. Nor does it where the
 * storage deletes the disk of a deleted volume under Retain too.
 */
export function hasNothingToKeep(volume: PersistentVolume, cluster: Cluster): boolean {
  if (isTerminating(volume) && goesUnderRetain(volume)) return true;
  switch (toldGone(volume, cluster)) {
    case "not-found":
    case "deleted":
      return true;
    case "not-found-to-detach":
      return (
        isTerminating(volume) && volume.status?.phase === "Released" && outcomeOfDeleted(volume) === "leaked"
      );
    case "not-found-but-listed":
    case undefined:
      return false;
  }
}

/** The driver has not failed to take the snapshot, and has not deleted it: setting the content to Retain keeps it. */
export function hasSnapshotToKeep(content: VolumeSnapshotContent, cluster: Cluster): boolean {
  return (
    content.spec?.deletionPolicy === "Delete" &&
    !isWithoutSnapshot(content) &&
    !isSnapshotDeleted(content, cluster)
  );
}

/** Taking it failed finally, so there is nothing to keep. A driver that may still be working on it has an annotation. */
function isWithoutSnapshot(content: VolumeSnapshotContent): boolean {
  const { status, spec } = content;
  if ((status?.snapshotHandle ?? spec?.source?.snapshotHandle) !== undefined) return false;
  const isBeingMade = annotationOf(content, annotationNames.snapshotBeingCreated) !== undefined;
  return status?.error !== undefined && !isBeingMade;
}

/** Sets the deletion policy of a content to Retain. */
export function retainingContent(content: VolumeSnapshotContent): Act {
  const edit: Edit = { op: "replace", path: "/spec/deletionPolicy", value: "Retain", was: "Delete" };
  return { do: "edit", on: seenRefOf(content), edits: [edit] };
}

/** What Retain does to a volume that is being deleted already. */
export function effectOnDeleted(volume: PersistentVolume, cluster: Cluster): Phrase {
  const effect = mayBeDone(volume, cluster)
    ? words(
        "If the disk still exists, Retain keeps it. If it has already been deleted, Retain does not bring it back.",
      )
    : words("With Retain, the disk is not deleted.");
  const first = say`${effect} This volume is already being deleted`;
  if (deletionDeadlocks(volume)) {
    return say`${first}, and its deletion is stuck. With Retain, the PV controller no longer tries to add a finalizer, and continues. The object is deleted as soon as its claim is deleted, and no controller then deletes the disk. Save the manifest first.`;
  }
  const drops = dropsUnderRetain(volume, cluster);
  const then = say`The object is deleted as soon as the volume is no longer Bound. Save the manifest first.`;
  if (drops.length === 0) return say`${first}. ${then}`;
  const kept = drops.filter(({ by }) => by.who === "absent" || by.who === "nobody");
  if (kept.length === 0) {
    return say`${first}. ${join(drops.map(dropping), ". ")}. That cannot be undone. ${then}`;
  }
  return say`${first}. ${join(drops.map(dropping), ". ")}. Save the manifest first.`;
}

function dropping({ finalizer, by }: RetainDrop): Phrase {
  switch (by.who) {
    case "pv-controller":
      return words("The PV controller then removes its finalizer at once");
    case "provisioner":
      return words("The provisioner then removes its finalizer at once");
    case "absent":
      return say`The provisioner of ${by.name} should then remove its finalizer, but that driver is not installed. The object remains until the driver is installed again, or until you remove ${finalizer} manually`;
    case "nobody":
      return say`No controller removes ${finalizer} from a volume like this, so the object remains until you remove it manually`;
  }
}

/** What Retain makes final for a volume that is already being deleted: a finalizer that is removed then is never put back. */
export function retainForGood(volume: PersistentVolume, cluster: Cluster): readonly Phrase[] {
  if (volume.kind !== "PersistentVolume" || !isTerminating(volume)) return [];
  return dropsUnderRetain(volume, cluster).flatMap(({ by }) => finalBy(by));
}

function finalBy(by: DroppedBy): readonly Phrase[] {
  const then = say`It cannot be put back, so setting the policy back to Delete would no longer delete the disk.`;
  switch (by.who) {
    case "pv-controller":
      return [
        say`The volume is already being deleted: the PV controller then removes its finalizer at once. ${then}`,
      ];
    case "provisioner":
      return [
        say`The volume is already being deleted: its provisioner then removes its finalizer at once. ${then}`,
      ];
    case "absent":
      return [
        say`The volume is already being deleted: if ${by.name} is installed again, its provisioner removes its finalizer at once. ${then}`,
      ];
    case "nobody":
      return [];
  }
}
