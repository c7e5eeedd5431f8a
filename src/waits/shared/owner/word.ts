import {
  type PersistentVolume,
  type PersistentVolumeClaim,
  type Phrase,
  words,
} from "../../../model/index.ts";

/** What people call what is owned. */
export function wordFor({ kind }: PersistentVolume | PersistentVolumeClaim): Phrase {
  return words(kind === "PersistentVolume" ? "the volume" : "the claim");
}
