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

/** Texts that are nearly always numbers, and no two the same. */
export const decimal: ReadonlySet<string> = new Set([
  "metadata.resourceVersion",
  "spec.claimRef.resourceVersion",
]);
