import type { Cluster, Unread } from "../../cluster/index.ts";
import type { Action } from "../../controllers/index.ts";
import { claimOf, diskEnd, reclaimPolicyOf, unbindVolume } from "../../controllers/index.ts";
import { isEmptied, unreadPhrase } from "../../define/index.ts";
import type { ObjectRef, PersistentVolume, Phrase, VolumeSnapshotContent } from "../../kubernetes/index.ts";
import { isTerminating, nameKey, nameOf, refOf, say, words } from "../../kubernetes/index.ts";
import type { DataFate, Fate } from "../../report/index.ts";
import type { Analysis, Outcome, Timeline } from "../analysis.ts";
import { isNow } from "../timeline/steps.ts";
import { afterActs } from "./after-acts.ts";
import type { Disk, DiskRecord } from "./disks.ts";
import { backingOf } from "./disks.ts";
import { knownAlready, sameSnapshotToo, twinsToo } from "./known-already.ts";

/** Worst first. */
const worst: readonly DataFate[] = [
  "destroyed",
  "exposed",
  "leaked",
  "already-gone",
  "unknown",
  "kept",
  "none",
];

/** The gravest first. */
export function byGravityOfData<T extends { readonly data: DataFate }>(fates: readonly T[]): readonly T[] {
  return [...fates].sort((a, b) => worst.indexOf(a.data) - worst.indexOf(b.data));
}

/** Of data that may be there, behind what was not read. */
export function unseenFate(unread: Unread | undefined): readonly Fate[] {
  return unread === undefined ? [] : [{ data: "unknown", because: unreadPhrase(unread), unseen: "rest" }];
}

/** What becomes of some data in this future. */
export function outcomeOfDisk(disk: Disk, timeline: Timeline, analysis: Analysis): Outcome {
  if ("fate" in disk) return outcome(disk.fate.data, () => disk.fate);
  const { event, before } = timeline;
  const found = outcomeOfRecord(disk.record, timeline, analysis);
  return event !== undefined && "done" in event
    ? afterActs(found, refOf(disk.record), event.done, before)
    : found;
}

function outcomeOfRecord(record: DiskRecord, timeline: Timeline, analysis: Analysis): Outcome {
  const own = ownOutcome(record, timeline, analysis);
  if (record.kind === "VolumeSnapshotContent") {
    const content = record as VolumeSnapshotContent;
    if (own.data !== "destroyed") return own;
    return outcome(own.data, () => withAlong(own.tell(), sameSnapshotToo(content, analysis.cluster)));
  }
  if (own.data === "already-gone") return own;
  const volume = record as PersistentVolume;
  const through = () => throughOther(volume, analysis.cluster);
  if (own.data === "destroyed")
    return outcome(own.data, () => ({
      ...withAlong(own.tell(), twinsToo(volume, analysis.cluster)),
      ...through(),
    }));
  const other = fateWithAnother(volume, analysis);
  return other === undefined
    ? outcome(own.data, () => ({ ...own.tell(), ...through() }))
    : outcome(other.data, () => other);
}

function outcome(data: DataFate, tell: () => Fate): Outcome {
  return { data, of: "the object", tell };
}

function withAlong(own: Fate, along: Phrase): Fate {
  return along.length === 0 ? own : { ...own, because: say`${own.because}${along}`, along };
}

