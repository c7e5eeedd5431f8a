/** docs/guard.md says of every guard what it refuses, and of every controller why it passes. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { guard } from "../../src/commands/guard.command.ts";
import { accidents, exemptControllers, unlocks } from "../../src/guard/index.ts";

const page = readFileSync(join(import.meta.dirname, "..", "..", "docs", "guard.md"), "utf8");

/** As the table has it. */
const looked = {
  "at nothing else": /the (claim or )?volume \|$/,
  "at each volume": /each volume \|$/,
  "at each pod of the namespace": /each pod of the namespace \|$/,
} as const;

test("the table has every guard in their order, and what its policy looks at", () => {
  const rows = page.split("\n").filter((line) => /^\| `[a-z-]+` \|/.test(line));
  assert.deepEqual(
    rows.map((row) => row.split("`")[1]),
    accidents.map(({ name }) => name),
  );
  for (const [at, { looks }] of accidents.entries()) assert.match(rows[at] ?? "", looked[looks]);
});

test("the help has every guard", () => {
  for (const { name } of accidents) assert.match(guard.details, new RegExp(`^ {2}${name} `, "m"));
});

test("every controller that passes is listed with its reason", () => {
  for (const { user, because } of exemptControllers)
    if (user.startsWith("system:serviceaccount:"))
      assert.ok(page.includes(`| \`${user}\` | ${because} |`), user);
    else assert.ok(page.includes(`| \`${user}\` |`), user);
});

test("the annotations are those that the policies read", () => {
  for (const key of Object.values(unlocks)) assert.ok(page.includes(`| \`${key}\` |`), key);
});
