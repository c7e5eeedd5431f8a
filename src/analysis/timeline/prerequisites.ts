import { isTerminating, nameKey, say } from "../../kubernetes/index.ts";
import type { Hold } from "../../report/index.ts";
import { goesByDeletion } from "./release.ts";
import type { Sandbox } from "./sandbox.ts";
import type { Prerequisite } from "./steps.ts";

/** A live claim waits for its deleted volume, and that for the claim: only the claim has to be deleted for it. */
export function conditionsOf(ending: readonly Hold[], sandbox: Sandbox): readonly Prerequisite[] {
  const held = new Set(ending.map((hold) => nameKey(hold.held)));
  return ending
    .filter(
      ({ holder }) =>
        !("object" in holder) ||
        holder.object.kind !== "PersistentVolume" ||
        !held.has(nameKey(holder.object)),
    )
    .map((hold) => ({
      holder: hold.holder,
      by: mustBeDeleted(hold, sandbox) ? "deletion" : "itself",
      ...whenInstalled(hold),
    }));
}

const notInstalled: readonly string[] = [
  "AttacherNotInstalled",
  "CloneDriverNotInstalled",
  "DriverOfVolumeNotInstalled",
  "ProvisionerNotInstalled",
  "SnapshotDriverNotInstalled",
];

/** A driver that is not installed cannot succeed before it is. */
function whenInstalled({ holder, reason }: Hold): Pick<Prerequisite, "when"> {
  const isMissing = "driver" in holder && notInstalled.includes(reason);
  return isMissing ? { when: say`when ${holder.driver} is installed` } : {};
}

/** What holds exists, and releases the object only if it is deleted. */
function mustBeDeleted({ held, holder }: Hold, sandbox: Sandbox): boolean {
  if (!("object" in holder) || !goesByDeletion(held, holder.object, sandbox)) return false;
  const object = sandbox.find(holder.object);
  return object !== undefined && !isTerminating(object);
}
