/** `fix --rule`, F99, F100. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fix } from "../../../src/commands/fix.command.ts";
import { apiClaim, apiVolume, heldClaim } from "../../support/fix/objects.ts";
import { session } from "../../support/fix/session.ts";

const bare = ["data", "logs", "mail"].map((name) => apiClaim(name));
const volume = apiVolume("pv", { finalizers: ["kubernetes.io/pv-protection"] }, { policy: "Retain" });

test("--rule mends what the rule finds, and no more objects than --max allows", async (context) => {
  const { run, writes } = await session(context, [...bare, volume]);
  const argv = ["fix", "--rule", "claim-unprotected", "-n", "app"];
  const refused = await run([...argv, "--max", "2", "--yes"]);
  assert.equal(refused.code, 5, `${refused.out}${refused.err}`);
  assert.match(refused.err, /3 objects match, and fix changes at most 2. To fix all of them, add --max 3/);
  assert.deepEqual(writes(), []);
  const done = await run([...argv, "--max", "3", "--yes"]);
  assert.equal(done.code, 0, `${done.out}${done.err}`);
  assert.equal(writes().length, 3);
  assert.ok(
    writes().every((write) => write.startsWith("PATCH /api/v1/namespaces/app/persistentvolumeclaims/")),
  );
  const again = await run(argv);
  assert.deepEqual(
    [again.code, again.err],
    [0, "Nothing to do: rule claim-unprotected finds no problems.\n"],
  );
  assert.deepEqual((await run(["fix", "pvc", "-n", "none", "--dry-run"])).err, "No resources found\n");
  assert.equal((await run(["fix", "--rule", "no-such-rule", "--yes"])).code, 2);
  assert.equal((await run(["fix", "pvc/data", "--rule", "claim-unprotected"])).code, 2);
});

test("the example of --rule in the help does what it says", async (context) => {
  const { run } = await session(context, [...bare, volume]);
  const example = fix.examples.find(({ line }) => line.includes("--rule"));
  assert.match(example?.what ?? "", /missing protection/);
  const { code, out } = await run([...(example?.line.split(" ") ?? []), "--dry-run"]);
  assert.equal(code, 0, out);
  assert.equal(out.match(/Add the finalizer kubernetes.io\/pvc-protection to/g)?.length, 3, out);
});

test("F100: -o json is the same whatever the terminal and the language are", async (context) => {
  const { run } = await session(context, heldClaim);
  const argv = ["fix", "pvc/data", "-n", "app", "--dry-run", "-o", "json"];
  const { out } = await run(argv);
  for (const env of [
    { LANG: "C" },
    { TZ: "Asia/Tokyo" },
    { NO_COLOR: "1" },
    { FORCE_COLOR: "1" },
    { TERM: "dumb" },
  ])
    assert.equal((await run(argv, { env })).out, out);
  assert.equal((await run(argv, { types: ["y"] })).out, out);
});

test("F99: what nobody expected is one line, never a success, and nothing is sent", async (context) => {
  const { run, writes } = await session(context, heldClaim);
  let calls = 0;
  const now = () => {
    calls += 1;
    if (calls > 3) throw new Error("out of order");
    return Date.parse("2026-11-20T12:00:00Z");
  };
  const { code, err } = await run(["fix", "pvc/data", "-n", "app", "--yes"], { now });
  assert.ok(code !== 0 && code !== 3, String(code));
  assert.match(err, /^error: .*\n$/);
  assert.deepEqual(writes(), []);
});
