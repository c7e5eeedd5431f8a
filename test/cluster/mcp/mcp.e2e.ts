/** `mcp` as an assistant's program starts it, with the official client, against a real API server. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { after, before, test } from "node:test";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { noTerminal } from "../../installed/terminal.ts";
import { stateFolder } from "../rescue/support/run.ts";
import { hasUser, testApi, testKubeconfig } from "../support/e2e.ts";
import { startFront } from "../support/front.ts";
import { heldByFinishedPod } from "../why/support/finished-pod.ts";
import type { Program } from "../why/support/program.ts";
import { buildProgram } from "../why/support/program.ts";
import { claims, pods } from "../why/support/world.ts";

const api = testApi();
let program: Program;
before(async () => {
  program = await buildProgram(testKubeconfig());
});
after(() => program.remove());

// biome-ignore lint/suspicious/noExplicitAny: the edge that parses; each test asserts what it reads
type Json = any;

interface Assistant {
  ask(tool: string, given: object): Promise<Json>;
  tools(): Promise<readonly string[]>;
}

/** A server of its own, which ends with the test. */
async function assistant(
  context: TestContext,
  argv: readonly string[],
  kubeconfig = testKubeconfig(),
): Promise<Assistant> {
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
  const transport = new StdioClientTransport({
    command: join(program.folder, "kubectl-pvguard"),
    args: ["mcp", ...argv],
    env: { PATH: process.env.PATH ?? "", HOME: "/nonexistent", KUBECONFIG: kubeconfig },
    stderr: "inherit",
  });
  await client.connect(transport);
  context.after(() => client.close());
  return {
    ask: (name, given) => client.callTool({ name, arguments: { ...given } }),
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
  };
}

/** What a person types on a terminal of 80 columns, who answers yes to all that is asked. */
async function onTerminal(line: string): Promise<{ readonly screen: string; readonly code: number }> {
  const child = spawn("script", ["--quiet", "--return", "--command", `stty cols 80; ${line}`, "/dev/null"], {
    env: { ...process.env, PATH: `${program.folder}:${process.env.PATH}`, KUBECONFIG: testKubeconfig() },
    stdio: ["pipe", "pipe", "inherit"],
  });
  let screen = "";
  child.stdout.on("data", (piece: Buffer) => {
    screen += piece.toString();
    if (screen.endsWith("] ") || screen.endsWith(": ")) child.stdin.write("y\n");
  });
  const code = await new Promise<number>((resolve) => child.once("close", (status) => resolve(status ?? 1)));
  return { screen, code };
}

test("an assistant learns why a claim is stuck, and releases it once a person has approved that on a terminal", {
  skip: noTerminal,
}, async (context) => {
  const { world, volume } = await heldByFinishedPod(context, api);
  const { namespace } = world;
  const folder = stateFolder(context);
  const { ask, tools } = await assistant(context, ["--allow-writes", "--backup-dir", folder]);
  assert.deepEqual(await tools(), ["why", "blockers", "audit", "explain", "plan_fix", "apply_fix"]);

  const claim = { object: "pvc/data", namespace };
  const why = await ask("why", claim);
  assert.match(why.content[0].text, /pod\/import has finished \(Succeeded\) but has not been deleted/);
  assert.equal(why.structuredContent.document.diagnoses[0].verdict.category, "blocked");
  const audit = await ask("audit", { namespace, older_than: "0s" });
  const codes = audit.structuredContent.document.findings.map(({ code }: Json) => code);
  assert.ok(codes.includes("PVG101"), codes.join());
  assert.equal(audit.structuredContent.notRead.count, 0);

  const { digest } = (await ask("plan_fix", claim)).structuredContent.document;
  const refused = await ask("apply_fix", { digest });
  assert.equal(refused.isError, true);
  const [, line = ""] = /run this in a terminal: (.*)$/m.exec(refused.content[0].text) ?? [];
  assert.match(line, /^kubectl pvguard fix pvc\/data --namespace \S+ --backup-dir \S+ --approve$/);
  assert.ok(await api.get(claims, world.place("data")), "nothing was sent yet");
  const { screen, code } = await onTerminal(line);
  assert.equal(code, 0, screen);
  assert.ok(await api.get(pods, world.place("import")), "an approval sends nothing");

  const applied = await ask("apply_fix", { digest });
  assert.equal(applied.isError, undefined, applied.content[0].text);
  await world.untilGone(claims, world.place("data"));
  assert.equal(await api.get(pods, world.place("import")), undefined);
  assert.ok(await api.get("v1/persistentvolumes", { name: volume }));
  assert.equal((await ask("apply_fix", { digest })).isError, true, "an approval counts once");
});

test("what a user may not read is told, and is not taken for absent", {
  skip: hasUser("view-role") ? false : "the cluster does not have our users",
}, async (context) => {
  const { world } = await heldByFinishedPod(context, api);
  const { namespace } = world;
  const { ask } = await assistant(context, []);
  const none = await ask("why", { object: "pvc/data", namespace, context: "nobody" });
  assert.equal(none.isError, true);
  assert.match(none.content[0].text, /Forbidden.*User .*nobody.* cannot get/);
  const some = await ask("audit", { namespace, context: "view-role", older_than: "0s" });
  const { notRead, exitCode, document } = some.structuredContent;
  const ofVolumes = notRead.lists.filter((each: string) => each === "v1/persistentvolumes: Forbidden");
  assert.equal(ofVolumes.length, 1, notRead.lists.join());
  assert.equal(document.complete, false);
  assert.notEqual(exitCode, 0);
  const why = await ask("why", { object: "pvc/data", namespace, context: "no-pods" });
  assert.equal(why.structuredContent.exitCode, 3);
  assert.ok(why.structuredContent.notRead.count > 0);
});

test("an API server that goes away is an error of that call, and the next one is answered", async (context) => {
  const { world } = await heldByFinishedPod(context, api);
  let isAway = false;
  const front = await startFront(testKubeconfig(), async () => {
    if (isAway) throw new Error("away");
  });
  context.after(() => front.close());
  const { ask } = await assistant(context, [], front.kubeconfigPath);
  const claim = { object: "pvc/data", namespace: world.namespace };
  const answered = async () => (await ask("why", claim)).structuredContent?.document.diagnoses.length;
  assert.equal(await answered(), 1);
  isAway = true;
  for (const [tool, given] of [
    ["why", claim],
    ["audit", {}],
    ["plan_fix", claim],
  ] as const) {
    const result = await ask(tool, given);
    assert.equal(result.isError, true, tool);
    assert.match(result.content[0].text, /Exit code 4\./, tool);
  }
  isAway = false;
  assert.equal(await answered(), 1);
});
