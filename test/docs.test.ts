/** What is written about pvguard is what pvguard does. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { generatedDocs } from "../build/docs.ts";
import { knowledge } from "../src/knowledge.ts";

const root = join(import.meta.dirname, "..");

test("the generated docs, and the sessions in the README, are up to date (npm run docs)", async () => {
  for (const [file, text] of await generatedDocs()) {
    assert.equal(readFileSync(join(root, file), "utf8"), text, `${file} is out of date`);
  }
});

test("every rule has a page, and every page a rule", () => {
  const wanted = knowledge.rules.map(({ code }) => `${code}.md`);
  assert.deepEqual(readdirSync(join(root, "docs", "rules")).sort(), [...wanted, "README.md"].sort());
});

test("the README shows real sessions", () => {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  assert.ok(readme.split("```console\n$ kubectl pvguard ").length > 3);
});
