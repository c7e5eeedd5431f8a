/** Every scenario's `why`, of a live server and of the file: no answer may depend on how the objects were read. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { bothWays } from "../memory-server/both-ways.ts";
import { commandLines, scenarios } from "../support/scenario.ts";

for (const { name, goldens } of scenarios()) {
  const lines = goldens.flatMap((golden) => commandLines(readFileSync(golden, "utf8")));
  for (const line of lines.filter((each) => /^why [^-][^']*$/.test(each) && !/ -o/.test(each))) {
    test(`${name}: ${line}`, async (context) => {
      const { live, offline } = await bothWays(context, name, line.split(" ").slice(1));
      assert.deepEqual(live, offline);
    });
  }
}
