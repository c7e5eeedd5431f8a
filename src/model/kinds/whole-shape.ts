import { metadataShape } from "../object.ts";
import type { Shape } from "../shape.ts";
import type { KindDefinition } from "./define.ts";

/** All fields that are read of an object of a kind: those of its metadata, and its own. */
export function wholeShapeOf({ annotations, fields }: KindDefinition): { readonly [field: string]: Shape } {
  const metadata = annotations === undefined ? metadataShape : withAnnotations(annotations);
  return { metadata, ...(fields as { readonly [field: string]: Shape }) };
}

/** In the order in which a server sends the keys of a map. */
function withAnnotations(keys: readonly string[]): Shape {
  return { ...metadataShape, annotations: Object.fromEntries([...keys].sort().map((key) => [key, "text"])) };
}
