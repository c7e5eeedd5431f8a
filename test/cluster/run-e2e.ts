/** `npm run test:e2e`: runs every `*.e2e.ts` here, or those whose path contains one of the arguments, on a real cluster. */
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { NoBinaries } from "./binaries/go.ts";
import { type Cluster, startCluster } from "./cluster.ts";

const folder = import.meta.dirname;

function testFiles(wanted: readonly string[]): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".e2e.ts"))
    .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
    .map((file) => join(folder, file))
    .sort();
}

function runTests(files: readonly string[], kubeconfig: string): Promise<number> {
  const args = ["--import", "tsx", "--test", "--test-concurrency=1", "--test-reporter=spec", ...files];
  const env = { ...process.env, PVGUARD_E2E_KUBECONFIG: kubeconfig };
  const tests = spawn(process.execPath, args, { stdio: "inherit", env });
  return new Promise((resolve) => tests.on("exit", (code) => resolve(code ?? 1)));
}

async function runOnOwnCluster(files: readonly string[], cluster: Cluster): Promise<number> {
  const code = await runTests(files, cluster.kubeconfigPath);
  await cluster.stop(code === 0 ? "remove" : "keep");
  if (code !== 0) process.stderr.write(`the cluster's logs: ${cluster.logs}\n`);
  return code;
}

async function main(): Promise<number> {
  const files = testFiles(process.argv.slice(2));
  if (files.length === 0) throw new Error("no test file matches");
  const named = process.env.PVGUARD_E2E_KUBECONFIG;
  if (named !== undefined) return runTests(files, named);
  return runOnOwnCluster(files, await startCluster());
}

process.on("SIGINT", () => undefined);
process.exitCode = await main().catch((error: unknown) => {
  if (error instanceof NoBinaries) {
    process.stderr.write(`end-to-end tests did not run: ${error.message}\n`);
    return 0;
  }
  process.stderr.write(`${(error as Error).stack}\n`);
  return 1;
});
