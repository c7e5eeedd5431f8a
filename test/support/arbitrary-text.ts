import fc from "fast-check";

const surrogates = 0xe000 - 0xd800;

/** As fast-check's unit "binary", which puts all of Unicode into a map before it gives the first character. */
const character = fc
  .nat({ max: 0x10ffff - surrogates })
  .map((n) => String.fromCodePoint(n < 0xd800 ? n : n + surrogates));

/** Text of any code points. */
export function anyText(maxLength?: number): fc.Arbitrary<string> {
  return fc.string({ unit: character, ...(maxLength === undefined ? {} : { maxLength }) });
}
