import type { Edit, KubeObject, RemedyFix } from "../../model/index.ts";
import { annotationOf, seenRefOf } from "../../model/index.ts";

/** Edits of one object that cost nothing: nothing is final, and nothing must be accepted. */
export function harmless(object: KubeObject, edits: readonly [Edit, ...Edit[]]): RemedyFix {
  return { acts: [{ do: "edit", on: seenRefOf(object), edits }], cannotUndo: [], accept: [] };
}

/** One part of a JSON pointer. RFC 6901, section 3. */
export function pointerPart(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** Sets an annotation, and leaves the others. */
export function annotationEdit(object: KubeObject, key: string, value: string): Edit {
  if (object.metadata.annotations === undefined)
    return { op: "add", path: "/metadata/annotations", value: { [key]: value } };
  const path = `/metadata/annotations/${pointerPart(key)}`;
  const was = annotationOf(object, key);
  return was === undefined ? { op: "add", path, value } : { op: "replace", path, value, was };
}

/** Removes those of the annotations that exist. */
export function annotationRemovals(object: KubeObject, keys: readonly string[]): readonly Edit[] {
  return keys.flatMap((key) => {
    const was = annotationOf(object, key);
    return was === undefined
      ? []
      : [{ op: "remove" as const, path: `/metadata/annotations/${pointerPart(key)}`, was }];
  });
}
