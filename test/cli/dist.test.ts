/** The built program, run as a process of its own. */
import assert from "node:assert/strict";
import { type SpawnSyncReturns, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { createRequire, isBuiltin } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { runInThisContext } from "node:vm";
import type { Metafile } from "esbuild";
import { bundle, scriptOf } from "../../build/bundle.ts";
import { commandHelp, globalOptions, rootHelp } from "../../src/cli/help/help.ts";
import { parse } from "../../src/cli/parse/parse.ts";
import { commands } from "../../src/commands/all.ts";
import { memoryServer } from "../support/memory-server/index.ts";

const folder = mkdtempSync(join(tmpdir(), "pvguard-dist-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const dist = join(folder, "dist");
const metafile = await bundle(dist);
const main = join(dist, "main.mjs");

const cluster = `apiVersion: pvguard.dev/v1alpha1
kind: Snapshot
takenAt: 2026-11-20T12:00:00Z
reads: all
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: data
  namespace: shop
  uid: u1
  deletionTimestamp: 2026-11-20T10:00:00Z
  finalizers: [kubernetes.io/pvc-protection]
spec: {volumeName: pv-1}
status: {phase: Bound}
---
apiVersion: v1
kind: Pod
metadata: {name: import, namespace: shop, uid: u2}
spec:
  nodeName: n1
  volumes: [{name: d, persistentVolumeClaim: {claimName: data}}]
status: {phase: Succeeded}
`;
const file = join(folder, "cluster.yaml");
writeFileSync(file, cluster);

function pvguard(
  argv: readonly string[],
  more: Parameters<typeof spawnSync>[2] = {},
): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, [main, ...argv], {
    encoding: "utf8",
    ...more,
  }) as SpawnSyncReturns<string>;
}

/** The output of that name. */
function outputs(): ReadonlyMap<string, Metafile["outputs"][string]> {
  return new Map(
    Object.entries(metafile.outputs).map(([path, output]) => [path.split("/").at(-1) ?? "", output]),
  );
}

/** Every file that starting a program loads at once. */
function loadedBy(program: string): readonly string[] {
  const known = outputs();
  const seen = new Set<string>();
  const visit = (name: string): void => {
    if (seen.has(name)) return;
    seen.add(name);
    for (const { path, kind } of known.get(name)?.imports ?? []) {
      if (kind === "import-statement") visit(path.split("/").at(-1) ?? "");
    }
  };
  visit(program);
  return [...seen].filter((name) => known.has(name));
}

/** The packages, and the layers of our own, of all that a file loads at once. */
function partsOf(program: string): readonly string[] {
  const known = outputs();
  return namesOf(loadedBy(program).flatMap((name) => Object.keys(known.get(name)?.inputs ?? {})));
}

/** Packages, and folders of our own. */
function namesOf(inputs: readonly string[]): readonly string[] {
  const parts = inputs.map(
    (input) =>
      /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? input.split("/").slice(0, 2).join("/"),
  );
  return [...new Set(parts)].sort();
}

/** The chunk of a file that is loaded when it is needed. */
function chunkOf(source: string): string {
  const found = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === source);
  return found?.[0].split("/").at(-1) ?? "";
}

function bytesOf(program: string): number {
  return loadedBy(program).reduce((sum, name) => sum + sizeOf(name), 0);
}

test("what is loaded before the command is known is small, and holds no library", () => {
  assert.deepEqual(partsOf("main.mjs"), ["src/main.ts"]);
  assert.ok(bytesOf("main.mjs") < 4096, `${bytesOf("main.mjs")} bytes`);
});

test("help loads its text and what prints it", () => {
  const help = chunkOf("src/cli/help/index.ts");
  assert.deepEqual(partsOf(help), ["src/cli"]);
  assert.ok(bytesOf(help) < 48 * 1024, `${bytesOf(help)} bytes`);
});

/** The one script that nearly all of the program is, and what of each file is in it. */
const inScript = outputs().get("index.js")?.inputs ?? {};

function sizeInScript(file: string): number {
  return inScript[file]?.bytesInOutput ?? 0;
}

