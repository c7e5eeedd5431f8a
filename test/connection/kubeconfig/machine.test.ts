import assert from "node:assert/strict";
import { existsSync, statSync } from "node:fs";
import { mkdtemp, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { machine } from "../../../src/connection/kubeconfig/index.ts";

function real() {
  const said: string[] = [];
  const surroundings = machine({
    env: {},
    home: undefined,
    workingDirectory: "/",
    platform: process.platform === "win32" ? "windows" : "posix",
    isAtTerminal: () => false,
    warn() {},
    now: () => 0,
    killGroup: (leader) => process.kill(-leader, "SIGKILL"),
    pluginSays: (text) => said.push(text),
  });
  return { ...surroundings, said };
}

function call(script: string, timeLimit = 60_000) {
  return {
    command: process.execPath,
    args: ["-e", script],
    env: { A: "1" },
    input: "none",
    timeLimit,
  } as const;
}

test("a plugin gets its environment; its output is returned and its complaints are passed on", async () => {
  const surroundings = real();
  const run = await surroundings.runPlugin(
    call("process.stderr.write('hm'); process.stdout.write(process.env.A)"),
  );
  assert.deepEqual(run, { ended: "exit", code: 0, output: Buffer.from("1") });
  assert.equal(surroundings.said.join(""), "hm");
});

test("F25 a program that is not there", async () => {
  const run = await real().runPlugin({ ...call(""), command: "/no/such/program" });
  assert.deepEqual(run, { ended: "not-found" });
});

/** So long may a plugin take that never ends: a slow machine needs longer to start what it starts. */
const timeLimits = [400, 2000, 10_000];

test("F27 a plugin that hangs is killed with what it started", {
  skip: process.platform === "win32",
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), "pvguard-"));
  const beats = join(folder, "beats");
  const child = `setInterval(() => require('fs').appendFileSync(${JSON.stringify(beats)}, '.'), 20)`;
  const script = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { stdio: 'inherit' }); setInterval(() => {}, 1000)`;
  for (const limit of timeLimits) {
    assert.deepEqual(await real().runPlugin(call(script, limit)), { ended: "time-limit" });
    if (existsSync(beats)) break;
  }
  assert.ok(existsSync(beats), "what the plugin started has begun");
  assert.ok(await fallsSilent(beats), "what the plugin started still runs");
});

async function fallsSilent(file: string): Promise<boolean> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const { size } = statSync(file);
    await new Promise((resolve) => setTimeout(resolve, 300));
    if (statSync(file).size === size) return true;
  }
  return false;
}

test("a plugin that floods its output is stopped", async () => {
  const flood = "setInterval(() => process.stdout.write('x'.repeat(1 << 18)), 1)";
  const run = await real().runPlugin(call(flood));
  assert.deepEqual(run, { ended: "output-limit" });
});

test("files: read, missing, unreadable", async () => {
  const folder = await mkdtemp(join(tmpdir(), "pvguard-"));
  await writeFile(join(folder, "a"), "x");
  const { readFile } = real();
  assert.deepEqual(await readFile(join(folder, "a")), { state: "read", bytes: Buffer.from("x") });
  assert.deepEqual(await readFile(join(folder, "b")), { state: "missing" });
  assert.deepEqual(await readFile(folder), { state: "unreadable", detail: "is a directory" });
});

test("a file without an end, or larger than any that is meant, is not read", {
  skip: process.platform === "win32",
}, async () => {
  const surroundings = real();
  const tooLarge = { state: "unreadable", detail: "it is larger than 64 MiB" };
  assert.deepEqual(await surroundings.readFile("/dev/zero"), tooLarge);
  const file = join(await mkdtemp(join(tmpdir(), "pvguard-")), "config");
  await writeFile(file, "");
  await truncate(file, 64 * 1024 ** 2 + 1);
  assert.deepEqual(await surroundings.readFile(file), tooLarge);
});

test("an empty device is an empty file, and a folder is none", {
  skip: process.platform === "win32",
}, async () => {
  assert.deepEqual(await real().readFile("/dev/null"), { state: "read", bytes: Buffer.alloc(0) });
  assert.deepEqual(await real().readFile(tmpdir()), { state: "unreadable", detail: "is a directory" });
});
