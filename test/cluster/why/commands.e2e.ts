/** Every command through kubectl, of the cluster and of a file. */
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { after, before, test } from "node:test";
import { testApi } from "../support/e2e.ts";
import { newFolder } from "../support/folders.ts";
import { newNode } from "../support/node.ts";
import type { Program } from "./support/program.ts";
import { buildProgram } from "./support/program.ts";
import type { World } from "./support/world.ts";
import { claims, newWorld, volumes } from "./support/world.ts";

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
  assert.equal(placeless(offline), placeless(live));
});

/** A file says when it is of, and that it is not the cluster. */
function placeless(card: string): string {
  return ageless(card)
    .replace(/^As of (?:.+\n)+\n?/m, "")
    .replaceAll("On the cluster: ", "")
    .replace("pvguard can do the first step: ", "");
}

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

interface RescueTold {
  readonly digest?: string;
  readonly exitCode: number;
  readonly outcomes: readonly { readonly stage: string; readonly status: string }[];
  readonly restored: readonly unknown[];
  readonly steps: readonly {
    readonly when?: string;
    readonly said: readonly { readonly status: string }[];
  }[];
}

/** What `rescue` or `undo` says to a program. */
async function told(wanted: number, ...args: readonly string[]): Promise<RescueTold> {
  return JSON.parse(await printed(wanted, ...args, "-o", "json"));
}

/** A volume that nothing uses, deleted by mistake, as kubectl deletes it. */
async function deletedVolume(context: TestContext) {
  const world = await newWorld(context, api, await newNode(context, api));
  const volume = world.name("volume");
  await world.bound(volume, "data", { persistentVolumeReclaimPolicy: "Delete" });
  const before = await world.until(claims, world.place("data"), () => true);
  await program.kubectl(undefined, "delete", "pv", volume, "--wait=false");
  await world.until(volumes, { name: volume }, ({ metadata }) => metadata.deletionTimestamp !== undefined);
  const folder = newFolder("pvguard-state");
  const of = ["pvc/data", "-n", world.namespace, "--backup-dir", folder];
  return { world, volume, folder, of, uid: before.metadata.uid };
}

test("rescue, live: asked about, refused without an answer, and done", async (context) => {
  const { world, volume, of, uid } = await deletedVolume(context);
  const asked = await told(0, "rescue", ...of, "--dry-run=server");
  assert.deepEqual(
    asked.steps.filter(({ when }) => when === "now").map(({ said }) => said[0]?.status),
    ["allowed", "allowed"],
  );
  await printed(5, "rescue", ...of);
  const still = await world.until(volumes, { name: volume }, () => true);
  assert.equal(still.metadata.deletionTimestamp !== undefined, true);
  const { digest = "" } = await told(0, "rescue", ...of, "--dry-run");
  const { outcomes, restored } = await told(0, "rescue", ...of, `--confirm=${digest}`);
  assert.deepEqual(
    outcomes.map(({ stage, status }) => `${stage} ${status}`),
    ["retain done", "delete-claim done", "create-volume done", "create-claim done"],
  );
  assert.equal(restored.length, 1);
  const claim = await world.until(claims, world.place("data"), ({ status }) => status?.phase === "Bound");
  assert.equal(claim.spec?.volumeName, volume);
  assert.notEqual(claim.metadata.uid, uid);
  assert.match(await printed(0, "rescue", ...of), /There is nothing to rescue/);
});

test("undo, live: what was saved and is gone comes back", async (context) => {
  const { world, volume, folder, of } = await deletedVolume(context);
  const { digest = "" } = await told(0, "rescue", ...of, "--dry-run");
  await told(0, "rescue", ...of, `--confirm=${digest}`);
  await world.delete(claims, "data");
  await world.untilGone(claims, world.place("data"));
  const backups = join(folder, "backups");
  const isOfClaim = (file: string) => file.startsWith("persistentvolumeclaim-");
  const saved = readdirSync(backups).find((each) => readdirSync(join(backups, each)).some(isOfClaim)) ?? "";
  const undo = ["undo", join(backups, saved), "--backup-dir", folder];
  const planned = await told(0, ...undo, "--dry-run=server");
  const done = await told(0, ...undo, `--confirm=${planned.digest}`);
  assert.deepEqual(
    done.outcomes.map(({ stage, status }) => `${stage} ${status}`),
    ["release-volume done", "create-claim done"],
  );
  const claim = await world.until(claims, world.place("data"), ({ status }) => status?.phase === "Bound");
  assert.equal(claim.spec?.volumeName, volume);
  assert.match(await printed(0, ...undo), /nothing to recreate/);
});

test("rescue and undo have no use for a file, and say so", async (context) => {
  const { file } = await claimInUse(context);
  await printed(2, "rescue", "pvc/data", "--from", file);
  await printed(2, "undo", "backup", "--from", file);
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
