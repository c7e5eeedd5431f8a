import { type Consequence, type MarkedRemedy, nameOf, type Phrase, say, words } from "../model/index.ts";

/** A step in one line: its label, what to do, and what follows. */
export function stepLine({ safety, title, follows }: MarkedRemedy): Phrase {
  const after = follows === undefined ? [] : say`. ${followsPhrase(follows)}`;
  return say`${words(`[${safety}]`)} ${title}${after}`;
}

/** What follows a step, as a sentence. */
export function followsPhrase({ data, unseen, volume, volumeHandle }: Consequence): Phrase {
  const isSnapshot = volume?.kind === "VolumeSnapshotContent";
  const kind = words(isSnapshot ? "snapshot" : "disk");
  const behind = volume === undefined ? say`a ${kind}` : say`the ${kind} of ${nameOf(volume)}`;
  const disk = volumeHandle === undefined ? behind : say`${kind} ${volumeHandle}`;
  switch (data) {
    case "destroyed":
      return say`After this, ${disk} is deleted.`;
    case "exposed":
      return say`After this, any claim may take ${disk} and read its data.`;
    case "leaked":
      return say`After this, ${disk} is left in the backend, and Kubernetes has no record of it.`;
    case "unknown":
      return unknown(disk, unseen);
  }
}

function unknown(disk: Phrase, unseen: Consequence["unseen"]): Phrase {
  switch (unseen) {
    case "policy":
      return say`This may delete ${disk}: its reclaim policy could not be read.`;
    case "rest":
      return say`This may delete ${disk}: not all that decides over it could be read.`;
    case undefined:
      return words("What becomes of the data after this is not known.");
  }
}
