/** `fix` without an object: a plan for everything that is stuck. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { apiClaim, apiVolume, heldClaim } from "../../support/fix/objects.ts";
import { session } from "../../support/fix/session.ts";

test("a plan for everything that is stuck in the namespace sends nothing", async (context) => {
  const { run, writes } = await session(context, [
    ...heldClaim,
    apiClaim("well", { finalizers: ["kubernetes.io/pvc-protection"] }),
  ]);
  const { out, err, code } = await run(["fix", "--dry-run", "-n", "app"]);
  assert.equal(code, 0, err);
  assert.match(out, /Delete pod\/import/);
  assert.match(out, /sha256:|digest/i);
  assert.doesNotMatch(out, /claim\/well/);
  assert.deepEqual(writes(), []);
  const everywhere = await run(["fix", "--dry-run", "-A"]);
  assert.equal(everywhere.code, 0, everywhere.err);
  assert.match(everywhere.out, /Delete pod\/import/);
  const elsewhere = await run(["fix", "--dry-run", "-n", "other"]);
  assert.deepEqual([elsewhere.out, elsewhere.code], ["", 0]);
  assert.match(elsewhere.err, /no object that could be read is stuck/);
});

test("what one step ends stands in the plan once", async (context) => {
  const { run } = await session(context, heldClaim);
  const { out } = await run(["fix", "--dry-run", "-n", "app", "-o", "json"]);
  const { items } = JSON.parse(out);
  const requests = items.map((item: { readonly steps: unknown }) => JSON.stringify(item.steps));
  assert.equal(new Set(requests).size, requests.length);
  assert.equal(items.length, 1);
});

test("without an answer nothing is sent; with the digest of that plan it is", async (context) => {
  const { run, writes } = await session(context, heldClaim);
  const unanswered = await run(["fix", "-n", "app"]);
  assert.equal(unanswered.code, 5);
  assert.deepEqual(writes(), []);
  const { out } = await run(["fix", "--dry-run", "-n", "app", "-o", "json"]);
  const { digest } = JSON.parse(out);
  const done = await run(["fix", "-n", "app", `--confirm=${digest}`]);
  assert.equal(done.code, 0, `${done.out}${done.err}`);
  assert.equal(writes().length, 1);
});

test("a remedy is asked for of an object, not of everything", async (context) => {
  const { run } = await session(context, heldClaim);
  const { err, code } = await run(["fix", "--remedy", "set-retain", "-n", "app"]);
  assert.equal(code, 2);
  assert.match(err, /need the name of an object/);
});

test("where a person must act, the step that keeps the data is named", async (context) => {
  const held = apiClaim("data", { deleted: "yes", finalizers: ["example.com/hold"] });
  const { run } = await session(context, [held, apiVolume("pv")]);
  const { out, code } = await run(["fix", "pvc/data", "-n", "app", "--dry-run"]);
  assert.equal(code, 5);
  assert.match(out, /If you want something else instead, fix can do: --remedy\s+set-retain\./);
});
