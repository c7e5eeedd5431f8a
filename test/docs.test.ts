/** What is written about pvguard is what pvguard does. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { generatedDocs, stalePages } from "../build/docs.ts";
import { knowledge } from "../src/knowledge.ts";

const root = join(import.meta.dirname, "..");
const docs = await generatedDocs();

test("the generated docs, and the sessions in the README and in docs/, are up to date (npm run docs)", () => {
  for (const [file, text] of docs) {
    const known = existsSync(join(root, file)) ? readFileSync(join(root, file), "utf8").split("\n") : [];
    // Whole, they are too long to be shown.
    const at = text.split("\n").findIndex((line, place) => line !== known[place]);
    assert.equal(text.split("\n")[at], known[at], `${file} is out of date at line ${at + 1}: npm run docs`);
    assert.equal(text.split("\n").length, known.length, `${file} is out of date: npm run docs`);
  }
});

test("no page is left of what pvguard no longer knows (npm run docs)", () => {
  const generated = new Map(docs);
  assert.deepEqual(stalePages(generated), []);
  const [without = ""] = [...generated.keys()].filter((file) => file.startsWith("docs/reasons/"));
  generated.delete(without);
  assert.deepEqual(stalePages(generated), [without]);
});

test("every rule has a page, and every page a rule", () => {
  const wanted = knowledge.rules.map(({ code }) => `${code}.md`);
  assert.deepEqual(readdirSync(join(root, "docs", "rules")).sort(), [...wanted, "README.md"].sort());
});

test("the README, the usage and each guide show real sessions", () => {
  const sessionsIn = (file: string) =>
    readFileSync(join(root, file), "utf8").split("```console\n$ kubectl pvguard ").length - 1;
  assert.match(readFileSync(join(root, "README.md"), "utf8"), /!\[[^\]]+\]\(docs\/card\.svg\)/);
  assert.ok(sessionsIn("docs/usage.md") >= 3);
  for (const guide of readdirSync(join(root, "docs", "guides")))
    assert.ok(sessionsIn(`docs/guides/${guide}`) >= 1, guide);
});
