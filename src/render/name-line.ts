import { nameKey, type ObjectRef, qualifiedKindOf } from "../model/index.ts";
import { whole } from "./escape.ts";

/** `persistentvolumeclaim/data`, `volumeattachment.storage.k8s.io/csi-1`: each once, as kubectl's `-o name` does. */
export function nameLines(objects: readonly ObjectRef[]): string {
  const distinct = new Map(objects.map((object) => [nameKey(object), object]));
  return [...distinct.values()].map(nameLine).join("");
}

function nameLine(object: ObjectRef): string {
  return `${whole(`${qualifiedKindOf(object)}/${object.name}`)}\n`;
}
