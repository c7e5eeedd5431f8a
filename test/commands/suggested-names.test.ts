/** A mistyped name gets a suggestion: a near name, or where an object of that name is. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { inputSource } from "../../src/commands/index.ts";
import { claim, volume } from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";
import { runCommand } from "./support/run-command.ts";

const objects = [
  claim({ name: "data-0" }),
  claim({ name: "logs", namespace: "bank" }),
  volume({ name: "pv-data" }),
];

const rows = [
  { asked: ["pvc/dta-0", "-n", "shop"], meant: "pvc/data-0 (shop)" },
  { asked: ["pvc/logs", "-n", "shop"], meant: "pvc/logs (bank)" },
  { asked: ["pvc/data-0", "-n", "shp"], meant: "pvc/data-0 (shop)" },
  { asked: ["pv/pv-dta"], meant: "pv/pv-data" },
] as const;

for (const { asked, meant } of rows)
  test(`${asked.join(" ")}: did you mean ${meant}?`, async () => {
    const { err, code } = await runCommand(["why", ...asked], inputSource(snapshotOf(objects)));
    assert.match(err, /^error: .* not found in the input \(test\)\n/);
    assert.equal(err.split("Did you mean this?")[1], `\n\t${meant}\n`);
    assert.equal(code, 2);
  });

test("nothing is suggested where nothing is near", async () => {
  const { err } = await runCommand(["why", "pvc/zebra", "-n", "shop"], inputSource(snapshotOf(objects)));
  assert.equal(err, 'error: persistentvolumeclaims "zebra" not found in the input (test)\n');
});
