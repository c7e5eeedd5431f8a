/** The built program, run as a process of its own. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { commandHelp, globalOptions, rootHelp } from "../../src/cli/help.ts";
import { parse } from "../../src/cli/parse.ts";
import { commands } from "../../src/commands/all.ts";
import { cluster, dist, file, folder, main, pvguard } from "./built.ts";

test("help is the same as the command makes it", () => {
  for (const argv of [["--help"], ["why", "-h"], ["help", "fix"], ["options"]]) {
    const { stdout, status } = pvguard(argv);
    const parsed = parse(argv, commands);
    assert.ok(parsed.do !== "run");
    const made =
      parsed.do === "options"
        ? globalOptions()
        : parsed.command === undefined
          ? rootHelp(commands)
          : commandHelp(parsed.command);
    assert.deepEqual([stdout, status], [made, 0]);
  }
});

test("the version is that of the package", () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8"));
  for (const argv of [["--version"], ["version"], ["version", "--color=never"]]) {
    assert.equal(pvguard(argv).stdout, `kubectl-pvguard v${version}\n`);
  }
});

test("it explains a file, and standard input", () => {
  const byFile = pvguard(["why", "pvc/data", "--from", file]);
  assert.equal(byFile.stderr, "");
  assert.match(byFile.stdout, /FinishedPodUsesClaim/);
  assert.equal(byFile.status, 0);
  const byInput = pvguard(["why", "pvc/data", "--from", "-", "-oname"], { input: cluster });
  assert.equal(byInput.stdout, "persistentvolumeclaim/data\n");
});

test("errors are lines on standard error, and never a stack", () => {
  const rows: readonly (readonly [readonly string[], number])[] = [
    [["bogus"], 2],
    [["why"], 2],
    [["why", "pvc/data", "--from", "/does/not/exist"], 2],
    [["why", "pvc/data", "--kubeconfig", "/does/not/exist"], 2],
    [["why", "pvc/data", "-s", "https://127.0.0.1:1"], 4],
    [["why", "pvc/nope", "--from", file], 2],
  ];
  for (const [argv, status] of rows) {
    const ran = pvguard(argv, { env: { PATH: process.env.PATH ?? "", HOME: folder } });
    assert.deepEqual([ran.stdout, ran.status], ["", status], argv.join(" "));
    assert.notEqual(ran.stderr, "");
    assert.doesNotMatch(ran.stderr, /^\s+at /m);
  }
});

test("a reader who wants no more is no failure", async () => {
  const child = spawn(process.execPath, [main, "explain", "--all"], { stdio: ["ignore", "pipe", "pipe"] });
  let err = "";
  child.stderr.on("data", (chunk) => {
    err += chunk;
  });
  child.stdout.once("data", () => child.stdout.destroy());
  const code = await new Promise((settle) => child.on("close", settle));
  assert.deepEqual([code, err], [0, ""]);
});

test("a full disk is an error", { skip: !existsSync("/dev/full") && "there is no /dev/full here" }, () => {
  const full = openSync("/dev/full", "w");
  const { stderr, status } = pvguard(["explain"], { stdio: ["ignore", full, "pipe"] });
  assert.equal(stderr, "error: could not write the output: no space left on device\n");
  assert.equal(status, 2);
});

test("a snapshot is a file for its owner alone, whatever the umask, and nothing else is left behind", () => {
  const target = join(folder, "saved");
  const old = process.umask(0);
  try {
    assert.equal(pvguard(["snapshot", "--from", file, "-o", target]).status, 0);
  } finally {
    process.umask(old);
  }
  assert.equal(statSync(target).mode & 0o777, 0o600);
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.endsWith(".tmp")),
    [],
  );
  assert.match(pvguard(["why", "pvc/data", "--from", target]).stdout, /FinishedPodUsesClaim/);
});

test("who interrupts gets 130, soon", async () => {
  // A server that never answers: what it is asked shows that the program is waiting.
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  const child = spawn(process.execPath, [main, "why", "pvc/data", "-s", `http://127.0.0.1:${port}`], {
    stdio: "ignore",
  });
  const ended = new Promise((settle) => child.on("close", (code) => settle(code)));
  server.once("request", () => child.kill("SIGINT"));
  assert.equal(await ended, 130);
  server.closeAllConnections();
  server.close();
});

test("completion is silent and quick about a cluster that does not answer", () => {
  const begin = process.hrtime.bigint();
  const ran = spawnSync(
    process.execPath,
    [join(dist, "complete.cjs"), "why", "-s", "https://192.0.2.1", "pvc/"],
    {
      encoding: "utf8",
      env: { PATH: process.env.PATH ?? "", HOME: folder },
    },
  );
  assert.deepEqual([ran.stdout, ran.stderr, ran.status], [":4\n", "", 0]);
  assert.ok(process.hrtime.bigint() - begin < 10_000_000_000n);
});

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const keepsCode = major > 22 || (major === 22 && minor >= 1);

test("Node.js keeps the compiled code in the user's own cache", {
  skip: !keepsCode && "this Node.js keeps none",
}, () => {
  const home = mkdtempSync(join(folder, "home-"));
  const code = join(home, ".cache", "pvguard", "code");
  const run = (env: Readonly<Record<string, string>> = {}) =>
    pvguard(["explain", "PodUsesClaim"], { env: { PATH: process.env.PATH ?? "", HOME: home, ...env } });
  const told = run({ NODE_DISABLE_COMPILE_CACHE: "1" });
  assert.equal(existsSync(code), false);
  assert.deepEqual([run().stdout, run().stdout], [told.stdout, told.stdout]);
  const kept = readdirSync(code, { recursive: true, encoding: "utf8" }).map((name) => join(code, name));
  const files = kept.filter((path) => statSync(path).isFile());
  assert.notEqual(files.length, 0);
  for (const path of files) writeFileSync(path, readFileSync(path).subarray(0, 100));
  assert.deepEqual([run().stdout, run().stderr], [told.stdout, ""], "damaged code is not used");
});

test("without a home nothing is kept, and nothing is lost", () => {
  const { stdout, stderr, status } = pvguard(["why", "pvc/data", "--from", file], {
    env: { PATH: process.env.PATH ?? "" },
  });
  assert.match(stdout, /FinishedPodUsesClaim/);
  assert.deepEqual([stderr, status], ["", 0]);
});
