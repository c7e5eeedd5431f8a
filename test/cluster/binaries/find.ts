import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import type { PinnedModule } from "../versions.ts";
import { buildPrograms, cachedProgram } from "./build.ts";
import { goVersion, NoBinaries } from "./go.ts";

/** `installed`: what a person put into KUBEBUILDER_ASSETS or PATH serves too, whatever its version. */
type Accept = "installed" | "pinned";

/** Finds each of a module's programs, and builds the missing ones. */
export async function findPrograms<P extends string>(
  module: PinnedModule<P>,
  programs: readonly P[],
  accept: Accept,
): Promise<Readonly<Record<P, string>>> {
  const why = await cannotBeHad(module, programs, accept);
  if (why !== undefined) throw new NoBinaries(why);
  await buildPrograms(module, missingOf(module, programs, accept));
  const paths = programs.map((program) => [
    program,
    (accept === "installed" ? installedProgram(program) : undefined) ?? cachedProgram(module, program),
  ]);
  return Object.fromEntries(paths) as Record<P, string>;
}

/** Why some of the programs are not to be had here; `undefined` where they are there, or can be built. */
export async function cannotBeHad<P extends string>(
  module: PinnedModule<P>,
  programs: readonly P[],
  accept: Accept,
): Promise<string | undefined> {
  const missing = missingOf(module, programs, accept);
  if (missing.length === 0 || (await goVersion()) !== undefined) return undefined;
  return `${missing.join(", ")}: not in KUBEBUILDER_ASSETS, not in PATH, and no Go to build ${missing.length === 1 ? "it" : "them"}`;
}

function missingOf<P extends string>(
  module: PinnedModule<P>,
  programs: readonly P[],
  accept: Accept,
): readonly P[] {
  const isInstalled = (program: P) => accept === "installed" && installedProgram(program) !== undefined;
  return programs.filter((program) => !isInstalled(program) && !isExecutable(cachedProgram(module, program)));
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
