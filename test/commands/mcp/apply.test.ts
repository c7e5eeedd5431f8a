/** The tool that writes: there only if a person starts the server so, and only for a plan that a person approved elsewhere. */
import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { test } from "node:test";
import type { Session } from "../../support/fix/session.ts";
import { scenarioSession } from "../../support/fix/session.ts";
import type { Conversation } from "./support/conversation.ts";
import { open } from "./support/conversation.ts";
import type { Json } from "./support/talk.ts";
import { call, request, talk } from "./support/talk.ts";

const claim = { object: "pvc/data", namespace: "app" };

/** A server for an assistant on a cluster in memory. */
async function started(
  context: TestContext,
  argv: readonly string[] = ["--allow-writes"],
): Promise<{ readonly session: Session; readonly conversation: Conversation }> {
  const session = await scenarioSession(context, "a01-finished-job-pod");
  const conversation = await open([...argv, "--kubeconfig", join(session.folder, "config")], {
    env: { HOME: session.folder },
    cwd: () => session.folder,
    userNumber: process.getuid?.(),
  });
  context.after(() => conversation.close());
  return { session, conversation };
}

async function planned({ ask }: Conversation): Promise<Json> {
  const result = await ask("plan_fix", claim);
  assert.equal(result.isError, undefined, result.content[0].text);
  return result.structuredContent.document;
}

const approve = (session: Session, types: readonly string[]) =>
  session.run(["fix", "pvc/data", "-n", "app", "--approve"], { types });

const folderOf = ({ folder }: Session) => join(folder, ".local", "state", "pvguard", "approvals");

test("without the flag there is no tool that writes, and a plan has none of its effects", async (context) => {
  const { session, conversation } = await started(context, []);
  const plan = await planned(conversation);
  assert.match(plan.digest, /^[0-9a-f]{64}$/);
  await assert.rejects(conversation.ask("apply_fix", { digest: plan.digest }), /unknown tool/);
  assert.deepEqual(session.writes(), []);
  assert.equal(existsSync(join(session.folder, ".local")), false, "no journal, no backup");
});

test("a plan is carried out after a person has approved it in a terminal, and once", async (context) => {
  const { session, conversation } = await started(context);
  const { digest } = await planned(conversation);
  const before = await conversation.ask("apply_fix", { digest });
  assert.equal(before.isError, true);
  const [, command] = /run this in a terminal: (.*)$/m.exec(before.content[0].text) ?? [];
  assert.match(command ?? "", /^kubectl pvguard fix pvc\/data --namespace app --kubeconfig \S+ --approve$/);
  assert.deepEqual(session.writes(), []);

  const person = await approve(session, ["y"]);
  assert.equal(person.code, 0, person.err);
  assert.match(person.out, new RegExp(`Approved for 10 minutes, once: digest ${digest}. Nothing was sent.`));
  assert.deepEqual(session.writes(), [], "an approval sends nothing");

  const result = await conversation.ask("apply_fix", { digest });
  assert.equal(result.isError, undefined, result.content[0].text);
  const { document, exitCode } = result.structuredContent;
  assert.equal(exitCode, 0);
  assert.equal(document.mode, "apply");
  assert.equal(document.digest, digest);
  assert.deepEqual(
    document.items.flatMap((item: Json) =>
      item.steps.flatMap((step: Json) => step.said.map(({ status }: Json) => status)),
    ),
    ["allowed", "done"],
  );
  assert.equal(session.writes().length, 1);
  assert.deepEqual(readdirSync(folderOf(session)), []);

  const again = await conversation.ask("apply_fix", { digest });
  assert.equal(again.isError, true);
  assert.equal(session.writes().length, 1);
});

test("a plan about everything that is stuck cannot be approved: it is one question for each cause", async (context) => {
  const { session, conversation } = await started(context);
  const result = await conversation.ask("plan_fix", { namespace: "app" });
  const { document, messages } = result.structuredContent;
  assert.ok(document.items.length > 0);
  assert.match(messages.at(-1), /^To carry it out, a person runs: kubectl pvguard fix --namespace app /);
  const refused = await conversation.ask("apply_fix", { digest: document.digest });
  assert.match(refused.content[0].text, /call plan_fix for one object/);
  assert.deepEqual(session.writes(), []);
});

