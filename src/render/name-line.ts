import { type ObjectRef, qualifiedKindOf } from "../model/index.ts";
import { whole } from "./escape.ts";

/** `persistentvolumeclaim/data`, `volumeattachment.storage.k8s.io/csi-1`: as kubectl prints with `-o name`. */
export function nameLine(object: ObjectRef): string {
  return `${whole(`${qualifiedKindOf(object)}/${object.name}`)}\n`;
}
