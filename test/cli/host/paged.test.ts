import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import type { Host, Pager } from "../../../src/cli/index.ts";
import { run } from "../../../src/cli/index.ts";
import type { Sink } from "../../../src/cli/writer.ts";
import { startPager } from "../../../src/pager.ts";

const example = ["pvc/data", "-n", "app", "--from", "test/scenarios/a01-finished-job-pod"];
const now = Date.parse("2026-11-20T12:00:00Z");

interface Seen {
  readonly terminal: string;
  readonly pager: string;
  readonly commands: readonly string[];
  readonly code: number;
}

async function seen(
  argv: readonly string[],
  { pagerName, isTerminal }: { readonly pagerName: string | undefined; readonly isTerminal: boolean },
): Promise<Seen> {
  const [terminal, shown, commands]: string[][] = [[], [], []];
  const into = (texts: string[]): Sink["write"] => {
    return (text, done) => {
      texts.push(text);
      done();
    };
  };
  const pager: Pager = {
    write: into(shown ?? []),
    read: async () => (pagerName === "missing" ? "not started" : "read"),
  };
  const stream = (texts: string[]) => ({ write: into(texts), isTTY: isTerminal, on() {} });
  const host = {
    stdout: stream(terminal ?? []),
    stderr: stream([]),
    env: { NO_COLOR: "1", ...(pagerName === undefined ? {} : { PVGUARD_PAGER: pagerName }) },
    platform: "linux",
    cwd: () => process.cwd(),
    now: () => now,
    random: () => 0.5,
    interrupted: new AbortController().signal,
    about: { version: "v1.2.3", runtime: "node", path: "/usr/bin/kubectl-pvguard" },
    async startPager(command: string) {
      commands?.push(command);
      return pager;
    },
  } as unknown as Host;
  const code = await run(argv, host);
  return { terminal: terminal?.join("") ?? "", pager: shown?.join("") ?? "", commands: commands ?? [], code };
}

test("PVGUARD_PAGER shows the whole answer on a terminal, and leaves the exit code", async () => {
  for (const command of ["why", "blockers"]) {
    const direct = await seen([command, ...example], { pagerName: undefined, isTerminal: true });
    const paged = await seen([command, ...example], { pagerName: "less -S", isTerminal: true });
    assert.notEqual(direct.terminal, "");
    assert.deepEqual(paged, {
      terminal: "",
      pager: direct.terminal,
      commands: ["less -S"],
      code: direct.code,
    });
  }
});

test("there is no pager in a pipe, with an empty PVGUARD_PAGER, for --watch and for an error", async () => {
  const piped = await seen(["why", ...example], { pagerName: "less", isTerminal: false });
  assert.deepEqual(piped.commands, []);
  const empty = await seen(["why", ...example], { pagerName: "", isTerminal: true });
  assert.deepEqual(empty.commands, []);
  const watched = await seen(["why", ...example, "--watch"], { pagerName: "less", isTerminal: true });
  assert.deepEqual([watched.commands, watched.code], [[], 2]);
  const wrong = await seen(["why", "--nonsense"], { pagerName: "less", isTerminal: true });
  assert.deepEqual([wrong.commands, wrong.code], [[], 2]);
});

test("without the pager the answer comes to the terminal", async () => {
  const direct = await seen(["why", ...example], { pagerName: undefined, isTerminal: true });
  const { terminal, code } = await seen(["why", ...example], { pagerName: "missing", isTerminal: true });
  assert.equal(terminal, `${direct.terminal}`);
  assert.equal(code, direct.code);
});

test("a shell says which pager does not exist", async () => {
  const pager = startPager("pvguard-has-no-such-pager 2>&-", process.env);
  pager.write("text", () => {});
  assert.equal(await pager.read(), "not started");
});

test("a pager that is left early is no failure", () => {
  const script = `
    const { startPager } = await import("./src/pager.ts");
    const pager = startPager("head -c 3", process.env);
    for (let each = 0; each < 100; each += 1)
      await new Promise((settle) => pager.write("abc".repeat(10000), settle));
    await pager.read();
  `;
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ["--import", "tsx", "--input-type=module", "-e", script],
    { encoding: "utf8" },
  );
  assert.deepEqual({ stdout, stderr, status }, { stdout: "abc", stderr: "", status: 0 });
});
