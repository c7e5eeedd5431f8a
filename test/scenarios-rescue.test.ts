/** The plans of rescue and undo in scenarios, played against the API server in memory. `UPDATE=1` writes the goldens. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { playRescue } from "./support/rescue-session.ts";
import { commandLines, scenarios } from "./support/scenario.ts";

for (const { name, folder } of scenarios()) {
  for (const file of readdirSync(folder).filter((each) => /^(rescue|undo).*\.txt$/.test(each))) {
    test(`${name}: ${file}`, async () => {
      const golden = readFileSync(join(folder, file), "utf8");
      const session = await playRescue(commandLines(golden), folder);
      if (process.env.UPDATE === "1") writeFileSync(join(folder, file), session);
      else assert.equal(session, golden);
    });
  }
}
