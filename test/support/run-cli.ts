import { Readable } from "node:stream";
import type { Host } from "../../src/cli/index.ts";
import { run } from "../../src/cli/index.ts";
import { collecting } from "./collecting.ts";

export interface Session {
  readonly out: string;
  readonly err: string;
  readonly code: number;
}

/** Runs the command line as `main.ts` does, in this process, with streams, a clock and an environment of the test's own. */
export async function runCli(
  argv: readonly string[],
  now: number,
  input = "",
  more: Partial<Host> = {},
): Promise<Session> {
  const out: string[] = [];
  const err: string[] = [];
  const host: Host = {
    stdout: collecting(out),
    stderr: collecting(err),
    stdin: Readable.from([Buffer.from(input)]),
    env: {},
    platform: "linux",
    userNumber: undefined,
    cwd: () => process.cwd(),
    now: () => now,
    random: () => 0.5,
    killGroup: () => {},
    interrupted: new AbortController().signal,
    about: { version: "v1.2.3", runtime: "node v20.0.0 linux/x64", path: "/usr/bin/kubectl-pvguard" },
    saveFile: async (path) => {
      throw new Error(`a test must not write ${path}`);
    },
    readFile: async (path) => {
      throw new Error(`a test must not read ${path}`);
    },
    installCompleter: async () => ({ state: "installed", path: "/usr/bin/kubectl_complete-pvguard" }),
    ...more,
  };
  const code = await run(argv, host);
  return { out: out.join(""), err: err.join(""), code };
}
