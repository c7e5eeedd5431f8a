import { kindNamed } from "./kinds/index.ts";
import { groupOf, type KubeObject, type ObjectRef, refOf } from "./object.ts";
import { type Phrase, say } from "./phrase.ts";

/** How people call a kind where they have a shorter word than the API. */
const spoken: Readonly<Record<string, string>> = { PersistentVolumeClaim: "pvc", PersistentVolume: "pv" };

/** `pvc/data`, as a person types it. */
export function shortNameOf(ref: ObjectRef): Phrase {
  return say`${spoken[ref.kind] ?? singularOf(ref)}/${ref.name}`;
}

/** `pvc/data (shop)`: with its namespace. */
export function nameOf(object: KubeObject | ObjectRef): Phrase {
  const ref = refOf(object);
  return ref.namespace === undefined
    ? shortNameOf(ref)
    : say`${shortNameOf(ref)}${inNamespace(ref.namespace)}`;
}

/** ` (shop)`: what a reader who is in that namespace already need not be told. */
function inNamespace(namespace: string): Phrase {
  return [{ words: " (" }, { data: namespace, is: "namespace" }, { words: ")" }];
}

/** The phrase for a reader who knows that it is about this namespace. */
export function withoutNamespace(phrase: Phrase, namespace: string | undefined): Phrase {
  if (namespace === undefined) return phrase;
  const isTold = (at: number): boolean => {
    const part = phrase[at];
    return part !== undefined && "data" in part && part.is === "namespace" && part.data === namespace;
  };
  return phrase.filter((_part, at) => !(isTold(at - 1) || isTold(at) || isTold(at + 1)));
}

/** `volumeattachment.storage.k8s.io`: the kind with its group, as kubectl prints it with `-o name`. */
export function qualifiedKindOf(ref: ObjectRef): string {
  const group = groupOf(ref.apiVersion);
  return group === "" ? singularOf(ref) : `${singularOf(ref)}.${group}`;
}

/** The kind as kubectl types it. */
export function singularOf(ref: ObjectRef): string {
  return kindNamed(ref.apiVersion, ref.kind)?.singular ?? ref.kind.toLowerCase();
}

/** A kind as one of many: a Pod, an Event. */
export function withArticle(kind: string): string {
  return `${/^[AEIO]/.test(kind) ? "an" : "a"} ${kind}`;
}
