import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { commands } from "../../src/commands/all.ts";

const folder = join(import.meta.dirname, "..", "..", "src", "commands");

test("every command file is registered under its own name, once", () => {
  const files = readdirSync(folder).flatMap((name) => /^(.*)\.command\.ts$/.exec(name)?.[1] ?? []);
  assert.deepEqual(commands.map(({ name }) => name).sort(), files.sort(), "src/commands/all.ts lists them");
});
