import assert from "node:assert/strict";
import { test } from "node:test";
import { oddCharacters, readable, shown, whole } from "../../src/render/escape.ts";

const spelled: readonly (readonly [what: string, text: string, visible: string])[] = [
  ["clear screen", "\u001b[2J", "\\x1b[2J"],
  ["8-bit control sequence", "\u009b31m", "\\x9b31m"],
  ["delete", "a\u007fb", "a\\x7fb"],
  ["bell and null", "\u0007\u0000", "\\x07\\x00"],
  ["line breaks and tabs", "a\r\n\tb", "a\\r\\n\\tb"],
  ["line and paragraph separator", "a\u2028b\u2029", "a<U+2028>b<U+2029>"],
  ["right-to-left override", "\u202egnp", "<U+202E>gnp"],
  ["bidi isolate and mark", "\u2066\u200e", "<U+2066><U+200E>"],
  ["zero width", "a\u200bb\u200dc", "a<U+200B>b<U+200D>c"],
  ["byte order mark", "\ufeffx", "<U+FEFF>x"],
  ["soft hyphen", "a\u00adb", "a<U+00AD>b"],
  ["no-break space", "a\u00a0b", "a<U+00A0>b"],
  ["tag character", "\u{e0041}", "<U+E0041>"],
  ["variation selectors", "a\ufe0f\u{e0100}", "a<U+FE0F><U+E0100>"],
  ["Hangul filler and blank Braille", "\u3164\u2800", "<U+3164><U+2800>"],
  ["lone surrogates", "\ud800x\udc00", "\\ud800x\\udc00"],
  ["words of any script", "données 数据 данные é 🙂", "données 数据 данные é 🙂"],
  ["four marks on one letter", "a\u0301\u0301\u0301\u0301", "a\u0301\u0301\u0301<U+0301>"],
  ["a mark that would join what stands before", "\u0301a", "<U+0301>a"],
];

for (const [what, text, visible] of spelled) {
  test(`visible: ${what}`, () => assert.equal(whole(text), visible));
}

test("shown: as much as an event can say, whole; of more, the begin and the end, where the cause is", () => {
  assert.equal(shown("x".repeat(1024)), "x".repeat(1024));
  assert.equal(
    shown(`${"x".repeat(1024 * 1024)} the quota is exceeded`),
    `${"x".repeat(256)} [\u2026 1,047,574 more \u2026] ${"x".repeat(746)} the quota is exceeded`,
  );
});

test("shown: what is written out counts as it is shown", () => {
  const visible = shown("\u202e".repeat(200));
  assert.equal(visible, `${"<U+202E>".repeat(32)} [\u2026 72 more \u2026] ${"<U+202E>".repeat(96)}`);
});

test("shown: no pair of surrogates is parted", () => {
  assert.doesNotMatch(shown("\u{1f600}".repeat(1500)), /\\u/);
  assert.doesNotMatch(shown(`a${"\u{1f600}".repeat(1500)}b`), /\\u/);
});

test("readable: in quotes only what could pass for the report's own words", () => {
  const kept = [
    "data-0",
    "vol-0abc",
    "spec.volumes[0]",
    "10.0.0.1:6443",
    "server#share#sub",
    "a plain sentence.",
  ];
  for (const text of kept) assert.equal(readable(text).text, text);
  const forged = [
    "[safe] go on",
    "error: gone",
    "├─ pod",
    "$ rm -rf /",
    "← root cause",
    " led",
    "",
    "a  b",
    "x\n1. y",
  ];
  for (const text of forged) assert.match(readable(text).text, /^".*"$/);
});

test("a finalizer that only looks like a known one is told apart", () => {
  assert.equal(oddCharacters("kubernetes.iо/pvc-protection"), "non-ASCII");
  assert.equal(oddCharacters("kubernetes.io/pvc-\x1bprotection\x7f"), "control");
  assert.equal(oddCharacters("kubernetes.iо/pvc-protection\n"), "control and non-ASCII");
  assert.equal(oddCharacters("kubernetes.io/pvc-protection"), "none");
});
