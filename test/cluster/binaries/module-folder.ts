import { mkdirSync } from "node:fs";
import type { PinnedModule } from "../versions.ts";
import { cacheFolder } from "./cache.ts";
import { goOutput } from "./go.ts";

interface ModuleFolder {
  readonly GoMod: string;
  /** The module's files, read-only. */
  readonly Dir: string;
}

/** Fetches a module's source. */
export async function moduleFolder({ path, version }: PinnedModule<string>): Promise<ModuleFolder> {
  mkdirSync(cacheFolder, { recursive: true });
  return JSON.parse(
    await goOutput(["mod", "download", "-json", `${path}@${version}`], cacheFolder),
  ) as ModuleFolder;
}
