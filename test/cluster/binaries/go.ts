import { execFile, spawn } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Neither the programs nor the means to build them are on this machine. */
export class NoBinaries extends Error {
  override readonly name = "NoBinaries";
}

/** As `go version` prints it, or `undefined` where there is no Go. */
export async function goVersion(): Promise<string | undefined> {
  try {
    return (await run("go", ["env", "GOVERSION"])).stdout.trim();
  } catch {
    return undefined;
  }
}

export async function goOutput(args: readonly string[], cwd: string): Promise<string> {
  return (await run("go", args, { cwd, maxBuffer: 64 << 20 })).stdout;
}

/** Runs a build at low priority, with what the compiler says on standard error. */
export function goBuild(args: readonly string[], cwd: string): Promise<void> {
  const build = spawn("nice", ["-n", "10", "go", "build", "-p", "2", "-trimpath", ...args], {
    cwd,
    stdio: ["ignore", process.stderr, process.stderr],
  });
  return new Promise((resolve, reject) => {
    build.on("error", reject);
    build.on("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`go build ${args.join(" ")} in ${cwd} ended with ${code}`)),
    );
  });
}
