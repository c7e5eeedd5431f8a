import { kindNamed } from "./kinds/index.ts";
import type { AnyObject, ObjectRef } from "./object.ts";
import { groupOf, refOf } from "./object.ts";

/**
 * A sentence in which what came from a cluster or a file is kept apart from pvguard's own words, so that each output
 * format can escape it. Built with `say`.
 */
export type Phrase = readonly PhrasePart[];

export type PhrasePart =
  | { readonly words: string }
  /** Untrusted: printed only after escaping. A `namespace` stands alone between its parentheses. */
  | { readonly data: string; readonly is?: "namespace" };

type Insert = string | number | Phrase;

/** What stands between the inserts of a template is the same each time; `undefined`: nothing does. */
const wordsOf = new WeakMap<TemplateStringsArray, readonly (PhrasePart | undefined)[]>();

function wordsBetween(template: TemplateStringsArray): readonly (PhrasePart | undefined)[] {
  const known = wordsOf.get(template);
  if (known !== undefined) return known;
  const between = template.map((text) => (text === "" ? undefined : { words: text }));
  wordsOf.set(template, between);
  return between;
}

/** say`Pod ${name} is ${phase}.` Everything inserted is data, except another phrase. */
export function say(template: TemplateStringsArray, ...inserts: readonly Insert[]): Phrase {
  const between = wordsBetween(template);
  const parts: PhrasePart[] = [];
  for (let position = 0; position < between.length; position++) {
    const own = between[position];
    if (own !== undefined) parts.push(own);
    const insert = inserts[position];
    if (insert === undefined) continue;
    if (typeof insert === "object") for (const part of insert) parts.push(part);
    else parts.push({ data: String(insert) });
  }
  // What was pushed to has room for more, and phrases are kept by the thousand.
  return parts.slice();
}

/** pvguard's own words, without data. */
export function words(text: string): Phrase {
  return text === "" ? [] : [{ words: text }];
}

/** Phrases one after the other, with the same words between them. */
export function join(phrases: readonly Phrase[], separator: string): Phrase {
  return phrases.flatMap((phrase, position) => (position === 0 ? phrase : [{ words: separator }, ...phrase]));
}

/** The phrase as text, each piece of data as `shown` makes it. */
export function flatten(phrase: Phrase, shown: (data: string) => string): string {
  return phrase.map((part) => ("words" in part ? part.words : shown(part.data))).join("");
}

/** How people call a kind where they have a shorter word than the API. */
const spoken: Readonly<Record<string, string>> = { PersistentVolumeClaim: "pvc", PersistentVolume: "pv" };

/** `pvc/data`, as a person types it. */
export function shortNameOf(ref: ObjectRef): Phrase {
  return say`${spoken[ref.kind] ?? singularOf(ref)}/${ref.name}`;
}

/** `pvc/data (shop)`: with its namespace. */
export function nameOf(object: AnyObject | ObjectRef): Phrase {
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

/** A controller as it is spoken of: a proper name stands alone, what is called an operator or a kubelet has an article. */
export function asSpoken(controller: string): string {
  return described.test(controller) ? `the ${controller}` : controller;
}

const described =
  /^(administrator$|kubelet )|^(?!the |a |an |its )\S.* (operator|controller|populator|data mover|syncer)\b/;

/** `1 pod`, `2 pods`. */
export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
