import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import type { PinnedModule } from "../versions.ts";
import { buildPrograms, cachedProgram } from "./build.ts";
import { goVersion, NoBinaries } from "./go.ts";

/** `installed`: what a person put into KUBEBUILDER_ASSETS or PATH serves too, whatever its version. */
export type Accept = "installed" | "pinned";

/** Where each of a module's programs is. What is not there is built. */
export async function findPrograms<P extends string>(
  module: PinnedModule<P>,
  programs: readonly P[],
  accept: Accept,
): Promise<Readonly<Record<P, string>>> {
  const installed = new Map(
    programs.map((program) => [program, accept === "pinned" ? undefined : installedProgram(program)]),
  );
  const missing = programs.filter(
    (program) => installed.get(program) === undefined && !isExecutable(cachedProgram(module, program)),
  );
  if (missing.length > 0 && (await goVersion()) === undefined) {
    throw new NoBinaries(
      `${missing.join(", ")}: not in KUBEBUILDER_ASSETS, not in PATH, and no Go to build them`,
    );
  }
  await buildPrograms(module, missing);
  const paths = programs.map((program) => [
    program,
    installed.get(program) ?? cachedProgram(module, program),
  ]);
  return Object.fromEntries(paths) as Record<P, string>;
}

export function installedProgram(program: string): string | undefined {
  const assets = process.env.KUBEBUILDER_ASSETS;
  const folders = [...(assets === undefined ? [] : [assets]), ...(process.env.PATH ?? "").split(delimiter)];
  return folders.map((folder) => join(folder, program)).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
