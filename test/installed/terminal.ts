import { spawn, spawnSync } from "node:child_process";
import { bin } from "./package.ts";

interface Shown {
  /** All that came to the terminal, also what was written over. */
  readonly screen: string;
  readonly code: number;
}

/** Why there is no pseudo-terminal here: `script` of util-linux makes one, and that of BSD has other flags. */
export const noTerminal =
  spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux") !== true &&
  "there is no script of util-linux here";

/** Runs the installed plugin on a pseudo-terminal of 24 lines and 80 columns. */
export async function onTerminal(
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Shown> {
  const line = `stty rows 24 cols 80; exec kubectl-pvguard ${argv.map(quoted).join(" ")}`;
  const child = spawn("script", ["--quiet", "--return", "--command", line, "/dev/null"], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      PATH: `${bin}:${process.env.PATH}`,
      HOME: "/nonexistent",
      TERM: "xterm",
      SHELL: "/bin/sh",
      ...env,
    },
  });
  const pieces: Buffer[] = [];
  child.stdout.on("data", (piece: Buffer) => pieces.push(piece));
  const code = await new Promise<number>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (status) => resolve(status ?? 1));
  });
  return { screen: Buffer.concat(pieces).toString(), code };
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
