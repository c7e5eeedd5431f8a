/** The tools: what they take, what they answer, and that they only read. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Ajv } from "ajv";
import { tools } from "../../../src/commands/mcp/tools.ts";
import { runCli } from "../../support/run-cli.ts";
import type { Json } from "./support/talk.ts";
import { asked, assertPublished, call, request, talk } from "./support/talk.ts";

const scenario = (name: string) => join(import.meta.dirname, "..", "..", "scenarios", name, "cluster.yaml");
const file = scenario("a01-finished-job-pod");
const claim = { object: "pvc/data", namespace: "app", from: [file] };

const listed = async (argv: readonly string[] = []): Promise<readonly Json[]> =>
  (await talk([request(1, "tools/list")], argv)).to(1).result?.tools;

test("every tool says that it only reads, and what it takes and gives", async () => {
  const all = await listed();
  assert.deepEqual(
    all.map(({ name }) => name),
    ["why", "blockers", "audit", "explain", "plan_fix"],
  );
  for (const { name, annotations, inputSchema, outputSchema } of all) {
    assert.equal(annotations.readOnlyHint, true, name);
    assert.equal(annotations.destructiveHint, false, name);
    assert.equal(inputSchema.type, "object");
    new Ajv({ strict: true }).compile(inputSchema);
    if (name !== "explain") new Ajv({ strict: true, strictTypes: false }).compile(outputSchema);
  }
  // A client gives all of it to the assistant, in each conversation.
  assert.ok(JSON.stringify(all).length < 15_000, `${JSON.stringify(all).length}`);
});

test("every flag that a tool sets is one of its command", () => {
  for (const { name, command, arguments: all, flags } of tools) {
    const known = command.flags.map((flag) => flag.name);
    const set = [...all.flatMap((each) => (each.gives === "flag" ? [each.flag.name] : [])), ...flags.keys()];
    for (const flag of set)
      assert.ok(known.includes(flag) || flag === "context" || flag === "namespace", `${name}: ${flag}`);
  }
});

test("a tool answers as its command does: the same document, and the text for people beside it", async () => {
  const result = await asked("why", claim);
  const { out } = await runCli(
    ["why", "pvc/data", "-n", "app", "--from", file, "-o", "json"],
    Date.parse("2026-11-20T12:00:00Z"),
  );
  const { document, exitCode, notRead, leftOut, messages } = result.structuredContent;
  assert.deepEqual(document, JSON.parse(out), "nothing in it needs a mark");
  assert.deepEqual({ exitCode, leftOut, messages }, { exitCode: 0, leftOut: [], messages: [] });
  assert.deepEqual(notRead, { count: 0, lists: [] });
  assert.match(result.content[0].text, /kubectl patch pv pv1 -p/);
  assert.match(result.content[0].text, /\[loses data\]/);
});

test("every structured answer follows its output schema and its published schema", async () => {
  const all = await listed();
  const calls = {
    why: { ...claim, if_deleted: true },
    blockers: claim,
    audit: { from: [file], risk: true },
    plan_fix: claim,
  };
  for (const [name, given] of Object.entries(calls)) {
    const result = await asked(name, given);
    assert.equal(result.isError, undefined, JSON.stringify(result));
    const { outputSchema } = all.find((each) => each.name === name);
    const valid = new Ajv({ strictTypes: false }).compile(outputSchema);
    assert.equal(valid(result.structuredContent), true, JSON.stringify(valid.errors));
    const { kind } = result.structuredContent.document;
    assertPublished(result.structuredContent.document, `${String(kind).toLowerCase()}.v1alpha1.json`);
  }
});

test("what was not read is a field of the answer, and its document names it too", async (context) => {
  const folder = mkdtempSync(join(tmpdir(), "pvguard-mcp-"));
  context.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "claims.yaml");
  const metadata = { name: "data", namespace: "app", uid: "u1", creationTimestamp: "2026-11-20T09:00:00Z" };
  const spec = { volumeName: "pv1" };
  const marked = {
    ...metadata,
    deletionTimestamp: "2026-11-20T10:00:00Z",
    finalizers: ["kubernetes.io/pvc-protection"],
  };
  writeFileSync(
    path,
    JSON.stringify({ apiVersion: "v1", kind: "PersistentVolumeClaim", metadata: marked, spec }),
  );
  const { notRead, document, exitCode } = (
    await asked("why", { object: "pvc/data", namespace: "app", from: [path] })
  ).structuredContent;
  assert.equal(exitCode, 3);
  assert.equal(document.complete, false);
  assert.ok(notRead.count > 0 && notRead.count === document.unread.length);
  assert.ok(
    notRead.lists.some((list: string) => /^v1\/pods.*: NotCollected$/.test(list)),
    notRead.lists.join(),
  );
});

test("wrong arguments are a result that the assistant can correct", async (context) => {
  const folder = mkdtempSync(join(tmpdir(), "pvguard-mcp-"));
  context.after(() => rmSync(folder, { recursive: true }));
  // Nothing ever writes to it: who reads it waits without end.
  const pipe = join(folder, "pipe");
  execFileSync("mkfifo", [pipe]);
  const wrong: readonly (readonly [string, object, RegExp])[] = [
    ["why", { objekt: "pvc/data" }, /unknown argument "objekt": the arguments are object, if_deleted/],
    ["why", { object: 7 }, /object must be a text/],
    ["why", { from: "x.yaml" }, /from must be a list of texts/],
    ["why", { if_deleted: "yes" }, /if_deleted must be true or false/],
    ["why", { object: "pvc/a\0b" }, /NUL/],
    ["why", { __proto__: null, constructor: "x" }, /unknown argument/],
    ["plan_fix", { object: "pvc/data", max: 0 }, /max must be a whole number of at least 1/],
    ["why", { object: "nonsense/data", from: [file] }, /resource type/],
    ["why", { object: "--from=/etc/passwd", from: [file] }, /more than one slash/],
    ["why", { object: "pvc/nope", namespace: "app", from: [file] }, /"nope" not found/],
    ["why", { object: "pvc/data", from: ["/does/not/exist"] }, /no such file|does not exist|ENOENT/],
    ["why", { object: "pvc/data", from: ["-"] }, /standard input is not read/],
    ["why", { object: "pvc/data", from: ["/dev/../dev//stdin"] }, /standard input is not read/],
    ["why", { object: "pvc/data", from: ["../../../proc/self/fd/0"] }, /standard input is not read/],
    ["why", { object: "pvc/data", from: ["/dev/zero"] }, /\/dev\/zero⟧? is a pipe or a device/],
    ["plan_fix", { object: "pvc/data", from: [file, pipe] }, /is a pipe or a device/],
    ["audit", { rules: ["PVG999"], from: [file] }, /PVG999/],
    ["explain", { object: "NoSuchPage" }, /no page about/],
    ["plan_fix", { object: "pvc/data", namespace: "app", remedy: "nope", from: [file] }, /unknown remedy/],
    ["why", { page: "1-1" }, /no longer exists/],
  ];
  for (const [name, given, message] of wrong) {
    const result = await asked(name, given);
    assert.equal(result.isError, true, `${name} ${JSON.stringify(given)}`);
    assert.match(result.content[0].text, message);
  }
});

test("an error repeats no more of an argument than a person would be shown", async () => {
  const long = "x".repeat(100_000);
  for (const given of [
    { [long]: 1 },
    { object: `pvc/${long}`, from: [file] },
    { object: long, from: [file] },
  ])
    assert.ok((await asked("why", given)).content[0].text.length < 3000);
});

test("arguments that are no object are refused", async () => {
  const { to } = await talk([request(1, "tools/call", { name: "why", arguments: "pvc/data" })]);
  assert.equal(to(1).result?.isError, true);
});

test("a server that was started for one cluster or some files takes no other", async () => {
  const has = (all: readonly Json[], name: string) =>
    all.some(({ inputSchema }) => name in inputSchema.properties);
  const own = await listed(["--context", "prod"]);
  assert.equal(has(own, "context") || has(own, "from"), false);
  assert.equal(has(own, "namespace"), true);
  const files = await listed(["--from", file]);
  assert.equal(has(files, "context") || has(files, "from"), false);
  const result = await asked("why", { object: "pvc/data", namespace: "app" }, ["--from", file]);
  assert.equal(result.structuredContent.document.diagnoses[0].object.name, "data");
  const other = await asked("why", { object: "pvc/data", from: [file] }, ["--from", file]);
  assert.match(other.content[0].text, /unknown argument "from"/);
});

test("a plan is made, and nothing is sent, kept or written", async () => {
  // runCli fails on every file that is written.
  const result = await asked("plan_fix", claim);
  const { document } = result.structuredContent;
  assert.equal(document.mode, "client");
  assert.ok(document.items.length > 0);
  assert.deepEqual(
    document.items.flatMap((item: Json) => item.steps.flatMap((step: Json) => step.said)),
    [],
  );
});

test("many calls at once are all answered, each by its id", async () => {
  const ids = Array.from({ length: 20 }, (_, at) => `call-${at}`);
  const { to, err } = await talk(ids.map((id) => call(id, "blockers", claim)));
  for (const id of ids) assert.equal(to(id).result?.structuredContent.document.kind, "BlockerList");
  assert.equal(err, "");
});

test("a list of calls that never ends is refused in part, and the rest is answered", async () => {
  const { replies } = await talk(Array.from({ length: 100 }, (_, at) => call(at, "blockers", claim)));
  const refused = replies.filter(({ error }) => error?.code === -32000);
  assert.equal(replies.length, 100);
  assert.ok(refused.length > 0 && refused.length <= 32, `${refused.length}`);
});

test("usage is checked before anything is read", async () => {
  const input = await talk([], ["--from", "-"]);
  assert.equal(input.code, 2);
  assert.match(input.err, /standard input has the messages of the client/);
  assert.equal((await talk([], ["--from", "/dev/stdin"])).code, 2);
  const { err, code } = await talk([], ["--answer-size=100"]);
  assert.equal(code, 2);
  assert.match(err, /--answer-size must be at least 4000/);
});
