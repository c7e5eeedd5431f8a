import { execFileSync } from "node:child_process";
import { arch, cpus, platform, totalmem } from "node:os";

/** What the figures depend on. Nothing here tells whose machine it is. */
export function machineTold(): string {
  const memory = Math.round(totalmem() / 2 ** 30);
  const programs = [
    `Node.js ${process.version.slice(1)}`,
    `kubectl ${version("kubectl", ["version", "--client"], /v(\d+\.\d+\.\d+)/)}`,
    `curl ${version("curl", ["--version"], /curl (\S+)/)}`,
    `the server built with Go ${version("go", ["env", "GOVERSION"], /go(\S+)/)}`,
  ];
  const model = cpus()[0]?.model.trim() ?? "";
  return `${cpus().length} cores (${model || "of an unknown model"}, ${platform()}/${arch()}), ${memory} GiB of memory, ${programs.join(", ")}`;
}

function version(program: string, args: readonly string[], pattern: RegExp): string {
  try {
    return pattern.exec(execFileSync(program, args, { encoding: "utf8" }))?.[1] ?? "of an unknown version";
  } catch {
    return "not installed";
  }
}
