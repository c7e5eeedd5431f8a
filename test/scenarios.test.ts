/** Every scenario folder, played as a terminal session. `UPDATE=1` writes the goldens; then a person reads them. */
import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { commandLines, guardOf, play, remediesIn, scenarios, unwrapped } from "./support/scenario.ts";

const isUpdate = process.env.UPDATE === "1";
const wanted = process.env.SCENARIO ?? "";
const all = scenarios().filter(({ name }) => wanted.split(",").some((part) => name.includes(part)));

for (const scenario of all) {
  test(scenario.name, async (context) => {
    assert.ok(existsSync(join(scenario.folder, "cluster.yaml")), "a scenario has a cluster.yaml");
    assert.ok(scenario.goldens.length > 0, "a scenario has a golden, such as why.txt");
    const played: string[] = [];
    for (const file of scenario.goldens) {
      const golden = readFileSync(file, "utf8");
      const session = await play(commandLines(golden), scenario.folder, context);
      played.push(session);
      if (isUpdate) writeFileSync(file, session);
      else assert.equal(session, golden);
    }
    const guard = guardOf(scenario);
    if (guard === undefined) return;
    const proposed = played.map(remediesIn).join("\n");
    for (const text of guard.never)
      assert.ok(!proposed.includes(text), `proposes what it must never: ${text}`);
    const said = unwrapped(played.join("\n"));
    for (const text of guard.must) assert.ok(said.includes(text), `does not say: ${text}`);
  });
}

test("all 30 traps have a scenario that refuses the tempting answer", () => {
  if (wanted !== "") return;
  const covered = new Set(all.flatMap((scenario) => guardOf(scenario)?.traps ?? []));
  const missing = Array.from({ length: 30 }, (_, index) => index + 1).filter((trap) => !covered.has(trap));
  assert.deepEqual(missing, []);
});

test("a guard can fail: it names something to refuse or to say", () => {
  for (const scenario of all) {
    const guard = guardOf(scenario);
    if (guard === undefined) continue;
    assert.ok(guard.traps.length > 0, `${scenario.name}: never.txt names no trap`);
    assert.ok(guard.never.length + guard.must.length > 0, `${scenario.name}: never.txt guards nothing`);
  }
});
