import { spawn } from "node:child_process";
import type { Pager } from "./cli/index.ts";

/** Unless the person says otherwise: ends by itself where all fits on the screen, shows colors, keeps the text (git does the same). */
const less = "FRX";

/** What a shell says of a program that does not exist, by its exit code. */
const notFound = 127;

/** Starts a pager on the terminal of this process, which waits until the person leaves it. */
export function startPager(command: string, env: NodeJS.ProcessEnv): Pager {
  const child = spawn(command, {
    shell: true,
    stdio: ["pipe", "inherit", "inherit"],
    env: { LESS: less, ...env },
  });
  const left = new Promise<"read" | "not started">((settle) => {
    child.once("close", (code) => settle(code === notFound ? "not started" : "read"));
    child.once("error", () => settle("not started"));
  });
  // A person who leaves the pager early has read enough.
  child.stdin.on("error", () => {});
  return {
    write: (text, done) => child.stdin.write(text, () => done()),
    async read() {
      child.stdin.end();
      return await left;
    },
  };
}
