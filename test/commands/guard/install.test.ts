/** `guard --install` and `--uninstall`, against a server in memory: asked first, guarded, repeatable. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { accidents, guardFor } from "../../../src/guard/index.ts";
import { session } from "../../support/fix/session.ts";
import type { JsonObject } from "../../support/memory-server/index.ts";

const groups = ["admissionregistration.k8s.io"];
const resources = ["validatingadmissionpolicies", "validatingadmissionpolicybindings"];
const admin = [{ name: "ada", token: "t", rights: [{ verbs: ["*"], groups, resources }] }];
const all = accidents.length;

interface Document {
  readonly digest: string;
  readonly apply?: string;
  readonly items: readonly { readonly title: string; readonly label: string }[];
  readonly refusals: readonly { readonly reason: string; readonly message: string }[];
}

const policies = (objects: readonly JsonObject[]) =>
  objects.filter(({ kind }) => String(kind).startsWith("ValidatingAdmissionPolicy"));

test("a dry run shows every step with its digest, and sends nothing", async (context) => {
  const { run, writes } = await session(context, [], { users: admin });
  const { code, out } = await run(["guard", "--install", "--dry-run"]);
  assert.equal(code, 0);
  for (const { name } of accidents)
    assert.match(out, new RegExp(`\\[safe\\] Install the guard ${name} \\(mode warn\\)\n`));
  assert.match(out, /Digest of this plan: [0-9a-f]{64}/);
  assert.deepEqual(writes(), []);
});

test("without a terminal it asks for the digest, and with it installs what was shown", async (context) => {
  const opened = await session(context, [], { users: admin });
  const argv = ["guard", "--install", "--mode", "deny"];
  const first = await opened.run([...argv, "-o", "json"]);
  assert.equal(first.code, 5);
  assert.match(first.err, /Cannot ask for confirmation without a terminal/);
  assert.deepEqual(opened.writes(), []);
  const { digest, apply } = JSON.parse(first.out) as Document;
  assert.equal(apply, undefined, "fix would not carry it out");
  const other = await opened.run(["guard", "--install", "--confirm", digest]);
  assert.equal(other.code, 5);
  assert.match(other.err, /digest of a different plan/);
  const second = await opened.run([...argv, "--confirm", digest]);
  assert.equal(second.code, 0, second.err);
  assert.equal(opened.writes().length, 2 * all);
  assert.equal(policies(opened.server.objects()).length, 2 * all);
  for (const { accident, policy } of accidents.map((each) => guardFor(each, { mode: "deny", exempt: [] }))) {
    const found = opened.server
      .objects()
      .find(({ kind, metadata }) => kind === policy.kind && Object(metadata).name === policy.metadata.name);
    assert.deepEqual(found?.spec, policy.spec, accident.name);
  }
});

test("what is installed is left alone, another mode changes it, and --uninstall removes it in the other order", async (context) => {
  const opened = await session(context, [], { users: admin });
  const argv = ["guard", "--only", "namespace,claim-data", "--install", "--yes"];
  assert.equal((await opened.run(argv)).code, 0);
  const before = opened.writes().length;
  const again = await opened.run(argv);
  assert.equal(again.code, 0);
  assert.match(again.out, /Nothing to do: the guard namespace is installed as asked/);
  assert.equal(opened.writes().length, before);
  const denying = await opened.run([...argv, "--mode", "deny"]);
  assert.equal(denying.code, 0, denying.err);
  const patches = opened.writes().slice(before);
  assert.equal(patches.length, 4);
  assert.ok(patches.every((each) => each.startsWith("PATCH ")));
  const removed = await opened.run(["guard", "--uninstall", "--yes"]);
  assert.equal(removed.code, 0, removed.err);
  assert.deepEqual(
    opened
      .writes()
      .slice(before + 4)
      .map((each) => each.replace(/.*\//, "")),
    ["pvguard-claim-data", "pvguard-claim-data", "pvguard-namespace", "pvguard-namespace"],
  );
  assert.match(opened.writes()[before + 4] ?? "", /policybindings\/pvguard-claim-data$/);
  assert.deepEqual(policies(opened.server.objects()), []);
});

test("a policy of another tool under that name is kept, and nothing else is sent either", async (context) => {
  const { policy } = guardFor(accidents[0] ?? assert.fail(), { mode: "deny", exempt: [] });
  const theirs = { ...policy, metadata: { name: policy.metadata.name, uid: "u1" } } as unknown as JsonObject;
  const opened = await session(context, [theirs], { users: admin });
  for (const aim of ["--install", "--uninstall"]) {
    const { code, out } = await opened.run(["guard", aim, "--yes"]);
    assert.equal(code, 5);
    assert.match(out.replaceAll(/\s+/g, " "), /\(NotOurs\).*pvguard did not install it/);
  }
  assert.deepEqual(opened.writes(), []);
});

test("who may not write policies is told so before the question", async (context) => {
  const rights = [{ verbs: ["get", "list"], groups: ["*"], resources: ["*"] }];
  const opened = await session(context, [], { users: [{ name: "bob", token: "t", rights }] });
  const { code, out } = await opened.run(["guard", "--install"], { types: ["y"] });
  assert.equal(code, 5);
  assert.match(out.replaceAll(/\s+/g, " "), /NotAllowed.*You may not create validatingadmissionpolicies/);
  assert.deepEqual(opened.writes(), []);
});

test("what could not be read is not taken for missing", async (context) => {
  const opened = await session(context, [], { users: [{ name: "eve", token: "t", rights: [] }] });
  const { code, out } = await opened.run(["guard", "--install", "--yes", "-o", "json"]);
  assert.equal(code, 3);
  const { items, refusals } = JSON.parse(out) as Document;
  assert.deepEqual(items, []);
  assert.deepEqual([...new Set(refusals.map(({ reason }) => reason))], ["IncompleteView"]);
  assert.deepEqual(opened.writes(), []);
});

test("a person at the terminal is asked, and no means no", async (context) => {
  const opened = await session(context, [], { users: admin });
  const no = await opened.run(["guard", "--install"], { types: ["n"] });
  assert.equal(no.code, 5);
  assert.deepEqual(opened.writes(), []);
  const yes = await opened.run(["guard", "--install"], { types: ["y"] });
  assert.equal(yes.code, 0, yes.err);
  assert.match(yes.out, /Done \(step 2 of 2\): Install the guard namespace \(mode warn\): It was created\./);
});

test("what a server says is printed escaped", async (context) => {
  const evil = "no\u001b[2J\u202e";
  const opened = await session(context, [], {
    users: admin,
    instead: ({ method, path }) =>
      method === "POST" && path.includes("/validatingadmissionpolic")
        ? {
            code: 403,
            body: { kind: "Status", apiVersion: "v1", reason: "Forbidden", message: evil, code: 403 },
          }
        : undefined,
  });
  for (const more of [[], ["-o", "json"]]) {
    const { code, out, err } = await opened.run(["guard", "--install", "--yes", ...more]);
    assert.equal(code, 5);
    assert.match(out, /ServerRefuses/);
    for (const character of ["\u001b", "\u202e"]) assert.ok(!(out + err).includes(character));
  }
});
