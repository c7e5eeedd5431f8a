import type { Sink } from "./sink.ts";
import { beginsWith } from "./text.ts";

/** Whether a value is among some texts, and where that is to be noted. */
export interface Comparison {
  readonly is: "among" | "not among";
  readonly values: readonly string[];
  readonly place: number;
}

/** Compares a value with each of the texts once, whoever asks for them. */
export function comparing(comparisons: readonly Comparison[]): Sink {
  const texts = [...new Set(comparisons.flatMap(({ values }) => values))];
  const known = texts.map((text) => ({
    bytes: Buffer.from(text),
    places: placesFor(comparisons, (values) => values.includes(text)),
  }));
  const others = placesFor(comparisons, () => false);
  return (notes, bytes, from, to) => {
    for (const { bytes: text, places } of known) {
      if (text.length !== to - from || !beginsWith(bytes, from, to, text)) continue;
      for (const place of places) notes.hit(place);
      return;
    }
    for (const place of others) notes.hit(place);
  };
}

function placesFor(
  comparisons: readonly Comparison[],
  isAmong: (values: readonly string[]) => boolean,
): readonly number[] {
  return comparisons
    .filter(({ is, values }) => isAmong(values) === (is === "among"))
    .map(({ place }) => place);
}
