import type { Cluster, Unread } from "../cluster/index.ts";
import type { Action } from "../controllers/index.ts";
import { diskEnd, reclaimPolicyOf } from "../controllers/index.ts";
import type { Knowledge } from "../define/index.ts";
import { isEmptied, unreadPhrase } from "../define/index.ts";
import type {
  KubeObject,
  ObjectRef,
  PersistentVolume,
  Phrase,
  VolumeSnapshotContent,
} from "../kubernetes/index.ts";
import { isTerminating, nameKey, nameOf, refOf, say, words } from "../kubernetes/index.ts";
import type { DataFate, Fate } from "../report/index.ts";
import { backingOf, subjectOf } from "./fate-subject.ts";
import { sameSnapshotToo, toldOf, toldOfSnapshot, twinsToo } from "./fate-told.ts";
import { isNow } from "./lifted.ts";
import type { Prediction } from "./predict.ts";
import { predictFrom } from "./predict.ts";
import { mayChange } from "./remembering.ts";
import type { World } from "./world.ts";

/** What becomes of the data behind an object; `undefined` for kinds that have none. */
export function fateOf(
  object: KubeObject,
  cluster: Cluster,
  prediction: Prediction,
  knowledge: Knowledge,
): Fate | undefined {
  const subject = subjectOf(object, cluster);
  if (subject === undefined) return undefined;
  return "fate" in subject ? subject.fate : fateIn(subject.found, prediction, cluster, knowledge);
}

const ahead = new WeakMap<Cluster, Map<string, { readonly fate: Fate | undefined }>>();

/** The same as things stand. Thousands of snapshots can be of one claim, and each asks for that of the claim. */
export function fateAhead(object: KubeObject, cluster: Cluster, knowledge: Knowledge): Fate | undefined {
  const fates = ahead.get(cluster) ?? new Map<string, { readonly fate: Fate | undefined }>();
  const key = nameKey(refOf(object));
  const before = fates.get(key);
  if (before !== undefined) return before.fate;
  const { value: fate, missed } = cluster.noting(() =>
    fateOf(object, cluster, predictFrom(object, cluster, knowledge), knowledge),
  );
  if (missed.length === 0 && !(mayChange in cluster)) ahead.set(cluster, fates.set(key, { fate }));
  return fate;
}

function fateIn(
  subject: PersistentVolume | VolumeSnapshotContent,
  prediction: Prediction,
  cluster: Cluster,
  knowledge: Knowledge,
): Fate {
  const own = ownFateOf(subject, prediction, cluster);
  if (subject.kind === "VolumeSnapshotContent" && own.data === "destroyed")
    return withAlong(own, sameSnapshotToo(subject as VolumeSnapshotContent, cluster));
  if (subject.kind !== "PersistentVolume" || own.data === "already-gone") return own;
  const volume = subject as PersistentVolume;
  const through = throughOther(volume, cluster);
  if (own.data === "destroyed") return { ...withAlong(own, twinsToo(volume, cluster)), ...through };
  return fateWithAnother(volume, cluster, knowledge, prediction.end) ?? { ...own, ...through };
}

function withAlong(own: Fate, along: Phrase): Fate {
  return along.length === 0 ? own : { ...own, because: say`${own.because}${along}`, along };
}

const worst: readonly DataFate[] = [
  "destroyed",
  "exposed",
  "leaked",
  "already-gone",
  "unknown",
  "kept",
  "none",
];

export function gravest(fates: readonly Fate[]): readonly Fate[] {
  return [...fates].sort((a, b) => worst.indexOf(a.data) - worst.indexOf(b.data));
}

/** What would be worst; `undefined` where nothing is said of any data. */
export function gravestOf(all: readonly (DataFate | undefined)[]): DataFate | undefined {
  return worst.find((data) => all.includes(data));
}

/** Of data that may be there, behind what was not read. */
export function unseenFate(unread: Unread | undefined): readonly Fate[] {
  return unread === undefined ? [] : [{ data: "unknown", because: unreadPhrase(unread), unseen: "rest" }];
}

/**
 * What becomes of the disk of a volume as that of another one that is deleted, whatever becomes of this one.
 *
 * @param later the world in which a plan may have set the other one to Retain
 */
export function fateWithAnother(
  volume: PersistentVolume,
  cluster: Cluster,
  knowledge: Knowledge,
  later?: World,
): Fate | undefined {
  const end = diskEnd(volume, cluster);
  switch (end.ends) {
    case "no":
      return undefined;
    case "unread":
      return { data: "unknown", because: unreadPhrase(end.unread), unseen: "rest", volume: refOf(volume) };
    case "with": {
      const other = refOf(end.volume);
      const then = later?.find(other) as PersistentVolume | undefined;
      if (reclaimPolicyOf(then ?? end.volume) !== "Delete") return undefined;
      const fate = fateOfOther(end.volume, cluster, knowledge);
      return fate.data === "destroyed" || fate.data === "unknown"
        ? {
            ...fate,
            because: say`${nameOf(other)} uses the same disk: ${fate.because}`,
            volume: refOf(volume),
            through: other,
          }
        : undefined;
    }
  }
}

/** Another that is deleted: it has to be kept as well, whatever is predicted of it. */
export function throughOther(volume: PersistentVolume, cluster: Cluster): Pick<Fate, "through"> {
  const end = diskEnd(volume, cluster);
  return end.ends === "with" ? { through: refOf(end.volume) } : {};
}

const known = new WeakMap<Cluster, Map<string, Fate>>();

/** Thousands of volumes can share a disk, and each asks for this one. */
function fateOfOther(volume: PersistentVolume, cluster: Cluster, knowledge: Knowledge): Fate {
  const { name } = volume.metadata;
  const fates = known.get(cluster) ?? new Map<string, Fate>();
  const before = fates.get(name);
  if (before !== undefined) return before;
  const { value: fate, missed } = cluster.noting(() =>
    ownFateOf(volume, predictFrom(volume, cluster, knowledge), cluster),
  );
  if (missed.length === 0 && !(mayChange in cluster)) known.set(cluster, fates.set(name, fate));
  return fate;
}

/** Without what other volumes of the same disk mean for it. */
function ownFateOf(
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
