/**
 * `npm run test:e2e`: runs every `*.e2e.ts` here, or those whose path contains one of the arguments, on a real cluster.
 * `npm run test:realtime`: the same of every `*.real-time.ts`.
 */
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { relative } from "node:path";
import { makePacker } from "../../build/packer.ts";
import { NoBinaries } from "./binaries/go.ts";
import { startCluster } from "./cluster.ts";
import { inFolder, testFiles } from "./runner/files.ts";
import type { Chosen } from "./runner/left-out.ts";
import { choose } from "./runner/left-out.ts";
import { rememberKinds } from "./runner/traces.ts";
import { Api } from "./support/api.ts";
import { newFolder, theFolderOfThisRun } from "./support/folders.ts";

const realTime = "--real-time";

/** It takes the tests and the cluster with it; the second time at once. */
const interrupted = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => (interrupted.signal.aborted ? process.exit(130) : interrupted.abort()));
}

function runTests(files: readonly string[], kubeconfig: string): Promise<number> {
  if (interrupted.signal.aborted || files.length === 0) return Promise.resolve(0);
  const imports = ["tsx", inFolder("runner/orphan.mjs")].flatMap((each) => ["--import", each]);
  const args = [...imports, "--test", "--test-concurrency=1", "--test-reporter=spec", ...files];
  const own = { PVGUARD_E2E_KUBECONFIG: kubeconfig, PVGUARD_E2E_RUN_BY: String(process.pid) };
  const env = { ...process.env, ...own };
  const tests = spawn(process.execPath, args, { stdio: "inherit", env });
  interrupted.signal.addEventListener("abort", () => tests.kill("SIGTERM"));
  return new Promise((resolve) => tests.on("exit", (code) => resolve(code ?? 1)));
}

async function runOnOwnCluster({ run, leftOut }: Chosen): Promise<number> {
  const cluster = await startCluster();
  sayLeftOut(leftOut);
  return await runTests(run, cluster.kubeconfigPath).finally(() => cluster.stop());
}

async function runOnNamedCluster({ run, leftOut }: Chosen, kubeconfig: string): Promise<number> {
  const kinds = await rememberKinds(new Api(kubeconfig));
  sayLeftOut(leftOut);
  return await runTests(run, kubeconfig).finally(() => kinds.removeNew());
}

async function runAll(args: readonly string[], named: string | undefined): Promise<number> {
  const wanted = args.filter((arg) => arg !== realTime);
  const files = testFiles(wanted, args.includes(realTime) ? "real-time" : "e2e");
  if (files.length === 0) throw new Error("no test file matches");
  return named === undefined
    ? await runOnOwnCluster(await choose(files, "own"))
    : await runOnNamedCluster(await choose(files, "named"), named);
}

function sayLeftOut(leftOut: Chosen["leftOut"]): void {
  for (const { file, because } of leftOut)
    say(`left out: ${relative(import.meta.dirname, file)}: ${because}`);
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

async function main(): Promise<number> {
  await makePacker();
  const folder = newFolder("pvguard-e2e");
  process.env[theFolderOfThisRun] = folder;
  const code = await runAll(process.argv.slice(2), process.env.PVGUARD_E2E_KUBECONFIG).catch(explained);
  if (code !== 0 && !interrupted.signal.aborted) say(`the logs of this run: ${folder}`);
  else rmSync(folder, { recursive: true, force: true });
  return interrupted.signal.aborted ? 130 : code;
}

function explained(error: unknown): number {
  if (error instanceof NoBinaries) {
    say(`end-to-end tests did not run: ${error.message}`);
    return 0;
  }
  say(String((error as Error).stack));
  return 1;
}

process.exitCode = await main();
