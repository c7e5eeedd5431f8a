/** What the built program is made of, and what of it is loaded when. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire, isBuiltin } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { dist, file, main, metafile, outputs, pvguard } from "./built.ts";

/** Packages, and folders of our own. */
function namesOf(inputs: readonly string[]): readonly string[] {
  const parts = inputs.map(
    (input) =>
      /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? input.split("/").slice(0, 2).join("/"),
  );
  return [...new Set(parts)].sort();
}

/** The script that holds what every command needs; those for one command hold a part of it. */
const script = "program.js";

function sizeIn(output: string, file: string): number {
  return outputs().get(output)?.inputs[file]?.bytesInOutput ?? 0;
}

/** The files that are evaluated as soon as these are asked for, but for those that nothing is left of. */
function evaluatedIn(output: string, ...entries: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const { path, kind, external } of metafile.inputs[file]?.imports ?? [])
      if (external !== true && kind !== "dynamic-import") visit(path);
  };
  for (const entry of entries) visit(entry);
  return [...seen].filter((file) => sizeIn(output, file) > 0);
}

function evaluatedWith(...entries: readonly string[]): readonly string[] {
  return evaluatedIn(script, ...entries);
}

test("what is loaded before the command is known is small, holds no library, and evaluates next to nothing", () => {
  assert.deepEqual(evaluatedIn("main.cjs", "src/main.ts"), ["src/main.ts"]);
  assert.deepEqual(namesOf(Object.keys(outputs().get("main.cjs")?.inputs ?? {})), [
    "src/cli",
    "src/install-completer.ts",
    "src/main.ts",
    "src/pager.ts",
    "src/program",
    "src/read-text.ts",
    "src/save-file.ts",
    "src/start-thread.ts",
    "src/v8-flags.ts",
  ]);
});

test("help evaluates its text and what prints it", () => {
  const help = evaluatedIn("main.cjs", "src/cli/help/index.ts");
  assert.deepEqual(namesOf(help), ["src/cli"]);
});

test("nearly all of it is one script, and a part of it for why and audit, of ASCII alone, each read in one go", () => {
  const parts = ["audit", "program", "why"];
  const files = readdirSync(join(dist, "chunks")).filter((each) => /-[0-9a-f]{12}\.js$/.test(each));
  assert.deepEqual(files.map((file) => file.split("-")[0]).sort(), parts);
  for (const file of files) {
    const text = readFileSync(join(dist, "chunks", file));
    assert.equal(
      text.findIndex((byte) => byte > 0x7f),
      -1,
    );
  }
});

test("the script for one command has nothing of the others, and all that itself evaluates", () => {
  for (const [output, other] of [
    ["why.js", /^src\/(rules|commands\/(all|audit|fix|rescue|undo)|executor\/(?!store\/)|cli\/completion)\b/],
    ["audit.js", /^src\/(commands\/(all|why\.|fix|rescue|undo)|executor\/(?!store\/)|cli\/completion)\b/],
  ] as const) {
    const inputs = Object.keys(outputs().get(output)?.inputs ?? {});
    assert.ok(inputs.includes("src/cli/run.ts"), output);
    assert.deepEqual(
      inputs.filter((file) => other.test(file)),
      [],
      output,
    );
  }
});

test("until the first question is sent, nothing is evaluated but the parser, the command and the way to the server", () => {
  const start = evaluatedWith("src/cli/index.ts");
  assert.deepEqual(
    namesOf(start).filter((part) => !part.startsWith("src/")),
    ["no-files:fs", "no-files:node:module", "own-width:string-width", "yargs", "yargs-parser"],
  );
  assert.deepEqual(
    start.filter((file) =>
      /^src\/(engine|finalizers|waits|remedies|rules|connection\/http|sources\/live)\//.test(file),
    ),
    [],
  );
  const live = evaluatedWith("src/sources/live/index.ts");
  assert.deepEqual(
    namesOf(live).filter((part) => !/^src\/(model|connection|sources)$/.test(part)),
    ["js-yaml"],
  );
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
    modules.filter((name) =>
      /^(node:)?(assert|child_process|fs\/promises|http|https|module|os|zlib)$/.test(name),
    ),
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

test("a second thread loads no library, nothing that judges, and little else", () => {
  const inputs = outputs().get("second-thread.cjs")?.inputs ?? {};
  const files = Object.keys(inputs).filter((file) => (inputs[file]?.bytesInOutput ?? 0) > 0);
  assert.deepEqual(namesOf(files), ["src/connection", "src/model", "src/second-thread.ts", "src/sources"]);
});

test("every command that prints a table can", () => {
  for (const argv of [["audit"], ["blockers", "pvc/data"], ["why", "pvc/data", "-o", "brief"]]) {
    const { status, stdout, stderr } = pvguard([...argv, "--from", file]);
    assert.match(stdout, /pvc\/data|pod\/import/, `${argv.join(" ")}: ${stderr}`);
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
  const { newTokens } = createRequire(main)("./chunks/new-tokens.cjs");
  const config = { "refresh-token": "r", "client-id": "c", "idp-issuer-url": "https://127.0.0.1:1" };
  await assert.rejects(newTokens(new Map(Object.entries(config)), []), /ECONNREFUSED/);
});

test("the spinner lies beside, and can be shown", () => {
  const { spinning } = createRequire(main)("./chunks/spinner.cjs");
  assert.equal(spinning({ text: "reading", isEnabled: false, isSilent: true }).text, "reading");
});

test("nothing but Node.js is needed to run it", () => {
  const imported = Object.values(metafile.outputs).flatMap(({ imports }) =>
    imports.filter(({ external }) => external === true).map(({ path }) => path),
  );
  assert.ok(imported.length > 0);
  assert.deepEqual([...new Set(imported.filter((path) => !isBuiltin(path)))].sort(), [
    "./chunks/new-tokens.cjs",
    "./chunks/spinner.cjs",
    "./main.cjs",
  ]);
});

test("the licences of all that is bundled in are beside it", () => {
  const notices = readFileSync(join(dist, "THIRD_PARTY_NOTICES"), "utf8");
  for (const name of ["yargs-parser", "js-yaml", "ora", "@kubernetes/client-node", "openid-client"]) {
    assert.match(notices, new RegExp(`^${name} \\d`, "m"));
  }
  assert.doesNotMatch(notices, /\(see below\)\n\n\n/);
});
