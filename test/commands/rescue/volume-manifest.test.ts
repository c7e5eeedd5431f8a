/** The manifest of a volume that is gone, as a person has kept it. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { scenarioSession } from "../../support/fix/session.ts";

const scenario = "k02-volume-object-gone-pod-running";
const kept = readFileSync(new URL(`../../scenarios/${scenario}/saved.yaml`, import.meta.url), "utf8");
const argv = ["rescue", "pvc/data", "-n", "shop", "--volume-manifest=kept", "--accept=RetainNotProven"];

test("YAML, as `why` proposes to save it, is taken", async (context) => {
  const { run } = await scenarioSession(context, scenario);
  const { code, out, err } = await run([...argv, "--dry-run"], { files: { kept } });
  assert.equal(code, 0, err);
  assert.match(out, /1\. Recreate pv\/pvc-60298a/);
});

for (const [what, text, says] of [
  ["no manifest", "5", /kept does not contain a manifest/],
  ["an empty file", "", /kept: it is empty/],
  ["half a document", "{", /kept, line 1, column \d+: this is not valid YAML/],
  ["another object", "kind: Pod\nspec: 5\n", /WrongManifest/],
] as const) {
  test(`${what} is refused by its name`, async (context) => {
    const { run, writes } = await scenarioSession(context, scenario);
    const { err } = await run(argv, { files: { kept: text } });
    assert.match(err, says);
    assert.deepEqual(writes(), []);
  });
}
