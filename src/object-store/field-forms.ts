import type { Path } from "../model/index.ts";

/** Texts that hardly any two objects of a kind have in common: they are not looked for among those that came before. */
export const unique: ReadonlySet<string> = new Set([
  "metadata.name",
  "metadata.uid",
  "spec.volumeName",
  "spec.claimRef.uid",
  "spec.csi.volumeHandle",
  "spec.source.persistentVolumeName",
]);

/** Texts that most often come once more in the same object: they are taken in when they come first. */
export const repeated: ReadonlySet<string> = new Set(["status.volumesInUse"]);

const decimal: ReadonlySet<string> = new Set(["metadata.resourceVersion", "spec.claimRef.resourceVersion"]);

/** Texts that are nearly always numbers, and no two the same. */
export function isDecimal(path: Path): boolean {
  return decimal.has(path.join("."));
}

/** A message that no two objects have in common, such as `.spec`, is written in its place. */
export function isPlain(path: Path): boolean {
  return path.length === 1;
}
