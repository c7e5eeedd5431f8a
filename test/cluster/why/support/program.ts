import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { bundle } from "../../../../build/bundle.ts";

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The program as it is shipped: bundled, a process of its own, run by kubectl or alone. */
export interface Program {
  readonly folder: string;
  /** `kubectl pvguard …`, as the user with this context. */
  throughKubectl(user: string, ...args: readonly string[]): Promise<Ended>;
  /** `kubectl-pvguard …` */
  alone(user: string, ...args: readonly string[]): Promise<Ended>;
  remove(): void;
}

export async function buildProgram(): Promise<Program> {
  const folder = mkdtempSync(join(tmpdir(), "pvguard-program-"));
  const main = join(folder, "dist", "main.mjs");
  await bundle(join(folder, "dist"));
  symlinkSync(main, join(folder, "kubectl-pvguard"));
  const path = [folder, process.env.PATH ?? ""].join(delimiter);
  const env = { ...process.env, PATH: path, KUBECONFIG: process.env.PVGUARD_E2E_KUBECONFIG };
  return {
    folder,
    throughKubectl: (user, ...args) => run("kubectl", ["pvguard", ...args, `--context=${user}`], env),
    alone: (user, ...args) => run(process.execPath, [main, ...args, `--context=${user}`], env),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function run(file: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ended> {
  const child = spawn(file, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      resolve({ code: code ?? -1, stdout: textOf(stdout), stderr: textOf(stderr) });
    });
  });
}

function textOf(chunks: readonly Buffer[]): string {
  return Buffer.concat(chunks).toString("utf8");
}
