import { spawn } from "node:child_process";
import { join } from "node:path";
import { builtProgram } from "../../support/built.ts";
import { testKubeconfig } from "../../support/e2e.ts";

interface Signalled {
  /** The exit code, or the signal that ended it. */
  readonly ended: number | NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

/** Sends the program a signal when its standard error has said `said` for the `count`th time. */
export async function signalledAt(
  signal: NodeJS.Signals,
  said: string,
  count: number,
  args: readonly string[],
): Promise<Signalled> {
  const kubeconfig = args.includes("--kubeconfig") ? [] : ["--kubeconfig", testKubeconfig()];
  const child = spawn(process.execPath, [join(await builtProgram(), "main.cjs"), ...args, ...kubeconfig]);
  let out = "";
  let err = "";
  let isSent = false;
  child.stdout.on("data", (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    err += chunk.toString();
    if (isSent || err.split(said).length <= count) return;
    isSent = true;
    child.kill(signal);
  });
  // What is waited for may never be said.
  const end = setTimeout(() => child.kill("SIGKILL"), 120_000);
  return await new Promise((settle) => {
    child.on("close", (code, by) => {
      clearTimeout(end);
      settle({ ended: by ?? code, out, err });
    });
  });
}
