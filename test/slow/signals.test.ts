/** F87, F88, F90: the built program, and a signal while nothing was sent yet, or while a write is under way. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { bundle } from "../../build/bundle.ts";
import { temporary } from "../changes/executor/crash/harness.ts";
import { heldClaim } from "../support/fix/objects.ts";
import { isWrite, session } from "../support/fix/session.ts";
import type { ApiRequest } from "../support/memory-server/index.ts";

async function program(context: TestContext): Promise<string> {
  const folder = join(temporary(context), "dist");
  await bundle(folder);
  return join(folder, "main.cjs");
}

interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly err: string;
  readonly journal: readonly { readonly event: string; readonly status?: string }[];
  readonly seconds: number;
}

/** Runs fix; when the server gets the first request that is the `moment`, the program gets the signal. */
async function signalled(
  context: TestContext,
  outfile: string,
  name: NodeJS.Signals,
  moment: (request: ApiRequest) => boolean,
): Promise<Ended & { readonly sent: number }> {
  let arrived = () => {};
  const atMoment = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const it = await session(context, heldClaim, {
    instead: (request) => {
      if (moment(request)) arrived();
      return undefined;
    },
  });
  it.server.interleave(async (pause) => {
    // A server that takes its time.
    if (pause === "before-write") await new Promise((settle) => setTimeout(settle, 1500));
  });
  const state = join(it.folder, "state");
  const argv = ["fix", "pvc/data", "-n", "app", "--yes", "--backup-dir", state];
  const child = spawn(process.execPath, [outfile, ...argv, "--kubeconfig", join(it.folder, "config")]);
  let err = "";
  child.stdout.resume();
  child.stderr.on("data", (chunk: Buffer) => {
    err += chunk.toString("utf8");
  });
  const closed = new Promise<readonly [number | null, string | null]>((resolve) => {
    child.on("close", (code, signal) => resolve([code, signal]));
  });
  await atMoment;
  const start = Date.now();
  child.kill(name);
  const [code, signal] = await closed;
  const seconds = (Date.now() - start) / 1000;
  const text = readIfThere(join(state, "journal.jsonl"));
  const journal = text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
  return { code, signal, err, journal, seconds, sent: it.writes().length };
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

const isPreview = ({ method, body }: ApiRequest) => method === "DELETE" && body.includes("dryRun");

test("F87, F90: before the write: nothing is sent, and the exit code is that of the signal", async (context) => {
  const outfile = await program(context);
  for (const [name, code] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 143],
  ] as const) {
    const ended = await signalled(context, outfile, name, isPreview);
    assert.deepEqual([ended.code, ended.signal, ended.sent], [code, null, 0], `${name}: ${ended.err}`);
    assert.ok(ended.seconds < 10, `${name}: ${ended.seconds}`);
  }
});

test("F88, F90: while the write is under way: its answer is waited for, and noted", async (context) => {
  const outfile = await program(context);
  for (const [name, code] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 143],
  ] as const) {
    const ended = await signalled(context, outfile, name, isWrite);
    assert.equal(ended.signal, null, name);
    assert.ok([0, code].includes(ended.code ?? -1), `${name}: ${ended.code} ${ended.err}`);
    assert.equal(ended.sent, 1);
    assert.deepEqual(
      ended.journal.map(({ event }) => event),
      ["intent", "result"],
      `${name}: ${ended.err}`,
    );
    assert.ok(ended.seconds < 10, `${name}: ${ended.seconds}`);
  }
});
