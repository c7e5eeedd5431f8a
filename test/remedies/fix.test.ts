/** Each remedy says what fix does with it, if it does anything. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { knowledge } from "../../src/knowledge.ts";

for (const { name, fixDoes, asked } of knowledge.remedies) {
  test(`${name} says what fix does with it, exactly if fix can do it`, () => {
    const text = readFileSync(join(import.meta.dirname, "..", "..", "src", "remedies", `${name}.ts`), "utf8");
    const isDone = /\bfix(:|Of\(|,)/.test(text);
    assert.equal(fixDoes !== undefined, isDone);
    if (asked !== undefined) assert.ok(isDone, "what can be asked for can be done");
    assert.ok(!(fixDoes ?? "").endsWith("."), "no full stop");
  });
}
