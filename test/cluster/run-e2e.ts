/**
 * `npm run test:e2e`: runs every `*.e2e.ts` here, or those whose path contains one of the arguments, on a real cluster.
 * `npm run test:realtime`: the same of every `*.real-time.ts`.
 * `--guard`: every control plane has the guards of `kubectl pvguard guard --mode deny`, and only the tests' own user is exempt.
 * `--retry`: files that fail are run once more. What races with the load of the machine passes then; a fault fails twice.
 */
import { rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { makePacker } from "../../build/packer.ts";
import { bundled } from "../groups/bundle.ts";
import { NoBinaries } from "./binaries/go.ts";
import type { Cluster } from "./cluster.ts";
import { startCluster } from "./cluster.ts";
import { testFiles } from "./runner/files.ts";
import type { Chosen } from "./runner/left-out.ts";
import { choose } from "./runner/left-out.ts";
import type { Run } from "./runner/queue.ts";
import { belowTests, inTests, runOn } from "./runner/queue.ts";
import { rememberKinds } from "./runner/traces.ts";
import { Api } from "./support/api.ts";
import { shareBuiltProgram } from "./support/built.ts";
import { newFolder, theFolderOfThisRun } from "./support/folders.ts";
import { runsUnderGuard, runUnderGuard } from "./under-guard/install.ts";
import { accountOf, judged } from "./under-guard/requests.ts";

const realTime = "--real-time";
const retry = "--retry";
const guard = "--guard";

/** A control plane mostly waits, and so do the tests of one. */
const clustersAtMost = 2;

/** It takes the tests and the cluster with it; the second time at once. */
const interrupted = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => (interrupted.signal.aborted ? process.exit(130) : interrupted.abort()));
}

async function runTests(files: readonly string[], kubeconfigs: readonly string[]): Promise<number> {
  const bundles = await bundled(files.map(belowTests));
  try {
    return await runBundled(files, kubeconfigs, { bundles, interrupted: interrupted.signal });
  } finally {
    rmSync(bundles.folder, { recursive: true, force: true });
  }
}

async function runBundled(
  files: readonly string[],
  kubeconfigs: readonly string[],
  run: Run,
): Promise<number> {
  const failed = await runOn(kubeconfigs, files, run);
  if (failed.length === 0) return 0;
  say(`failed: ${failed.map(inTests).join(" ")}`);
  if (!process.argv.includes(retry)) return 1;
  const again = await runOn(kubeconfigs.slice(0, 1), failed, run);
  if (again.length > 0) say(`failed twice: ${again.map(inTests).join(" ")}`);
  return again.length === 0 ? 0 : 1;
}

async function runOnOwnClusters({ run, leftOut }: Chosen): Promise<number> {
  const count = Math.min(clustersAtMost, availableParallelism(), run.length);
  const clusters: Cluster[] = [];
  try {
    for (let each = 0; each < count; each++) clusters.push(await startCluster());
    sayLeftOut(leftOut);
    return await runTests(
      run,
      clusters.map(({ kubeconfigPath }) => kubeconfigPath),
    );
  } finally {
    for (const cluster of clusters) await cluster.stop();
  }
}

async function runOnNamedCluster({ run, leftOut }: Chosen, kubeconfig: string): Promise<number> {
  const kinds = await rememberKinds(new Api(kubeconfig));
  sayLeftOut(leftOut);
  return await runTests(run, [kubeconfig]).finally(() => kinds.removeNew());
}

async function runAll(args: readonly string[], named: string | undefined): Promise<number> {
  const wanted = args.filter((arg) => ![realTime, retry, guard].includes(arg));
  const files = testFiles(wanted, args.includes(realTime) ? "real-time" : "e2e");
  if (files.length === 0) throw new Error("no test file matches");
  if (args.includes(guard)) runUnderGuard();
  if (runsUnderGuard() && named !== undefined) throw new Error(`${guard} needs control planes of its own`);
  return named === undefined
    ? await runOnOwnClusters(await choose(files, "own"))
    : await runOnNamedCluster(await choose(files, "named"), named);
}

function sayLeftOut(leftOut: Chosen["leftOut"]): void {
  for (const { file, because } of leftOut) say(`left out: ${inTests(file)}: ${because}`);
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

async function main(): Promise<number> {
  await makePacker();
  const folder = newFolder("pvguard-e2e");
  process.env[theFolderOfThisRun] = folder;
  await shareBuiltProgram();
  const ran = await runAll(process.argv.slice(2), process.env.PVGUARD_E2E_KUBECONFIG).catch(explained);
  const passed = guardsPassed(folder);
  const code = ran === 0 && !passed ? 1 : ran;
  if (code !== 0 && !interrupted.signal.aborted) say(`the logs of this run: ${folder}`);
  else rmSync(folder, { recursive: true, force: true });
  return interrupted.signal.aborted ? 130 : code;
}

/** A run under the guards also fails if they refused something to anyone but who tries them. */
function guardsPassed(folder: string): boolean {
  if (!runsUnderGuard()) return true;
  const all = judged(folder);
  for (const line of accountOf(all)) say(line);
  return all.refused.length === 0;
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
