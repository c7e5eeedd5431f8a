import {
  type DroppedBy,
  deletedAfterRelease,
  deletionDeadlocks,
  dropsUnderRetain,
  type RetainDrop,
} from "../../controllers/index.ts";
import { kubectlTarget } from "../../engine/index.ts";
import {
  type Act,
  type Cluster,
  type CommandLine,
  isTerminating,
  join,
  type ObjectRef,
  type PersistentVolume,
  type Phrase,
  say,
  seenRefOf,
  words,
} from "../../model/index.ts";

/** Sets the reclaim policy of a volume to Retain. Nothing, where it is so already. */
export function retaining(volume: PersistentVolume): readonly Act[] {
  const was = volume.spec?.persistentVolumeReclaimPolicy;
  if (was === "Retain") return [];
  const path = "/spec/persistentVolumeReclaimPolicy";
  const edit =
    was === undefined
      ? ({ op: "add", path, value: "Retain" } as const)
      : ({ op: "replace", path, value: "Retain", was } as const);
  return [{ do: "edit", on: seenRefOf(volume), edits: [edit] }];
}

/** The same, for a shell. */
export function retainCommand(name: string): CommandLine {
  const patch = '{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}';
  return { argv: ["kubectl", "patch", "pv", name, "--type=merge", "-p", patch] };
}

/** The same of the content of a snapshot. */
export function retainContentCommand(on: ObjectRef): CommandLine {
  const patch = '{"spec":{"deletionPolicy":"Retain"}}';
  return { argv: ["kubectl", "patch", ...kubectlTarget(on), "--type=merge", "-p", patch] };
}

/** What Retain does to a volume that is being deleted already. */
export function effectOnDeleted(volume: PersistentVolume, cluster: Cluster): Phrase {
  const effect = deletedAfterRelease(volume, cluster)
    ? words(
        "Where the disk is there yet, nothing destroys it with Retain. Where it is gone, Retain does not bring it back.",
      )
    : words("With Retain nothing destroys the disk.");
  const first = say`${effect} This volume is being deleted already`;
  if (deletionDeadlocks(volume)) {
    return say`${first}, and stuck: with Retain the PV controller has no finalizer to add any more and goes on, and the object goes as soon as its claim is gone. Nobody deletes the disk then. Save the manifest first.`;
  }
  const drops = dropsUnderRetain(volume, cluster);
  const goes = say`the object goes as soon as it is no longer Bound. Save the manifest first.`;
  if (drops.length === 0) return say`${first}, and ${goes}`;
  const kept = drops.filter(({ by }) => by.who === "absent" || by.who === "nobody");
  if (kept.length === 0) {
    return say`${first}: ${join(drops.map(dropping), ", and ")}, which cannot be undone, and ${goes}`;
  }
  return say`${first}: ${join(drops.map(dropping), ", and ")}. Save the manifest first.`;
}

function dropping({ finalizer, by }: RetainDrop): Phrase {
  switch (by.who) {
    case "pv-controller":
      return words("the PV controller then drops its finalizer at once");
    case "provisioner":
      return words("the provisioner then drops its finalizer at once");
    case "absent":
      return say`the provisioner of ${by.name} should then drop its finalizer, but that driver is not installed, so the object stays until it is again, or until a person takes ${finalizer} off`;
    case "nobody":
      return say`no controller takes ${finalizer} off such a volume, so the object stays until a person does`;
  }
}

/** What Retain makes final for a volume that is being deleted already: what is dropped then is never put back. */
export function retainForGood(volume: PersistentVolume, cluster: Cluster): readonly Phrase[] {
  if (volume.kind !== "PersistentVolume" || !isTerminating(volume)) return [];
  return dropsUnderRetain(volume, cluster).flatMap(({ by }) => finalBy(by));
}

function finalBy(by: DroppedBy): readonly Phrase[] {
  const then = say`which cannot be put back, so that setting the policy back to Delete would not delete the disk any more.`;
  switch (by.who) {
    case "pv-controller":
      return [
        say`The volume is being deleted already: the PV controller drops its finalizer at once, ${then}`,
      ];
    case "provisioner":
      return [say`The volume is being deleted already: its provisioner drops its finalizer at once, ${then}`];
    case "absent":
      return [
        say`The volume is being deleted already: should ${by.name} be installed again, its provisioner drops its finalizer at once, ${then}`,
      ];
    case "nobody":
      return [];
  }
}
