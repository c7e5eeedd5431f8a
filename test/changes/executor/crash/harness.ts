import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { build } from "esbuild";

export interface Fallen {
  /** What it printed, if it came to its end. */
  readonly printed: { readonly ends: readonly string[]; readonly steps: number } | undefined;
  readonly signal: string | null;
}

export type RunChild = (server: string, directory: string, step: number, moment: string) => ChildRun;

interface ChildRun {
  readonly end: Promise<Fallen>;
  kill(): void;
}

/** The child as one file: to start it is all that takes time. */
export async function children(context: TestContext): Promise<RunChild> {
  const folder = temporary(context);
  const outfile = join(folder, "child.mjs");
  await build({
    entryPoints: [join(import.meta.dirname, "child.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
    logLevel: "error",
  });
  return (server, directory, step, moment) => {
    const child = spawn(process.execPath, [outfile, server, directory, String(step), moment], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let printed = "";
    child.stdout.on("data", (chunk: Buffer) => {
      printed += chunk.toString("utf8");
    });
    const end = new Promise<Fallen>((resolve) => {
      child.on("close", (_, signal) =>
        resolve({ printed: printed === "" ? undefined : JSON.parse(printed), signal }),
      );
    });
    return { end, kill: () => child.kill("SIGKILL") };
  };
}

export function temporary(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "pvguard-crash-"));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
