/** The program as it is shipped, bundled once for a whole run: started through tsx, each call takes two seconds more. */
import { join } from "node:path";
import { newFolder } from "./folders.ts";

const theProgramOfThisRun = "PVGUARD_E2E_PROGRAM";

let built: Promise<string> | undefined;

/** The folder with `main.cjs` and `complete.cjs`. What is not part of a run bundles them for itself. */
export function builtProgram(): Promise<string> {
  built ??= folderOfThisRun();
  return built;
}

async function folderOfThisRun(): Promise<string> {
  const named = process.env[theProgramOfThisRun];
  if (named !== undefined) return named;
  const folder = join(newFolder("pvguard-program"), "dist");
  // It takes as long to load as the program itself.
  const { bundle } = await import("../../../build/bundle.ts");
  await bundle(folder);
  return folder;
}

/** For the processes that this one starts. */
export async function shareBuiltProgram(): Promise<void> {
  process.env[theProgramOfThisRun] = await builtProgram();
}
