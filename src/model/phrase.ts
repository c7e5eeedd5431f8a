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
