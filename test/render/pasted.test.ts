/** Every command that is shown can be pasted: a real shell finds in it the words that were meant, and where it acts. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { words } from "../../src/kubernetes/index.ts";
import type { Reach } from "../../src/render/reached.ts";
import { argvWith, reached, withReach } from "../../src/render/reached.ts";
import { runCli } from "../support/run-cli.ts";
import { shareOf } from "../support/runs.ts";
import { scenarios } from "../support/scenario.ts";

const reach = ["--kubeconfig", "/home/o'neil/my config", "--context", "prod eu", "--as", "jane"];
const kinds = "pvc,pv,volumeattachments,volumesnapshots,volumesnapshotcontents,pods,namespaces";

const reachBy = (...flags: readonly string[]): Reach => ({ flags, shell: "posix" });

/** Every text in a document that a person would paste. */
function commandsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(commandsIn);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    key === "commands" && Array.isArray(each) ? each.map(String) : commandsIn(each),
  );
}

async function shownIn(folder: string): Promise<readonly string[]> {
  const from = ["--from", join(folder, "cluster.yaml"), "-o", "json", ...reach];
  const runs = [["why", kinds, "-A"], ["audit"]].map((argv) => runCli([...argv, ...from], 0));
  return (await Promise.all(runs)).flatMap(({ out }) => (out === "" ? [] : commandsIn(JSON.parse(out))));
}

/** The words of each line, as bash takes them apart; redirections are carried out nowhere. */
function parsedByBash(lines: readonly string[]): readonly (readonly string[])[] {
  const program = "kubectl() { printf '%s\\0' \"$@\" >&3; printf '\\n\\0' >&3; }";
  const body = lines.map((line) => line.replace(/ > (\S+|'.*')$/, "")).join("\n");
  const out = execFileSync("bash", ["--noprofile", "--norc", "-c", `exec 3>&1\n${program}\n${body}\n`], {
    encoding: "utf8",
    maxBuffer: 256 * 1024 * 1024,
  });
  const found: string[][] = [];
  let current: string[] = [];
  for (const word of out.split("\0").slice(0, -1)) {
    if (word !== "\n") current.push(word);
    else {
      found.push(current);
      current = [];
    }
  }
  return found;
}

test("bash finds in each command of each scenario where and as whom it acts", async () => {
  const some = shareOf(scenarios(), 40);
  const shown = [...new Set((await Promise.all(some.map(({ folder }) => shownIn(folder)))).flat())];
  assert.ok(shown.length > 0);
  for (const line of shown) assert.ok(line.startsWith("kubectl "), line);
  const parsed = parsedByBash(shown);
  assert.equal(parsed.length, shown.length);
  for (const [position, argv] of parsed.entries()) {
    const at = argv.indexOf("--kubeconfig");
    assert.deepEqual(argv.slice(at, at + reach.length), reach, shown[position]);
  }
});

test("what follows -- is for another program", () => {
  assert.deepEqual(argvWith(["kubectl", "exec", "p", "--", "ls"], ["--context", "b"]), [
    "kubectl",
    "exec",
    "p",
    "--context",
    "b",
    "--",
    "ls",
  ]);
});

test("a command within a sentence has them behind its name", () => {
  assert.equal(
    withReach("See `kubectl pvguard why pvc/a`, kubectl pvguard explain X.", reachBy("--context", "prod eu")),
    "See `kubectl pvguard why --context 'prod eu' pvc/a`, kubectl pvguard explain X.",
  );
});

test("data that looks like a command is left as it is", () => {
  const content = { message: [{ data: "kubectl pvguard why x" }], argv: ["helm", "list"] };
  assert.deepEqual(reached(content, reachBy("--context", "b")), content);
});

test("secrets are never shown", async () => {
  const { folder } = scenarios()[0] ?? { folder: "" };
  const secrets = ["--token", "t0p", "--password", "s3cret", "--username", "kim"];
  const argv = ["why", kinds, "-A", "--from", join(folder, "cluster.yaml"), ...secrets];
  const { out } = await runCli(argv, 0);
  assert.match(out, /kubectl /);
  assert.doesNotMatch(out, /t0p|s3cret|--token|--password/);
});

test("a command that reads gets the files that were read, and what was said of them; one that changes does not", async () => {
  const { folder } = scenarios().find((each) => each.folder.endsWith("a01-finished-job-pod")) ?? {
    folder: "",
  };
  // Without its header, it is a dump whose time and completeness only flags tell.
  const [, ...documents] = readFileSync(join(folder, "cluster.yaml"), "utf8").split(/^---$/m);
  const place = mkdtempSync(join(tmpdir(), "pvguard-pasted-"));
  after(() => rmSync(place, { recursive: true, force: true }));
  const file = join(place, "dump.yaml");
  writeFileSync(file, documents.join("---"));
  const given = ["--from", file, "--at", "2026-11-20T13:00:00Z", "--complete", "--max-input", "1Gi"];
  const audit = await runCli(["audit", ...given], 0);
  const [line = ""] = /kubectl pvguard why pvc\/data -n app.*/.exec(audit.out) ?? [];
  assert.deepEqual(line.split(" ").slice(6), given);
  const pasted = await runCli(line.split(" ").slice(2), 0);
  assert.match(pasted.out, /pvc\/data \(app\) has been Terminating for 3h/);
  assert.doesNotMatch(pasted.out, /kubectl pvguard (?:fix|rescue) .*--from/);
  const table = await runCli(["why", "--from", file, "-A"], 0);
  assert.match(table.out, /kubectl pvguard why --from \S+dump\.yaml TYPE\/NAME -n NAMESPACE\n/);
  const piped = reached(words("kubectl pvguard why pvc/data"), { flags: [], shell: "posix", files: [] });
  assert.deepEqual(piped, words("kubectl pvguard why pvc/data"));
});

test("a long path breaks no command: each stands on one line", async () => {
  const { folder } = scenarios().find((each) => each.folder.endsWith("a01-finished-job-pod")) ?? {
    folder: "",
  };
  const place = mkdtempSync(
    join(tmpdir(), "pvguard-with-a-name-that-is-as-long-as-a-whole-line-on-a-terminal-"),
  );
  after(() => rmSync(place, { recursive: true, force: true }));
  const file = join(place, "cluster.yaml");
  writeFileSync(file, readFileSync(join(folder, "cluster.yaml"), "utf8"));
  for (const more of [[], ["--by", "rule"], ["-o", "wide"]]) {
    const { out } = await runCli(["audit", "--from", file, ...more], 0);
    assert.match(out, /^Details: .*kubectl pvguard why --from \S+cluster\.yaml TYPE\/NAME$/m);
  }
});

test("standard input, which cannot be read again, is in no command", async () => {
  const { folder } = scenarios().find((each) => each.folder.endsWith("a01-finished-job-pod")) ?? {
    folder: "",
  };
  const text = readFileSync(join(folder, "cluster.yaml"), "utf8");
  const { out } = await runCli(["audit", "--from", "-"], 0, text);
  assert.match(out, /kubectl pvguard why pvc\/data -n app\n/);
});
