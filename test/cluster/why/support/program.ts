import { spawn } from "node:child_process";
import { rmSync, symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import { builtProgram } from "../../support/built.ts";
import { newFolder } from "../../support/folders.ts";

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A context of the kubeconfig; `undefined` for the current one. */
export type User = string | undefined;

/** The program as it is shipped: bundled, a process of its own, run by kubectl or alone. */
export interface Program {
  readonly folder: string;
  kubectl(user: User, ...args: readonly string[]): Promise<Ended>;
  /** `kubectl pvguard …`, as the user with this context. */
  throughKubectl(user: User, ...args: readonly string[]): Promise<Ended>;
  /** `kubectl-pvguard …` */
  alone(user: User, ...args: readonly string[]): Promise<Ended>;
  /** One line as pvguard prints it for a person, in a shell whose kubectl is an administrator's. */
  shell(line: string): Promise<Ended>;
  remove(): void;
}

/** It speaks to the test cluster, unless another is named. PVGUARD_EXECUTABLE: that one is run, and nothing is bundled. */
export async function buildProgram(kubeconfig = process.env.PVGUARD_E2E_KUBECONFIG): Promise<Program> {
  const folder = newFolder("pvguard-program");
  const executable = process.env.PVGUARD_EXECUTABLE;
  const dist = executable === undefined ? await builtProgram() : "";
  const main = executable ?? join(dist, "main.cjs");
  symlinkSync(main, join(folder, "kubectl-pvguard"));
  symlinkSync(executable ?? join(dist, "complete.cjs"), join(folder, "kubectl_complete-pvguard"));
  const [file, ...first] = executable === undefined ? [process.execPath, main] : [executable];
  const path = [folder, process.env.PATH ?? ""].join(delimiter);
  const env = { ...process.env, PATH: path, KUBECONFIG: kubeconfig };
  return {
    folder,
    kubectl: (user, ...args) => run("kubectl", [...args, ...as(user)], env),
    throughKubectl: (user, ...args) => run("kubectl", ["pvguard", ...args, ...as(user)], env),
    alone: (user, ...args) => run(file, [...first, ...args, ...as(user)], env),
    shell: (line) => run("sh", ["-ec", line], env, folder),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function as(user: User): readonly string[] {
  return user === undefined ? [] : [`--context=${user}`];
}

function run(
  file: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  cwd: string = process.cwd(),
): Promise<Ended> {
  const child = spawn(file, args, { env, cwd, stdio: ["ignore", "pipe", "pipe"] });
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
