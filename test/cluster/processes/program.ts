import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

export interface ProgramSpec {
  readonly name: string;
  readonly path: string;
  readonly args: readonly string[];
  /** Answers whether the program does its work by now. */
  ready(): Promise<boolean>;
}

export interface Program {
  readonly name: string;
  readonly log: string;
  /** Kills it, as a power cut would: nothing that it keeps outlives the test. */
  stop(): Promise<void>;
}

const guard = join(import.meta.dirname, "guard.sh");
const patience = 120_000;

/** Starts a program that ends when it is stopped or when this process ends, and waits until it is ready. */
export async function startProgram(spec: ProgramSpec, logFolder: string): Promise<Program> {
  const log = join(logFolder, `${spec.name}.log`);
  const output = openSync(log, "a");
  const child = spawn("sh", [guard, spec.path, ...spec.args], {
    stdio: ["pipe", output, output],
    detached: true,
  });
  closeSync(output);
  const ended = new Promise<void>((resolve) =>
    child.on("close", () => resolve()).on("error", () => resolve()),
  );
  child.on("exit", () => child.stdin?.destroy());
  child.stdin?.on("error", () => undefined);
  child.unref();
  const stop = (): Promise<void> => {
    child.ref();
    child.stdin?.destroy();
    return ended;
  };
  const state = { ended: false };
  void ended.then(() => {
    state.ended = true;
  });
  for (const from = performance.now(); !(await spec.ready().catch(() => false)); await sleep(50)) {
    const why = state.ended
      ? "ended"
      : performance.now() - from > patience
        ? "did not become ready"
        : undefined;
    if (why === undefined) continue;
    await stop();
    throw new Error(`${spec.name} ${why}; the end of ${log}:\n${readFileSync(log, "utf8").slice(-4000)}`);
  }
  return { name: spec.name, log, stop };
}
