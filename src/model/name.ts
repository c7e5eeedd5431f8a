import { kindNamed } from "./kinds/index.ts";
import { groupOf, type ObjectRef } from "./object.ts";
import { type Phrase, say } from "./phrase.ts";

/** `persistentvolumeclaim/data`, as kubectl's messages name an object. */
export function shortNameOf(ref: ObjectRef): Phrase {
  return say`${singularOf(ref)}/${ref.name}`;
}

/** `persistentvolumeclaim/data in namespace shop`: the full name. */
export function nameOf(ref: ObjectRef): Phrase {
  return ref.namespace === undefined
    ? shortNameOf(ref)
    : say`${shortNameOf(ref)} in namespace ${ref.namespace}`;
}

/** `volumeattachment.storage.k8s.io`: the kind with its group, as kubectl prints it with `-o name`. */
export function qualifiedKindOf(ref: ObjectRef): string {
  const group = groupOf(ref.apiVersion);
  return group === "" ? singularOf(ref) : `${singularOf(ref)}.${group}`;
}

function singularOf(ref: ObjectRef): string {
  return kindNamed(ref.apiVersion, ref.kind)?.singular ?? ref.kind.toLowerCase();
}

/** A kind as one of many: a Pod, an Event. */
export function withArticle(kind: string): string {
  return `${/^[AEIO]/.test(kind) ? "an" : "a"} ${kind}`;
}
