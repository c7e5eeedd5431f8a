import assert from "node:assert/strict";
import { test } from "node:test";
import { checkOf, hashOf } from "../../src/kubernetes/index.ts";

const many = 100_000;
const lowBits = 0xffff;

const names: Readonly<Record<string, (at: number) => string>> = {
  "of a set": (at) => `data-web-${at}`,
  "of three letters": (at) => at.toString(36).padStart(3, "0"),
  "with a namespace": (at) =>
    `10:team-00${String(at % 100).padStart(3, "0")}${at.toString(36).length}:${at.toString(36)}`,
  "with a long begin": (at) => `pvc-1f9c3b52-7c5e-4f2a-9d6b-${at.toString(16).padStart(12, "0")}`,
  "beyond ASCII": (at) => `данные-${at}`,
};

for (const [what, nameOf] of Object.entries(names))
  test(`names ${what} are told apart by both hashes, and spread by the low bits of one`, () => {
    const all = Array.from({ length: many }, (_, at) => nameOf(at));
    assert.equal(new Set(all.map((name) => `${hashOf(name)} ${checkOf(name)}`)).size, many);
    // Of so many, thrown at random, some three quarters of the places are hit.
    const places = new Set(all.map((name) => hashOf(name) & lowBits)).size;
    assert.ok(places > 0.75 * lowBits, `${places} places`);
  });

test("texts of which one is the other and more are told apart", () => {
  const texts = [
    "",
    "\0",
    "\0\0",
    "a",
    "a\0",
    "a\0\0\0",
    "aaaa",
    "aaaa\0",
    "\0a",
    "ā",
    "\u0001\u0001",
    "\\101;",
  ];
  assert.equal(new Set(texts.map(hashOf)).size, texts.length);
  assert.equal(new Set(texts.map(checkOf)).size, texts.length);
});
