/** What makes few cases in `npm test` makes many of them in `npm run test:slow`. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { testFiles } from "./groups/files.ts";

const read = (path: string) => readFileSync(join(import.meta.dirname, path), "utf8");

test("each test file that makes few cases is in the slow suite", () => {
  const { scripts } = JSON.parse(read("../package.json")) as { scripts: Readonly<Record<string, string>> };
  const parts = scripts["test:slow"]?.split(" ").filter((word) => word.startsWith("test/")) ?? [];
  const slow = new Set(testFiles(parts));
  const few = testFiles([]).filter((file) => /\/support\/runs\.ts"/.test(read(file)));
  assert.ok(few.length > 0);
  assert.deepEqual(
    few.filter((file) => !slow.has(file)),
    [],
  );
});
