import {
  type Action,
  type Cluster,
  type Fate,
  isTerminating,
  nameKey,
  type ObjectRef,
  type PersistentVolume,
  type Phrase,
  refOf,
  say,
  type VolumeSnapshotContent,
  words,
} from "../model/index.ts";
import { backingOf } from "./fate-subject.ts";
import { toldOf, toldOfSnapshot } from "./fate-told.ts";
import { isNow } from "./lifted.ts";
import type { Prediction } from "./predict.ts";
import { isEmptied, nameOf, unreadPhrase } from "./words.ts";

/** Without what other volumes of the same disk mean for it. */
export function ownFateOf(
  subject: PersistentVolume | VolumeSnapshotContent,
  prediction: Prediction,
  cluster: Cluster,
): Fate {
  const ref = refOf(subject);
  const { policy, ...where } = backingOf(subject);
  // A report has the handle in front of it.
  const said = where.volumeHandle === undefined ? unnamed(ref) : words(backendOf(ref));
  const told =
    subject.kind === "PersistentVolume"
      ? toldOf(subject as PersistentVolume, said, cluster)
      : toldOfSnapshot(subject as VolumeSnapshotContent, said, cluster);
  return { ...(told ?? verdictOn(ref, policy, said, prediction)), volume: ref, ...where };
}

/** Of a disk that has no name of its own; or of a snapshot that the driver has not named yet. */
function unnamed(ref: ObjectRef): Phrase {
  return say`${words(backendOf(ref))} of ${nameOf(ref)}`;
}

function backendOf({ kind }: ObjectRef): string {
  return kind === "VolumeSnapshotContent" ? "the snapshot" : "the disk";
}

export function verdictOn(
  ref: ObjectRef,
  policy: string,
  what: Phrase,
  prediction: Prediction,
): Pick<Fate, "data" | "because" | "unseen"> {
  const at = prediction.moves.findIndex(({ action }) => isDestruction(ref, action));
  const step = at < 0 ? undefined : prediction.steps[at];
  if (step !== undefined) {
    return {
      data: "destroyed",
      because: say`${isNow(step.when) ? words("at once") : step.when}, ${step.controller} ${words(deletion(policy, prediction.moves[at]))} ${what} (policy ${policy})`,
    };
  }
  const end = prediction.end.find(ref);
  const isReleased =
    end?.kind === "PersistentVolume" && (end as PersistentVolume).status?.phase === "Released";
  // Attachments hold up what the provisioner does with a Released volume. They do not call it off.
  const isDecided = isReleased && !isTerminating(end);
  const unread = prediction.unread.find(
    ({ resource }) => !isDecided || resource !== "storage.k8s.io/v1/volumeattachments",
  );
  if (end !== undefined && prediction.moves.some(({ action }) => isOpened(ref, action))) {
    return {
      data: "exposed",
      because: say`${nameOf(ref)} becomes available with its data, and any claim can bind to it`,
    };
  }
  if (unread !== undefined && policy !== "Retain")
    return { data: "unknown", because: unreadPhrase(unread), unseen: "rest" };
  if (end === undefined) return withoutRecord(policy, what);
  if (policy === "Retain")
    return { data: "kept", because: say`the policy of ${nameOf(ref)} is Retain, so nothing deletes ${what}` };
  if (isReleased) {
    return {
      data: "destroyed",
      because: say`${nameOf(ref)} is Released by then, and as soon as nothing holds it, the storage backend ${words(deletion(policy))} ${what} (policy ${policy})`,
    };
  }
  return isTerminating(end)
    ? {
        data: "kept",
        because: say`${nameOf(ref)} stays Terminating, and nothing deletes ${what} until this deletion can continue`,
      }
    : { data: "kept", because: say`nothing deletes ${what} as things stand` };
}

function deletion(policy: string, move?: Prediction["moves"][number]): string {
  const isErased = move?.action.do === "destroy-backend" && isEmptied(move.action.driver);
  return isErased || policy === "Recycle" ? "erases" : "deletes";
}

export function isDestruction(ref: ObjectRef, action: Action | undefined): boolean {
  return action?.do === "destroy-backend" && nameKey(action.object) === nameKey(ref);
}

function isOpened(ref: ObjectRef, action: Prediction["moves"][number]["action"]): boolean {
  return (
    action.do === "clear-claim-ref" && action.part === "whole" && nameKey(action.object) === nameKey(ref)
  );
}

function withoutRecord(policy: string, what: Phrase): Pick<Fate, "data" | "because"> {
  return policy === "Delete"
    ? {
        data: "leaked",
        because: say`the object is deleted but ${what} is not, and remains in the storage backend with no record of it`,
      }
    : {
        data: "kept",
        because: say`the object is deleted, but with policy ${policy} ${what} is kept in the storage backend`,
      };
}
