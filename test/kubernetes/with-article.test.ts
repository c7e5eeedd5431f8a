import assert from "node:assert/strict";
import { test } from "node:test";
import { kinds, withArticle } from "../../src/kubernetes/index.ts";

test("every kind has the article that a person would say", () => {
  const an = kinds.map(({ kind }) => withArticle(kind)).filter((words) => words.startsWith("an "));
  assert.deepEqual(an.sort(), ["an APIService", "an Event"]);
});
