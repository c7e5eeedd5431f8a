import type { Cluster } from "../../cluster/index.ts";
import { isReleased } from "../../controllers/index.ts";
import { unreadPhrase } from "../../define/index.ts";
import type { When } from "../../evidence/index.ts";
import { diskGone, listedIfGiven, pathMissing } from "../../evidence/index.ts";
import type { PersistentVolume, Phrase, VolumeSnapshotContent } from "../../kubernetes/index.ts";
import { say } from "../../kubernetes/index.ts";
import type { DataFate } from "../../report/index.ts";
import { mayStayUnread } from "../overlooked.ts";
import type { KnownFate } from "./known-already.ts";

interface Doubted {
  readonly record: PersistentVolume | VolumeSnapshotContent;
  /** The words for the data. */
  readonly what: Phrase;
  readonly when: When;
}

/** What nothing deletes is kept, or left behind, only if it is still there. Why that is not sure; `undefined`: nothing says so. */
export function doubtOf(
  data: DataFate,
  { record, what, when }: Doubted,
  cluster: Cluster,
): KnownFate | undefined {
  if (record.kind !== "PersistentVolume" || (data !== "kept" && data !== "leaked")) return undefined;
  const volume = record as PersistentVolume;
  const unseen = data === "kept" ? unseenGone(volume, cluster, when) : undefined;
  return unseen ?? notListed(volume, what, cluster);
}

/** What was not read could show that it is gone. */
function unseenGone(volume: PersistentVolume, cluster: Cluster, when: When): KnownFate | undefined {
  const gone = diskGone(volume, cluster, when);
  if (gone.is === "unread" && gone.unread.resource !== "v1/events" && !mayStayUnread(gone.unread))
    return { data: "unknown", because: unreadPhrase(gone.unread), unseen: "rest" };
  // A failed attempt to delete a local disk can show that its path is missing.
  const missing = isReleased(volume) ? pathMissing(volume, cluster) : undefined;
  return missing?.is === "unread"
    ? { data: "unknown", because: unreadPhrase(missing.unread), unseen: "rest" }
    : undefined;
}

/**
 * A list that would have the disk does not. Of a disk that will be destroyed, or that others can use, that is told all the
 * same: the list can be filtered.
 */
function notListed(volume: PersistentVolume, what: Phrase, cluster: Cluster): KnownFate | undefined {
  const listed = listedIfGiven(volume, cluster);
  if (listed.listed !== "no") return undefined;
  const { name } = listed.list.inventory.metadata;
  return {
    data: "unknown",
    because: say`${name} does not have ${what}: either it was deleted in the storage backend, or the list was filtered`,
  };
}
