/** Every command through kubectl, of the cluster and of a file. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, type TestContext, test } from "node:test";
import { testApi } from "../support/e2e.ts";
import { newNode } from "../support/node.ts";
import { buildProgram, type Program } from "./support/program.ts";
import { claims, newWorld, type World } from "./support/world.ts";

const api = testApi();
let program: Program;
before(async () => {
  program = await buildProgram();
});
after(() => program.remove());

/** A claim that is deleted and in use, and a snapshot of its namespace. */
async function claimInUse(context: TestContext): Promise<{ readonly world: World; readonly file: string }> {
  const world = await newWorld(context, api, await newNode(context, api));
  await world.bound(world.name("volume"));
  await world.pod("web");
  await world.podPhase("web", "Running");
  await world.delete(claims, "data");
  const file = join(program.folder, `${world.namespace}.yaml`);
  assert.equal(await printed(0, "snapshot", "-n", world.namespace, "-o", file), "");
  return { world, file };
}

async function printed(wanted: number, ...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await program.throughKubectl(undefined, ...args);
  assert.equal(code, wanted, `${args.join(" ")}: ${stderr}${stdout}`);
  return stdout;
}

test("why, live and from a file", async (context) => {
  const { world, file } = await claimInUse(context);
  const asked = ["why", "pvc/data", "-n", world.namespace];
  const live = await printed(0, ...asked);
  assert.match(live, /pod\/web .*uses the claim/s);
  const offline = await printed(0, ...asked, "--from", file);
  assert.match(offline, /\(the time in the snapshot\)/);
  assert.ok(ageless(offline).endsWith(ageless(live)), offline);
});

test("blockers, live and from a file", async (context) => {
  const { world, file } = await claimInUse(context);
  const asked = ["blockers", "pvc/data", "-n", world.namespace, "-o", "name"];
  assert.equal(await printed(0, ...asked), "pod/web\n");
  assert.equal(await printed(0, ...asked, "--from", file), "pod/web\n");
});

test("audit, live and from a file", async (context) => {
  const { world, file } = await claimInUse(context);
  const asked = ["audit", "-n", world.namespace, "--older-than=0s", "--fail-on=never", "-o", "name"];
  const live = await printed(0, ...asked);
  assert.match(live, /persistentvolumeclaim\/data/);
  assert.equal(await printed(0, ...asked, "--from", file), live);
});

test("snapshot, live and from a file", async (context) => {
  const { world, file } = await claimInUse(context);
  const again = `${file}.again`;
  await printed(0, "snapshot", "-n", world.namespace, "--from", file, "-o", again);
  const asked = ["why", "pvc/data", "-n", world.namespace, "-o", "yaml", "--from"];
  const [first, second] = [await printed(0, ...asked, file), await printed(0, ...asked, again)];
  assert.equal(withoutSource(second), withoutSource(first));
});

test("explain, version and completion ask no cluster", async () => {
  const nowhere = ["--server=https://127.0.0.1:1"];
  assert.match(await printed(0, "explain", "PodUsesClaim", ...nowhere), /PodUsesClaim/);
  assert.match(await printed(0, "version", ...nowhere), /^kubectl-pvguard v\d+\.\d+\.\d+/);
  assert.match(await printed(0, "completion", "bash", ...nowhere), /complete .*kubectl-pvguard/);
});

test("kubectl completes the names of the cluster's objects", async (context) => {
  const { world } = await claimInUse(context);
  const args = ["__complete", "pvguard", "why", "-n", world.namespace, "pvc/da"];
  const { stdout } = await program.kubectl(undefined, ...args);
  assert.match(stdout, /^pvc\/data$/m);
});

function ageless(text: string): string {
  return text.replaceAll(/\b\d+[smh]\b/g, "0s");
}

function withoutSource(report: string): string {
  return report.replace(/^source: .*$/m, "");
}
