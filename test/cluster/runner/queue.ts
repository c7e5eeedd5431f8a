import { spawn } from "node:child_process";
import { relative } from "node:path";
import { inFolder } from "./files.ts";

/**
 * Runs the files, one at a time on each of the clusters: whichever is free takes the next. What a file prints appears when
 * it has ended. Returns the files that failed.
 */
export async function runOn(
  kubeconfigs: readonly string[],
  files: readonly string[],
  interrupted: AbortSignal,
): Promise<readonly string[]> {
  const waiting = [...files];
  const failed: string[] = [];
  const take = async (kubeconfig: string): Promise<void> => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      if (interrupted.aborted) return;
      if ((await runFile(file, kubeconfig, interrupted)) !== 0) failed.push(file);
    }
  };
  await Promise.all(kubeconfigs.map(take));
  return failed;
}

function runFile(file: string, kubeconfig: string, interrupted: AbortSignal): Promise<number> {
  const imports = ["tsx", inFolder("runner/orphan.mjs")].flatMap((each) => ["--import", each]);
  const args = [...imports, "--test-reporter=spec", file];
  const own = { PVGUARD_E2E_KUBECONFIG: kubeconfig, PVGUARD_E2E_RUN_BY: String(process.pid) };
  const began = performance.now();
  const tests = spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...own },
  });
  const kill = () => tests.kill("SIGTERM");
  interrupted.addEventListener("abort", kill);
  const printed: Buffer[] = [];
  tests.stdout.on("data", (part: Buffer) => printed.push(part));
  return new Promise((resolve) =>
    tests.on("close", (code) => {
      interrupted.removeEventListener("abort", kill);
      const seconds = Math.round((performance.now() - began) / 1000);
      const how = code === 0 ? "passed" : "FAILED";
      process.stdout.write(`\n${inTests(file)}: ${how} after ${seconds} s\n`);
      process.stdout.write(Buffer.concat(printed));
      resolve(code ?? 1);
    }),
  );
}

/** Its path in the folder of these tests. */
export function inTests(file: string): string {
  return relative(inFolder("."), file);
}
