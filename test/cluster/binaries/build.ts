import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PinnedModule } from "../versions.ts";
import { buildFile } from "./build-file.ts";
import { cachedAs } from "./cache.ts";
import { goBuild } from "./go.ts";
import { withLock } from "./lock.ts";

export function cachedProgram(module: PinnedModule, program: string): string {
  return join(cachedAs(module.path, module.version), program);
}

/** Kubernetes reports the version that the linker was told. */
function linkerFlags({ path, version }: PinnedModule): string {
  if (path !== "k8s.io/kubernetes") return "-s -w";
  const [, minor] = version.split(".");
  const known = { gitVersion: version, gitMajor: "1", gitMinor: minor, gitTreeState: "clean" };
  const stamps = Object.entries(known).map(
    ([name, value]) => `-X k8s.io/component-base/version.${name}=${value}`,
  );
  return ["-s", "-w", ...stamps].join(" ");
}

/** Builds the programs of a module that are not in the cache. */
export async function buildPrograms<P extends string>(
  module: PinnedModule<P>,
  programs: readonly P[],
): Promise<void> {
  if (programs.length === 0) return;
  const folder = cachedAs(module.path, module.version);
  mkdirSync(folder, { recursive: true });
  await withLock(join(folder, "lock"), async () => {
    const missing = programs.filter((program) => !existsSync(cachedProgram(module, program)));
    if (missing.length === 0) return;
    const started = performance.now();
    process.stderr.write(`building ${missing.join(", ")} ${module.version}; the first time takes minutes\n`);
    writeFileSync(join(folder, "go.mod"), await buildFile(module));
    for (const program of missing) await buildProgram(module, program, folder);
    process.stderr.write(`built in ${Math.round((performance.now() - started) / 1000)} s\n`);
  });
}

async function buildProgram<P extends string>(
  module: PinnedModule<P>,
  program: P,
  folder: string,
): Promise<void> {
  const unfinished = join(folder, `${program}.unfinished`);
  const main = [module.path, module.programs[program]].filter(Boolean).join("/");
  await goBuild(["-mod=mod", `-ldflags=${linkerFlags(module)}`, "-o", unfinished, main], folder);
  renameSync(unfinished, cachedProgram(module, program));
}
