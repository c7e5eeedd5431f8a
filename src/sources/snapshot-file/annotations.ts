import { originAnnotations } from "../../model/index.ts";

/** Whose annotations pvguard reads: those of the storage controllers and its own. */
const keptPrefixes = [
  "pv.kubernetes.io/",
  "volume.kubernetes.io/",
  "volume.beta.kubernetes.io/",
  "volume.alpha.kubernetes.io/",
  "volumes.kubernetes.io/",
  "storageclass.kubernetes.io/",
  "storageclass.beta.kubernetes.io/",
  "csi.alpha.kubernetes.io/",
  "csi.volume.kubernetes.io/",
  "snapshot.storage.kubernetes.io/",
  "pvguard.dev/",
];

const keptKeys: ReadonlySet<string> = new Set(originAnnotations);

/** Anything may stand in an annotation, so only the known ones go into a file. */
export function isKeptAnnotation(key: string): boolean {
  return (
    keptKeys.has(key) ||
    key.endsWith("/populated-from") ||
    keptPrefixes.some((prefix) => key.startsWith(prefix))
  );
}