/** The files that are evaluated as soon as these are asked for, but for those that nothing is left of. */
function evaluatedWith(...entries: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const { path, kind, external } of metafile.inputs[file]?.imports ?? [])
      if (external !== true && kind !== "dynamic-import") visit(path);
  };
  for (const entry of entries) visit(entry);
  return [...seen].filter((file) => sizeInScript(file) > 0);
}

function sizeOfAll(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + sizeInScript(file), 0);
}

test("nearly all of it is one script, of ASCII alone, so that it is read and compiled in one go", () => {
  const [name, ...others] = readdirSync(join(dist, "chunks")).filter((each) => each.endsWith(".js"));
  assert.deepEqual(others, []);
  const text = readFileSync(join(dist, "chunks", String(name)));
  assert.equal(
    text.findIndex((byte) => byte > 0x7f),
    -1,
  );
  assert.ok(text.length < 1350 * 1024, `${text.length} bytes`);
  const rest = readdirSync(join(dist, "chunks")).filter((each) => each.endsWith(".mjs"));
  assert.ok(rest.length < 8, rest.join(" "));
});

test("until the first question is sent, nothing is evaluated but the parser, the command and the way to the server", () => {
  const start = evaluatedWith("src/cli/index.ts");
  assert.deepEqual(
    namesOf(start).filter((part) => !part.startsWith("src/")),
    ["no-files:fs", "own-width:string-width", "yargs", "yargs-parser"],
  );
  assert.deepEqual(
    start.filter((file) =>
      /^src\/(engine|finalizers|waits|remedies|rules|connection\/http|sources\/live)\//.test(file),
    ),
    [],
  );
  assert.ok(sizeOfAll(start) < 108 * 1024, `${sizeOfAll(start)} bytes`);
  const live = evaluatedWith("src/sources/live/index.ts");
  assert.deepEqual(
    namesOf(live).filter((part) => !/^src\/(model|connection|sources)$/.test(part)),
    ["js-yaml"],
  );
  assert.ok(sizeOfAll(live) < 216 * 1024, `${sizeOfAll(live)} bytes`);
});

const ofWhy = [
  "src/cli/index.ts",
  "src/sources/live/index.ts",
  "src/commands/why/diagnosed.ts",
  "src/render/terminal/report.ts",
];

test("why loads none of Node's modules that only other ways to a server need", () => {
  const modules = evaluatedWith(...ofWhy)
    .flatMap((file) => metafile.inputs[file]?.imports ?? [])
    .flatMap(({ external, kind, path }) => (external === true && kind !== "dynamic-import" ? [path] : []));
  assert.ok(modules.includes("node:tls"));
  assert.deepEqual(
    modules.filter((name) => /^(node:)?(assert|child_process|http|https|os|zlib)$/.test(name)),
    [],
  );
});

test("why evaluates no rule, no page, and nothing that changes anything", () => {
  assert.deepEqual(
    evaluatedWith(...ofWhy).filter((file) =>
      /^src\/(rules|commands\/(audit|fix|pages|rescue|undo)|render\/(audit|views)|executor\/(?!store\/))\/|node_modules\/(cli-table3|ora)\//.test(
        file,
      ),
    ),
    [],
  );
});

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

function sizeOf(name: string): number {
  return (
    [join(dist, name), join(dist, "chunks", name)]
      .filter((path) => existsSync(path))
      .map((path) => statSync(path).size)[0] ?? 0
  );
}

test("every command that prints a table can", () => {
  for (const argv of [["audit"], ["blockers", "pvc/data"], ["why", "pvc/data", "-o", "brief"]]) {
    const { status, stdout, stderr } = pvguard([...argv, "--from", file]);
    assert.match(stdout, /persistentvolumeclaim\/data|pod\/import/, `${argv.join(" ")}: ${stderr}`);
    assert.ok(status === 0 || status === 1, `${argv.join(" ")} ended with ${status}`);
  }
});

test("the transport of the client library is not in it", () => {
  const inputs = Object.keys(metafile.inputs);
  assert.ok(
    inputs.some((input) => input.includes("@kubernetes/client-node/dist/oidc_auth")),
    "OIDC can be refreshed",
  );
  assert.deepEqual(
    inputs.filter((input) => input.includes("node_modules/undici")),
    [],
  );
});

