import { spawn } from "node:child_process";
import { join } from "node:path";
import { testKubeconfig } from "../../support/e2e.ts";

const main = join(import.meta.dirname, "..", "..", "..", "..", "src", "main.ts");

interface Signalled {
  /** The exit code, or the signal that ended it. */
  readonly ended: number | NodeJS.Signals | null;
  readonly err: string;
}

/** Sends the program a signal when its standard error has said `said` for the `count`th time. */
export function signalledAt(
  signal: NodeJS.Signals,
  said: string,
  count: number,
  args: readonly string[],
): Promise<Signalled> {
  const child = spawn(process.execPath, ["--import", "tsx", main, ...args, "--kubeconfig", testKubeconfig()]);
  let err = "";
  let isSent = false;
  child.stdout.resume();
  child.stderr.on("data", (chunk: Buffer) => {
    err += chunk.toString();
    if (isSent || err.split(said).length <= count) return;
    isSent = true;
    child.kill(signal);
  });
  return new Promise((settle) => {
    child.on("close", (code, by) => settle({ ended: by ?? code, err }));
  });
}
