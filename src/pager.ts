import { spawn } from "node:child_process";
import type { Pager } from "./cli/index.ts";

/** Unless the person says otherwise: ends by itself where all fits on the screen, shows colors, keeps the text (git does the same). */
const less = "FRX";

/** What a shell says of a program that does not exist, by its exit code. */
const notFound = 127;

/**
 * Starts a pager on the terminal of this process, which waits until the person leaves it. `failed` is told of a pager that
 * cannot be started.
 */
export function startPager(command: string, env: NodeJS.ProcessEnv, failed: (problem: Error) => void): Pager {
  const child = spawn(command, {
    shell: true,
    stdio: ["pipe", "inherit", "inherit"],
    env: { LESS: less, ...env },
  });
  const left = new Promise<void>((settle) =>
    child.once("close", (code) => {
      if (code === notFound) failed(new Error(`PVGUARD_PAGER: ${command}: command not found`));
      settle();
    }),
  );
  child.once("error", failed);
  // A person who leaves the pager early has read enough.
  child.stdin.on("error", () => {});
  return {
    write: (text, done) => child.stdin.write(text, () => done()),
    async read() {
      child.stdin.end();
      await left;
    },
  };
}
