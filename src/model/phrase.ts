/**
 * A sentence in which what came from a cluster or a file is kept apart from pvguard's own words, so that each output
 * format can escape it. Built with `say`.
 */
export type Phrase = readonly PhrasePart[];

export type PhrasePart =
  | { readonly words: string }
  /** Untrusted: printed only after escaping. */
  | { readonly data: string };

type Insert = string | number | Phrase;

/** What stands between the inserts of a template is the same each time. */
const wordsOf = new WeakMap<TemplateStringsArray, Phrase>();

/** say`Pod ${name} is ${phase}.` Everything inserted is data, except another phrase. */
export function say(template: TemplateStringsArray, ...inserts: readonly Insert[]): Phrase {
  const between = wordsOf.get(template) ?? template.map((text) => ({ words: text }));
  wordsOf.set(template, between);
  const parts: PhrasePart[] = [];
  between.forEach((own, position) => {
    if (template[position] !== "") parts.push(own);
    const insert = inserts[position];
    if (insert === undefined) return;
    if (typeof insert === "object") for (const part of insert) parts.push(part);
    else parts.push({ data: String(insert) });
  });
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