test("a person who says no approves nothing", async (context) => {
  const { session, conversation } = await started(context);
  const { digest } = await planned(conversation);
  assert.equal((await approve(session, ["n"])).code, 5);
  assert.equal((await conversation.ask("apply_fix", { digest })).isError, true);
  assert.deepEqual(session.writes(), []);
});

test("an approval needs a person at a terminal who sees the plan", async (context) => {
  const { session } = await started(context);
  const without = await session.run(["fix", "pvc/data", "-n", "app", "--approve"], {});
  assert.equal(without.code, 5);
  for (const more of [["--yes"], ["--confirm=abc"], ["--dry-run"], ["-o", "json"]]) {
    const { code, err } = await session.run(["fix", "pvc/data", "-n", "app", "--approve", ...more], {
      types: ["y"],
    });
    assert.equal(code, 2, more.join());
    assert.match(err, /--approve cannot be used with/);
  }
  assert.equal((await session.run(["fix", "--approve", "-n", "app"], { types: ["y"] })).code, 2);
  assert.equal(existsSync(folderOf(session)), false);
});

test("what has changed since the approval is not sent", async (context) => {
  const { session, conversation } = await started(context);
  const { digest } = await planned(conversation);
  await approve(session, ["y"]);
  const volume = session.server.received.length;
  await session.run(["fix", "pv/pv1", "--remedy", "set-retain"], { types: ["y"] });
  assert.ok(session.server.received.length > volume);
  const sent = session.writes().length;
  assert.equal(sent, 1);
  const result = await conversation.ask("apply_fix", { digest });
  assert.notEqual(result.structuredContent?.exitCode ?? 5, 0);
  assert.equal(session.writes().length, sent);
});

test("an approval of another plan, too old, altered, or in a folder of others counts for nothing", async (context) => {
  const { session, conversation } = await started(context);
  const { digest } = await planned(conversation);
  const other = "0".repeat(64);
  assert.match(
    (await conversation.ask("apply_fix", { digest: other })).content[0].text,
    /no plan with that digest/,
  );
  assert.match(
    (await conversation.ask("apply_fix", { digest: "../x" })).content[0].text,
    /no plan with that digest/,
  );
  await approve(session, ["y"]);
  const path = join(folderOf(session), `${digest}.json`);
  const kept = JSON.parse(readFileSync(path, "utf8"));
  for (const wrong of [
    { ...kept, digest: other },
    { ...kept, at: "2026-11-20T11:49:59Z" },
    { ...kept, at: "2026-11-20T12:00:01Z" },
    { ...kept, accepted: [7] },
    "not JSON {",
  ]) {
    writeFileSync(path, typeof wrong === "string" ? wrong : JSON.stringify(wrong), { mode: 0o600 });
    assert.match((await conversation.ask("apply_fix", { digest })).content[0].text, /No person has approved/);
    assert.equal(existsSync(path), false, "it counts no second time either");
  }
  mkdirSync(folderOf(session), { recursive: true });
  writeFileSync(path, JSON.stringify(kept), { mode: 0o600 });
  chmodSync(folderOf(session), 0o777);
  assert.match((await conversation.ask("apply_fix", { digest })).content[0].text, /other users can write/);
  assert.deepEqual(session.writes(), []);
});

test("the tool says that it writes, and takes nothing but a digest", async () => {
  const { to } = await talk([request(1, "tools/list")], ["--allow-writes"]);
  const tool = to(1).result?.tools.at(-1);
  assert.equal(tool.name, "apply_fix");
  assert.deepEqual(Object.keys(tool.inputSchema.properties), ["digest"]);
  assert.equal(tool.annotations.readOnlyHint, false);
  assert.equal(tool.annotations.destructiveHint, true);
  assert.equal(tool.annotations.idempotentHint, false);
});

test("a plan from files names the cluster that it is for, which need not be the current one", async () => {
  const from = ["test/scenarios/a01-finished-job-pod/cluster.yaml"];
  const { to } = await talk([call(1, "plan_fix", { ...claim, from })]);
  assert.match(
    to(1).result?.structuredContent.messages.at(-1),
    /^A plan from files cannot be carried out\. Against the cluster of these files, a person runs: kubectl pvguard fix pvc\/data /,
  );
});

test("files cannot be changed", async () => {
  const { code, err } = await talk([], ["--allow-writes", "--from", "dump.yaml"]);
  assert.equal(code, 2);
  assert.match(err, /cannot work from files/);
});
