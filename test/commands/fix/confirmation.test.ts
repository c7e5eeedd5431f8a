/** S1: nothing is written without a flag and a confirmation; F92 to F94. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { collecting } from "../../support/collecting.ts";
import { apiVolume, heldClaim } from "../../support/fix/objects.ts";
import { session } from "../../support/fix/session.ts";
import { runs } from "../../support/runs.ts";

const flags = fc.subarray([
  "--dry-run",
  "--dry-run=server",
  "--dry-run=none",
  "--accept=DataDestroyed",
  "--max=3",
  "-ojson",
  "-oyaml",
  "--remedy=set-retain",
  "--remedy=nudge",
  "--remedy=delete-finished-pods",
  "--finalizer=kubernetes.io/pvc-protection",
  "--confirm=0000000000000000000000000000000000000000000000000000000000000000",
  "--confirm=",
  "--yes=false",
  "--plan=nowhere.json",
  "--rule=PVG101",
  "-A",
]);

test("S1: for all argument vectors without a confirmation the server's log holds no write", async (context) => {
  const { run, writes } = await session(context, heldClaim);
  const words = fc.constantFrom(["pvc/data"], ["pv/pv"], ["pvc,pv"], ["pvc", "data"], []);
  await fc.assert(
    fc.asyncProperty(words, flags, async (given, more) => {
      await run(["fix", ...given, "-n", "app", ...more]);
      assert.deepEqual(writes(), []);
    }),
    { numRuns: runs(2, 0.03) },
  );
});

test("S1: Enter, the end of the input, the wrong word and a yes to a risky plan mean no", async (context) => {
  const { run, writes } = await session(context, [
    ...heldClaim.filter(({ kind }) => kind !== "PersistentVolume"),
    apiVolume("pv", { finalizers: ["kubernetes.io/pv-protection"] }),
  ]);
  const risky = ["fix", "pvc/data", "-n", "app", "--remedy", "delete-pod", "--accept", "DataDestroyed"];
  for (const types of [[""], [], ["y"], ["yes"], ["DATA"], [" data"]]) {
    const { code, err } = await run(risky, { types });
    assert.equal(code, 5);
    assert.match(err, /Nothing was sent/);
  }
  assert.deepEqual(writes(), []);
});

test("S1: y is enough for a plan that is safe throughout, and nothing else is", async (context) => {
  const { run, writes } = await session(context, heldClaim);
  for (const types of [[""], ["n"], ["data"]])
    assert.equal((await run(["fix", "pvc/data", "-n", "app"], { types })).code, 5);
  assert.deepEqual(writes(), []);
  assert.equal((await run(["fix", "pvc/data", "-n", "app"], { types: ["y"] })).code, 0);
  assert.deepEqual(writes(), ["DELETE /api/v1/namespaces/app/pods/import"]);
});

test("F94: without a terminal --yes is not enough for what is not safe, and the digest is", async (context) => {
  const { run, writes } = await session(context, [
    ...heldClaim.filter(({ kind }) => kind !== "PersistentVolume"),
    apiVolume("pv", { finalizers: ["kubernetes.io/pv-protection"] }),
  ]);
  const risky = ["fix", "pvc/data", "-n", "app", "--remedy", "delete-pod", "--accept", "DataDestroyed"];
  const refused = await run([...risky, "--yes"]);
  assert.equal(refused.code, 5);
  const [digest = ""] = /--confirm=([0-9a-f]{64})/.exec(refused.err)?.slice(1) ?? [];
  assert.deepEqual(writes(), []);
  assert.equal(
    (await run(["fix", "pvc/data", "-n", "app", "--remedy", "delete-pod", "--confirm", digest])).code,
    5,
    "without --accept",
  );
  assert.deepEqual(writes(), []);
  assert.equal((await run([...risky, "--confirm", digest])).code, 0);
  assert.equal(writes().length, 1);
});

test("a reviewed plan is made anew, and must come out the same", async (context) => {
  const { run, writes } = await session(context, heldClaim);
  const { out } = await run(["fix", "pvc/data", "-n", "app", "--dry-run", "-o", "json"]);
  const { digest } = JSON.parse(out) as { digest: string };
  const files = {
    "plan.json": out,
    "forged.json": out.replace('"namespace": "app"', '"namespace": "app", "remedy": "nudge"'),
  };
  const argv = (file: string) => ["fix", "--plan", file, "--confirm", digest];
  assert.equal((await run(argv("forged.json"), { files })).code, 5);
  for (const text of ["{}", "[]", "x", out.replace(/"words"/, '"word"'), out.replace(/"Plan"/, '"Report"')])
    assert.equal((await run(argv("plan.json"), { files: { "plan.json": text } })).code, 2);
  assert.deepEqual(writes(), []);
  assert.equal((await run(argv("plan.json"), { files })).code, 0);
  assert.equal(writes().length, 1);
  const again = await run(argv("plan.json"), { files });
  assert.equal(again.code, 5);
  assert.match(again.err, /the new plan differs from the plan in the file/);
  assert.equal(writes().length, 1);
});

test("what was reviewed can be confirmed later, also where an annotation is changed to wake controllers", async (context) => {
  const { run, writes } = await session(context, heldClaim);
  const argv = ["fix", "pvc/data", "-n", "app", "--remedy", "nudge"];
  const { out } = await run([...argv, "--dry-run", "-o", "json"]);
  const { digest } = JSON.parse(out) as { digest: string };
  const later = () => Date.parse("2026-11-20T12:10:00Z");
  const confirmed = await run([...argv, "--confirm", digest], { now: later });
  assert.equal(confirmed.code, 0, confirmed.err);
  assert.equal(writes().length, 1);
  assert.equal((await run([...argv, "--confirm", digest], { now: later })).code, 5, "it is nudged already");
});

const broken = (code: string) => ({
  ...collecting([]),
  write: (_text: string, done?: (problem?: Error | null) => void) => {
    done?.(Object.assign(new Error(code), { code }));
    return false;
  },
});

test("F92: a closed output stops no fix half-way, and its audit lines stand on standard error", async (context) => {
  const { run, writes } = await session(context, heldClaim);
  const { code, err } = await run(["fix", "pvc/data", "-n", "app", "--yes"], { stdout: broken("EPIPE") });
  assert.equal(code, 0);
  assert.equal(writes().length, 1);
  assert.match(err, /audit: \{.*"event":"intent"/);
  assert.match(err, /audit: \{.*"event":"result".*"status":"done"/);
});

test("S18: at a terminal the audit lines are in short and come with -v, and a program is told them as they stand in the journal", async (context) => {
  const { run, folder } = await session(context, heldClaim);
  const person = await run(["fix", "pvc/data", "-n", "app", "-v=1"], { types: ["y"] });
  assert.equal(person.code, 0);
  assert.match(
    person.err,
    /^audit: 2026-11-20T12:00:00Z \S+\/1: sending DELETE \/api\/v1\/namespaces\/app\/pods\/import, uid uid-import$/m,
  );
  assert.match(person.err, /^audit: 2026-11-20T12:00:00Z \S+\/1: done, answer 200, Audit-Id \S+$/m);
  assert.doesNotMatch(person.err, /\{/);
  const journal = readFileSync(join(folder, ".local/state/pvguard/journal.jsonl"), "utf8");
  assert.match(journal, /^\{.*"event":"intent".*\n\{.*"event":"result".*\n$/);

  const other = await session(context, heldClaim);
  const program = await other.run(["fix", "pvc/data", "-n", "app", "-ojson", "--yes"], { types: [] });
  assert.match(program.err, /^audit: \{.*"event":"intent"/m);
});

test("F93: an output on a full disk is an error", async (context) => {
  const { run } = await session(context, heldClaim);
  const { code, err } = await run(["fix", "pvc/data", "-n", "app", "--dry-run"], {
    stdout: broken("ENOSPC"),
  });
  assert.equal(code, 2);
  assert.match(err, /no space left/);
});

for (const [command, instead] of [
  ["undo", /\nundo changes a cluster and cannot work from files\. .* 'kubectl pvguard undo BACKUP'\.\n/],
] as const) {
  test(`${command} --from is refused, with what there is instead: files cannot be changed`, async (context) => {
    const { run } = await session(context, []);
    const { code, err } = await run([command, "pvc/data", "--from", "x.yaml"]);
    assert.equal(code, 2);
    assert.match(err, /^error: unknown flag: --from\n/);
    assert.match(err, instead);
  });
}
