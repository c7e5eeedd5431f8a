import type { Listed, Unread } from "../../cluster/index.ts";
import { finalizerNames, reclaimPolicyOf, volumeHandleOf } from "../../controllers/index.ts";
import type { Danger } from "../../define/index.ts";
import { acceptance, missingRight, refusal, unreadPhrase } from "../../define/index.ts";
import type {
  KubeObject,
  ObjectRef,
  PersistentVolume,
  Phrase,
  VolumeSnapshotContent,
} from "../../kubernetes/index.ts";
import { say } from "../../kubernetes/index.ts";
import type { Acceptance, Refusal } from "../../report/index.ts";

/** Whether something may be done at all, and which dangers a person must accept by name before it is. */
export type Permission =
  | { readonly state: "allowed"; readonly accept: readonly Acceptance[] }
  | { readonly state: "refused"; readonly refusal: Refusal };

export const allowed: Permission = { state: "allowed", accept: [] };

export function no(reason: string, object: ObjectRef, message: Phrase, instead?: Phrase): Permission {
  return { state: "refused", refusal: refusal(reason, object, message, instead) };
}

/** What could not be read cannot be accepted. */
export function incomplete(object: ObjectRef, unread: Unread): Permission {
  return { state: "refused", refusal: incompleteView(object, unread) };
}

export function incompleteView(object: ObjectRef, unread: Unread): Refusal {
  return {
    reason: "IncompleteView",
    object,
    message: say`pvguard cannot tell whether this is safe: ${unreadPhrase(unread)}.`,
    instead: say`Make it readable first. ${rightFor(unread)}What was not read may still exist, so --accept cannot override this.`,
  };
}

function rightFor(unread: Unread): Phrase {
  const right = missingRight(unread);
  return right === undefined ? [] : say`${right} `;
}

/** What was seen when looking for a reason not to act: a danger, or that something could not be read. */
export type Seen = { readonly danger: Acceptance } | { readonly unread: Unread };

export function danger(name: Danger, because: Phrase): Seen {
  return { danger: acceptance(name, because) };
}

/** A hold that would be broken: its reason is the name. */
export function broken(reason: string, because: Phrase): Seen {
  return { danger: { name: reason, because } };
}

/** What each of the objects means, or only what was not read. */
export function eachOf<T>(
  listed: Listed<T>,
  seen: (items: readonly T[]) => readonly Seen[],
): readonly Seen[] {
  return listed.read ? seen(listed.items) : [{ unread: listed.unread }];
}

/** The dangers, each name once, with the first reason that was found for it. */
export function dangersIn(all: readonly Seen[]): readonly Acceptance[] {
  const found = all.flatMap((seen) => ("danger" in seen ? [seen.danger] : []));
  return found.filter(({ name }, position) => found.findIndex((other) => other.name === name) === position);
}

export function unreadIn(all: readonly Seen[]): readonly Unread[] {
  return all.flatMap((seen) => ("unread" in seen ? [seen.unread] : []));
}

/** What remains in the backend with no record of it when an object loses a finalizer: it must always be accepted. */
export function leftBehindWithout(object: KubeObject, finalizer: string): Acceptance | undefined {
  const goes = (object.metadata.finalizers ?? []).length <= 1;
  switch (object.kind) {
    case "PersistentVolume":
      return goes || makersOfDeletion.includes(finalizer) ? diskOf(object) : undefined;
    case "VolumeSnapshotContent":
      return goes ? snapshotOf(object) : undefined;
    default:
      return undefined;
  }
}

/** With policy Delete these finalizers are all that makes a controller delete the disk. */
const makersOfDeletion: readonly string[] = [finalizerNames.externalProvisioner, finalizerNames.pvController];

function diskOf(volume: PersistentVolume): Acceptance | undefined {
  if (reclaimPolicyOf(volume) !== "Delete") return undefined;
  const handle = volumeHandleOf(volume) ?? "the disk";
  const driver = volume.spec?.csi?.driver;
  const where = driver === undefined ? [] : say` of ${driver}`;
  return acceptance(
    "DiskLeaks",
    say`The policy is Delete, but nothing will delete ${handle}${where}: it remains in the storage backend with no record of it. Write it down.`,
  );
}

function snapshotOf({ spec, status }: VolumeSnapshotContent): Acceptance | undefined {
  if (spec?.deletionPolicy !== "Delete") return undefined;
  const handle = status?.snapshotHandle ?? "the snapshot";
  return acceptance(
    "SnapshotLeaks",
    say`The policy is Delete, but nothing will delete ${handle} of ${spec.driver ?? "its driver"}: it remains in the storage backend with no record of it. Write it down.`,
  );
}
