import type { Phrase } from "../kubernetes/index.ts";
import { counted, nameOf, say, words } from "../kubernetes/index.ts";
import type {
  Consequence,
  Copy,
  DataFate,
  Fate,
  Finding,
  MarkedRemedy,
  Safety,
  Severity,
  Verdict,
} from "../report/index.ts";
import type { Text } from "./doc.ts";
import { styled } from "./doc.ts";
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

/** The same of a loss of which no object tells whether it comes. */
const perhaps: FateWords = {
  style: "bad",
  ahead: "MAY BE DELETED",
  ifDeleted: "may be deleted with all data on it",
  short: "may be deleted",
};

export function fateWords({ data, onlyIf }: Pick<Fate, "data" | "onlyIf">): FateWords {
  return data === "destroyed" && onlyIf !== undefined ? perhaps : fates[data];
}

/** Of each snapshot of a disk that is lost, whether the data is in it. */
export function copyPhrases(copies: readonly Copy[]): readonly Phrase[] {
  return copies.map(({ snapshot, state, takenAt }) => {
    const time = takenAt === undefined ? [] : say` of ${takenAt}`;
    return say`${nameOf(snapshot)}${time} ${words(copyWords[state])}`;
  });
}

const copyWords: Record<Copy["state"], string> = {
  ready: "is ready",
  "not-ready": "is not ready",
  "never-ready": "will never be ready: the claim was deleted before the snapshot was taken",
  "deleted-too": "is deleted too",
  "content-gone": "is not a copy: its content no longer exists",
  "not-known": "is ready, but its content could not be read",
};

/** What stands before a remedy or a step of a plan. */
export const safeties: Record<Safety, { readonly name: string; readonly style: Style }> = {
  safe: { name: "[safe]", style: "good" },
  risky: { name: "[risky]", style: "careful" },
  "loses-data": { name: "[loses data]", style: "bad" },
};

/** `[safe] Delete the pod`. */
export function labelled(safety: Safety, title: Phrase): Text {
  const { name, style } = safeties[safety];
  return [...styled(style, words(name)), ...words(" "), ...styled("title", title)];
}

/** What is said where there is no step. */
export const noStep: Record<Verdict["category"], string> = {
  healthy: "",
  waiting: "Nothing to do: this resolves without you.",
  blocked: "pvguard knows no safe step here. A person must decide.",
  stuck: "pvguard knows no safe step here. A person must decide.",
  unknown: "First get access to what could not be read. pvguard proposes no step on half the facts.",
};

/** The worst first. */
const severities: Record<Severity, Style> = { error: "bad", warning: "careful", note: "aside" };

export const styleOf = (severity: Severity): Style => severities[severity];

/** `2 errors, 1 note`; empty when there is nothing. */
export function severityCounts(items: readonly { readonly severity: Severity }[]): string {
  return Object.keys(severities)
    .map((name) => [name, items.filter(({ severity }) => severity === name).length] as const)
    .flatMap(([name, count]) => (count === 0 ? [] : counted(count, name)))
    .join(", ");
}

/** What was found, with the remark on it. */
export function notedMessage({ message, note }: Pick<Finding, "message" | "note">): Phrase {
  return note === undefined ? message : say`${message} (${note})`;
}

/** A step in one line: its label, what to do, and what follows. */
export function stepLine({ safety, title, follows }: MarkedRemedy): Phrase {
  const after = follows === undefined ? [] : say`. ${followsPhrase(follows)}`;
  return say`${words(`[${safety}]`)} ${title}${after}`;
}

/** What follows a step, as a sentence. */
export function followsPhrase(
  { data, onlyIf, unseen, volume, volumeHandle }: Consequence,
  unless: "unless you did the step above" | undefined = undefined,
): Phrase {
  const isSnapshot = volume?.kind === "VolumeSnapshotContent";
  const kind = words(isSnapshot ? "snapshot" : "disk");
  const behind = volume === undefined ? say`a ${kind}` : say`the ${kind} of ${nameOf(volume)}`;
  const disk = volumeHandle === undefined ? behind : say`${kind} ${volumeHandle}`;
  switch (data) {
    case "destroyed":
      if (onlyIf !== undefined) return say`This may delete ${disk}: it is deleted if ${onlyIf}.`;
      return say`After this, ${disk} is deleted${words(unless === undefined ? "" : `, ${unless}`)}.`;
    case "exposed":
      return say`After this, any claim can bind to ${disk} and read its data.`;
    case "leaked":
      return say`After this, ${disk} remains in the storage backend with no record of it.`;
    case "unknown":
      return unknown(disk, unseen);
  }
}

function unknown(disk: Phrase, unseen: Consequence["unseen"]): Phrase {
  switch (unseen) {
    case "policy":
      return say`This may delete ${disk}: the reclaim policy could not be read.`;
    case "rest":
      return say`This may delete ${disk}: pvguard could not read everything that decides this.`;
    case undefined:
      return words("It is unknown what happens to the data after this.");
  }
}
