/** Every scenario's `why`, of a live server and of the file: no answer may depend on how the objects were read. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { bothWays } from "../memory-server/both-ways.ts";
import { commandLines, scenarios } from "../support/scenario.ts";

/** What they say of a server, its answers must say: these files say in their header which owners are not there. */
const tellsOfOwners = /^owners:/m;

/** A server says it in its own words. */
const notFound = (answer: Awaited<ReturnType<typeof bothWays>>["live"]) => ({
  ...answer,
  err: answer.err.replace(
    /^(?:error: .* not found in the input .*|Error from server \(NotFound\): .*)$/m,
    "not found",
  ),
});

for (const { name, folder, goldens } of scenarios()) {
  if (tellsOfOwners.test(readFileSync(join(folder, "cluster.yaml"), "utf8"))) continue;
  const lines = goldens.flatMap((golden) => commandLines(readFileSync(golden, "utf8")));
  for (const line of lines.filter((each) => /^why [^-][^']*$/.test(each) && !/ -o/.test(each))) {
    test(`${name}: ${line}`, async (context) => {
      const { live, offline } = await bothWays(context, name, line.split(" ").slice(1));
      assert.deepEqual(notFound(live), notFound(offline));
    });
  }
}
