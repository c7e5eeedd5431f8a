import type { DataFate } from "../model/index.ts";
import type { Style } from "./line.ts";

interface FateWords {
  readonly style: Style;
  /** Behind the name of the disk: what is ahead of it. */
  readonly ahead: string;
  /** Behind the name of the disk: what would come of a deletion. */
  readonly ifDeleted: string;
  /** In the column of a table. */
  readonly short: string;
}

/** What becomes of a disk, in the words of each place where that is told. What is ahead is not told as if it had happened. */
export const fates: Record<DataFate, FateWords> = {
  destroyed: {
    style: "bad",
    ahead: "WILL BE DELETED",
    ifDeleted: "would be deleted with all data on it",
    short: "will be deleted",
  },
  exposed: {
    style: "bad",
    ahead: "WILL BE OPEN TO ANOTHER CLAIM",
    ifDeleted: "could be bound to another claim, with the data on it",
    short: "will be open to others",
  },
  leaked: {
    style: "careful",
    ahead: "WILL BE LEFT BEHIND in the storage backend",
    ifDeleted: "would be left behind in the storage backend",
    short: "will be left behind",
  },
  "already-gone": {
    style: "bad",
    ahead: "ALREADY DELETED according to the driver",
    ifDeleted: "has already been deleted according to the driver",
    short: "already deleted",
  },
  unknown: {
    style: "careful",
    ahead: "UNKNOWN",
    ifDeleted: "may be deleted",
    short: "unknown",
  },
  kept: { style: "good", ahead: "is kept", ifDeleted: "would be kept", short: "kept" },
  none: { style: "aside", ahead: "does not exist", ifDeleted: "does not exist", short: "none" },
};
