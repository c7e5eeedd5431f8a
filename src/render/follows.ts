import { type Consequence, type MarkedRemedy, nameOf, type Phrase, say, words } from "../model/index.ts";

/** A step in one line: its label, what to do, and what follows. */
export function stepLine({ safety, title, follows }: MarkedRemedy): Phrase {
  const after = follows === undefined ? [] : say`. ${followsPhrase(follows)}`;
  return say`${words(`[${safety}]`)} ${title}${after}`;
}

/** What follows a step, as a sentence. */
export function followsPhrase(
  { data, unseen, volume, volumeHandle }: Consequence,
  unless: "unless you did the step above" | undefined = undefined,
): Phrase {
  const isSnapshot = volume?.kind === "VolumeSnapshotContent";
  const kind = words(isSnapshot ? "snapshot" : "disk");
  const behind = volume === undefined ? say`a ${kind}` : say`the ${kind} of ${nameOf(volume)}`;
  const disk = volumeHandle === undefined ? behind : say`${kind} ${volumeHandle}`;
  switch (data) {
    case "destroyed":
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