test("what is left of the client library can still refresh a token", async () => {
  const { text } = await scriptOf("src/connection/kubeconfig/client-node.ts");
  const { KubeConfig } = runInThisContext(text)(createRequire(import.meta.url), pathToFileURL(main).href);
  const kubeconfig = new KubeConfig();
  const config = {
    "id-token": "e30.eyJleHAiOjF9.e30",
    "refresh-token": "r",
    "client-id": "c",
    "idp-issuer-url": new URL("https://127.0.0.1:1"),
  };
  kubeconfig.loadFromOptions({
    clusters: [{ name: "c", server: "https://localhost" }],
    users: [{ name: "u", authProvider: { name: "oidc", config } }],
    contexts: [{ name: "x", cluster: "c", user: "u" }],
    currentContext: "x",
  });
  await assert.rejects(kubeconfig.applyToHTTPSOptions({}), /fetch failed/);
});

test("nothing but Node.js is needed to run it", () => {
  const imported = Object.values(metafile.outputs).flatMap(({ imports }) =>
    imports.filter(({ external }) => external === true).map(({ path }) => path),
  );
  assert.ok(imported.length > 0);
  assert.deepEqual(
    imported.filter((path) => !isBuiltin(path)),
    ["./main.mjs"],
  );
});

test("the licences of all that is bundled in are beside it", () => {
  const notices = readFileSync(join(dist, "THIRD_PARTY_NOTICES"), "utf8");
  for (const name of ["yargs-parser", "js-yaml", "ora", "@kubernetes/client-node"]) {
    assert.match(notices, new RegExp(`^${name} \\d`, "m"));
  }
  assert.doesNotMatch(notices, /\(see below\)\n\n\n/);
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
  assert.equal(stderr, "error: the output could not be written: no space left on device\n");
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
    [join(dist, "complete.mjs"), "why", "-s", "https://192.0.2.1", "pvc/"],
    {
      encoding: "utf8",
      env: { PATH: process.env.PATH ?? "", HOME: folder },
    },
  );
  assert.deepEqual([ran.stdout, ran.stderr, ran.status], [":4\n", "", 0]);
  assert.ok(process.hrtime.bigint() - begin < 10_000_000_000n);
});

test("what was compiled is kept for the next run, and made anew when it is damaged", () => {
  const home = mkdtempSync(join(folder, "home-"));
  const code = join(home, ".cache", "pvguard", "code");
  const run = (env: Readonly<Record<string, string>> = {}) =>
    spawnSync(process.execPath, [join(dist, "complete.mjs"), "wh"], {
      encoding: "utf8",
      env: { PATH: process.env.PATH ?? "", HOME: home, ...env },
    });
  const told = run({ NODE_DISABLE_COMPILE_CACHE: "1" });
  assert.match(told.stdout, /^why\t/);
  assert.equal(existsSync(code), false);
  assert.deepEqual([run().stdout, run().stdout], [told.stdout, told.stdout]);
  const [name = "", ...others] = readdirSync(code);
  assert.deepEqual(others, []);
  const whole = readFileSync(join(code, name));
  const before = statSync(join(code, name)).ino;
  assert.equal(run().stderr, "");
  assert.equal(statSync(join(code, name)).ino, before, "it is not written again");
  writeFileSync(join(code, name), whole.subarray(0, whole.length / 2));
  assert.deepEqual([run().stdout, run().stderr], [told.stdout, ""]);
  assert.ok(statSync(join(code, name)).size > whole.length / 2);
});

test("what an audit has compiled is kept, too, whatever it does with V8 meanwhile", async (t) => {
  const server = await memoryServer();
  t.after(() => server.close());
  const home = mkdtempSync(join(folder, "home-"));
  const authority = join(home, "authority.pem");
  writeFileSync(authority, server.authority);
  const flags = ["-s", server.url, "--certificate-authority", authority, "--token", server.tokenOf("admin")];
  const audit = async () => {
    const env = { PATH: process.env.PATH ?? "", HOME: home };
    const child = spawn(process.execPath, [main, "audit", "--color=never", ...flags], { env });
    const [out] = await Promise.all([text(child.stdout), once(child, "exit")]);
    const code = join(home, ".cache", "pvguard", "code");
    return { out, kept: readdirSync(code).map((name) => statSync(join(code, name)).ino) };
  };
  const first = await audit();
  assert.match(first.out, /found|errors|nothing/i);
  assert.deepEqual(await audit(), first);
});