/** What becomes of the disk of a volume as that of another one that is deleted, whatever becomes of this one. */
function fateWithAnother(volume: PersistentVolume, analysis: Analysis): Fate | undefined {
  const end = diskEnd(volume, analysis.cluster);
  switch (end.ends) {
    case "no":
      return undefined;
    case "unread":
      return { data: "unknown", because: unreadPhrase(end.unread), unseen: "rest", volume: refOf(volume) };
    case "with": {
      const other = refOf(end.volume);
      if (reclaimPolicyOf(end.volume) !== "Delete") return undefined;
      const fate = analysis.ownFateOf(end.volume);
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

/** Without what other volumes of the same disk mean for it. */
export function ownOutcome(record: DiskRecord, timeline: Timeline, analysis: Analysis): Outcome {
  const ref = refOf(record);
  const { policy, ...where } = backingOf(record);
  // A report has the handle in front of it.
  const what = where.volumeHandle === undefined ? unnamed(ref) : words(backendOf(ref));
  const known = knownAlready(record, what, analysis.cluster);
  if (known !== undefined) return outcome(known.data, () => ({ ...known, volume: ref, ...where }));
  const ending = endingOf({ ref, policy, what, timeline }, analysis);
  return outcome(ending.data, () => ({ ...ending.tell(), volume: ref, ...where }));
}

interface Seen {
  readonly ref: ObjectRef;
  readonly policy: string;
  readonly what: Phrase;
  readonly timeline: Timeline;
}

interface Ending {
  readonly data: DataFate;
  tell(): Pick<Fate, "data" | "because" | "unseen">;
}

/** The controllers are run forward only where that can change the answer, or where the answer will be heard. */
function endingOf(seen: Seen, analysis: Analysis): Ending {
  const { ref, policy, timeline } = seen;
  if (analysis.isVoid()) return { data: "unknown", tell: () => endingBy(seen).tell() };
  const isNow = timeline.event === undefined && ref.kind === "PersistentVolume";
  return isNow && policy === "Retain" && isLeftAlone(ref, analysis.cluster)
    ? { data: "kept", tell: () => endingBy(seen).tell() }
    : endingBy(seen);
}

/** Nothing else happens to the data of a volume with policy Retain than that it is released for another claim. */
function isLeftAlone({ name }: ObjectRef, cluster: Cluster): boolean {
  const found = cluster.get("v1/persistentvolumes", name);
  return (
    found.state === "found" &&
    !mayBecomeFree(found.object, cluster) &&
    diskEnd(found.object, cluster).ends === "no"
  );
}

/** May the PV controller release the volume for another claim, because its own claim is bound to another volume? */
function mayBecomeFree(volume: PersistentVolume, cluster: Cluster): boolean {
  const named = claimOf(volume);
  if (named === undefined || unbindVolume(volume) !== "whole") return false;
  const claim = cluster.get("v1/persistentvolumeclaims", named.name, named.namespace);
  if (claim.state !== "found") return claim.state === "unread";
  return claim.object.spec?.volumeName !== volume.metadata.name;
}

/** Of a disk that has no name of its own; or of a snapshot that the driver has not named yet. */
function unnamed(ref: ObjectRef): Phrase {
  return say`${words(backendOf(ref))} of ${nameOf(ref)}`;
}

function backendOf({ kind }: ObjectRef): string {
  return kind === "VolumeSnapshotContent" ? "the snapshot" : "the disk";
}

function said(data: DataFate, because: () => Phrase, unseen?: "rest"): Ending {
  return { data, tell: () => ({ data, because: because(), ...(unseen === undefined ? {} : { unseen }) }) };
}

/** By what the controllers do, and by what is there in the end. */
function endingBy({ ref, policy, what, timeline }: Seen): Ending {
  const at = timeline.first((action) => isDestruction(ref, action));
  if (at !== undefined)
    return said("destroyed", () => {
      const { controller, when } = timeline.steps[at] ?? { controller: "", when: [] };
      return say`${isNow(when) ? words("at once") : when}, ${controller} ${words(deletion(policy, timeline.moves[at]?.action))} ${what} (policy ${policy})`;
    });
  const end = timeline.end.find(ref);
  const isReleased =
    end?.kind === "PersistentVolume" && (end as PersistentVolume).status?.phase === "Released";
  // Attachments hold up what the provisioner does with a Released volume. They do not call it off.
  const isDecided = isReleased && !isTerminating(end);
  const unread = timeline.unread.find(
    ({ resource }) => !isDecided || resource !== "storage.k8s.io/v1/volumeattachments",
  );
  if (end !== undefined && timeline.moves.some(({ action }) => isOpened(ref, action)))
    return said(
      "exposed",
      () => say`${nameOf(ref)} becomes available with its data, and any claim can bind to it`,
    );
  if (unread !== undefined && policy !== "Retain") return said("unknown", () => unreadPhrase(unread), "rest");
  if (end === undefined) return withoutRecord(policy, what);
  if (policy === "Retain")
    return said("kept", () => say`the policy of ${nameOf(ref)} is Retain, so nothing deletes ${what}`);
  if (isReleased)
    return said(
      "destroyed",
      () =>
        say`${nameOf(ref)} is Released by then, and as soon as nothing holds it, the storage backend ${words(deletion(policy))} ${what} (policy ${policy})`,
    );
  return said("kept", () =>
    isTerminating(end)
      ? say`${nameOf(ref)} stays Terminating, and nothing deletes ${what} until this deletion can continue`
      : say`nothing deletes ${what} as things stand`,
  );
}

function deletion(policy: string, action?: Action): string {
  const isErased = action?.do === "destroy-backend" && isEmptied(action.driver);
  return isErased || policy === "Recycle" ? "erases" : "deletes";
}

function isDestruction(ref: ObjectRef, action: Action): boolean {
  return action.do === "destroy-backend" && nameKey(action.object) === nameKey(ref);
}

function isOpened(ref: ObjectRef, action: Action): boolean {
  return (
    action.do === "clear-claim-ref" && action.part === "whole" && nameKey(action.object) === nameKey(ref)
  );
}

function withoutRecord(policy: string, what: Phrase): Ending {
  return policy === "Delete"
    ? said(
        "leaked",
        () =>
          say`the object is deleted but ${what} is not, and remains in the storage backend with no record of it`,
      )
    : said(
        "kept",
        () => say`the object is deleted, but with policy ${policy} ${what} is kept in the storage backend`,
      );
}
