/** On Windows every command that is shown can be pasted into PowerShell: a parser of its language finds the words in it. */
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import type { Node } from "web-tree-sitter";
import { Language, Parser } from "web-tree-sitter";
import { report } from "../../src/analysis/index.ts";
import { knowledge } from "../../src/knowledge.ts";
import { nodeFiles, readInputs } from "../../src/reading/files/index.ts";
import { reached } from "../../src/render/reached.ts";
import { commandLine } from "../../src/render/shell.ts";
import type { CommandLine } from "../../src/report/index.ts";
import { shareOf } from "../support/runs.ts";
import { scenarios } from "../support/scenario.ts";

const flags = ["--kubeconfig", "C:\\Users\\O'Neil\\my config", "--context", "prod eu", "--as", "jane"];
const reach = { flags, shell: "powershell" } as const;

const require = createRequire(join(process.cwd(), "package.json"));
await Parser.init();
const parser = new Parser();
parser.setLanguage(
  await Language.load(require.resolve("tree-sitter-powershell/tree-sitter-powershell.wasm")),
);

/** The words of each command of a pipeline, as PowerShell hands them on. */
function wordsIn(line: string): readonly (readonly string[])[] {
  const raw = /^(\S+) --% ((?:[^|"]|"(?:[^"\\]|\\.)*")*?)(?: \| (.*))?$/s.exec(line);
  if (raw === null) return parsed(line);
  // The grammar takes the pipe for a part of what stands behind --%.
  const [, program = "", verbatim = "", second] = raw;
  assert.equal(parsed(`${program} --% ${verbatim}`).length, 1, line);
  return [[program, ...byWindows(verbatim)], ...(second === undefined ? [] : parsed(second))];
}

function parsed(line: string): readonly (readonly string[])[] {
  const tree = parser.parse(line);
  assert.ok(tree !== null && !tree.rootNode.hasError, line);
  return tree.rootNode
    .descendantsOfType("command")
    .flatMap((command) => (command === null ? [] : [wordsOf(command)]));
}

function wordsOf(command: Node): readonly string[] {
  const [name = ""] = command.text.split(" ");
  const parts = command.childForFieldName("command_elements")?.namedChildren ?? [];
  const words = parts.flatMap((part) =>
    part === null || part.type === "command_argument_sep" ? [] : [part.text],
  );
  return [name, ...words.map(unquoted)];
}

function unquoted(word: string): string {
  return /^'.*'$/s.test(word) ? word.slice(1, -1).replaceAll("''", "'") : word;
}

/** CommandLineToArgvW: 2n backslashes before a quote are n, and 2n+1 are n and the quote itself. */
function byWindows(line: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  let isQuoted = false;
  for (let at = 0; at < line.length; ) {
    const [slashes = ""] = /^\\*/.exec(line.slice(at)) ?? [];
    const next = line[at + slashes.length];
    if (slashes !== "" && next === '"') {
      word = `${word ?? ""}${"\\".repeat(slashes.length >> 1)}`;
      at += slashes.length;
      if (slashes.length % 2 === 1) {
        word += '"';
        at += 1;
      }
    } else if (slashes !== "") {
      word = `${word ?? ""}${slashes}`;
      at += slashes.length;
    } else if (next === '"') {
      isQuoted = !isQuoted;
      word ??= "";
      at += 1;
    } else if (next === " " && !isQuoted) {
      if (word !== undefined) words.push(word);
      word = undefined;
      at += 1;
    } else {
      word = `${word ?? ""}${next}`;
      at += 1;
    }
  }
  assert.ok(!isQuoted, line);
  return word === undefined ? words : [...words, word];
}

function assertPasted(command: CommandLine): "pasted" | "not shown" {
  const line = commandLine({ ...command, shell: "powershell" });
  if (line === undefined) return "not shown";
  const [first, second] = wordsIn(line);
  assert.deepEqual(first, command.argv, line);
  if (command.into === undefined) assert.equal(second, undefined, line);
  else assert.deepEqual(second, ["Out-File", "-Encoding", "utf8", "-LiteralPath", command.into], line);
  return "pasted";
}

async function* noInput(): AsyncGenerator<Uint8Array> {}

test("each command of the scenarios is what was meant, and where it acts", async () => {
  let count = 0;
  for (const { folder } of shareOf(scenarios(), 20)) {
    const options = { now: Date.parse("2026-11-20T12:00:00Z") };
    const snapshot = await readInputs([join(folder, "cluster.yaml")], nodeFiles(noInput()), options);
    const objects = snapshot.readings.flatMap((reading) => (reading.read ? [...reading.items] : []));
    const made = reached(report(objects, snapshot, knowledge), reach);
    for (const command of made.diagnoses.flatMap(({ remedies }) =>
      remedies.flatMap(({ commands }) => commands),
    )) {
      assert.equal(assertPasted(command), "pasted", command.argv.join(" "));
      if (command.argv[0] === "kubectl")
        assert.ok(command.argv.includes(flags[1] ?? ""), command.argv.join(" "));
      count += 1;
    }
  }
  assert.ok(count > 100, `${count}`);
});

for (const argument of [
  "",
  "it's",
  "a b",
  '{"a":"b c"}',
  'x\\"',
  "end\\",
  "end \\",
  "$env:PATH",
  "`n",
  "a;b",
  "@x",
  "--type=json",
  "-a.b",
]) {
  test(`${JSON.stringify(argument)} arrives as it is`, () => {
    assert.equal(assertPasted({ argv: ["kubectl", "get", argument, "--context", "prod eu"] }), "pasted");
  });
}

test("what PowerShell would change behind --% is not shown", () => {
  for (const argument of ['{"a":"%PATH%"}', '{"a":"b|c"}'])
    assert.equal(commandLine({ argv: ["kubectl", "patch", argument], shell: "powershell" }), undefined);
});

test("a manifest is saved in UTF-8", () => {
  assert.equal(
    commandLine({
      argv: ["kubectl", "get", "pv", "x", "-o", "yaml"],
      into: "pv x.yaml",
      shell: "powershell",
    }),
    "kubectl get pv x -o yaml | Out-File -Encoding utf8 -LiteralPath 'pv x.yaml'",
  );
});

test("what looks like a quote counts as one", () => {
  assert.equal(commandLine({ argv: ["kubectl", "‘x’"], shell: "powershell" }), "kubectl '‘‘x’’'");
});
