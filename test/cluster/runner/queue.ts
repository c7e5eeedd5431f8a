import { spawn } from "node:child_process";
import { relative } from "node:path";
import type { Bundled } from "../../groups/bundle.ts";
import { inFolder } from "./files.ts";

export interface Run {
  readonly bundles: Bundled;
  readonly interrupted: AbortSignal;
}

/**
 * Runs the files, one at a time on each of the clusters: whichever is free takes the next. What a file prints appears when
 * it has ended. Returns the files that failed.
 */
export async function runOn(
  kubeconfigs: readonly string[],
  files: readonly string[],
  { bundles, interrupted }: Run,
): Promise<readonly string[]> {
  const waiting = longFirst(files);
  const failed: string[] = [];
  const take = async (kubeconfig: string): Promise<void> => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      if (interrupted.aborted) return;
      if ((await runFile(file, kubeconfig, { bundles, interrupted })) !== 0) failed.push(file);
    }
  };
  await Promise.all(kubeconfigs.map(take));
  return failed;
}

/** Those that take minutes. Begun late, one of them would end alone. */
export const long: readonly string[] = [
  "audit/audit-real",
  "rescue/rescue",
  "rescue/killed",
  "why/namespace-webhook",
  "e2e/snapshots",
  "outcomes/",
  "e2e/sidecars",
  "rescue/waiting",
  "why/namespace-refused",
  "executor/races",
  "fix/fates",
  "why/same-answer",
  "serve/serve",
];

function longFirst(files: readonly string[]): string[] {
  const place = (file: string) => {
    const found = long.findIndex((part) => inTests(file).startsWith(part));
    return found < 0 ? long.length : found;
  };
  return [...files].sort((one, other) => place(one) - place(other));
}

function runFile(file: string, kubeconfig: string, { bundles, interrupted }: Run): Promise<number> {
  const flags = ["--enable-source-maps", "--import", inFolder("runner/orphan.mjs"), "--test-reporter=spec"];
  const args = [...flags, bundles.path(belowTests(file))];
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

/** Its path below `test/`. */
export function belowTests(file: string): string {
  return relative(inFolder(".."), file);
}

/** Its path in the folder of these tests. */
export function inTests(file: string): string {
  return relative(inFolder("."), file);
}
