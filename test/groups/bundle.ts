/** Test files as JavaScript, with all that they load: loading a thousand modules through tsx takes seconds a process. */
import { mkdirSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { whereItIs } from "./where-it-is.ts";

const test = join(import.meta.dirname, "..");
const cache = join(test, "..", ".cache");

export interface Bundled {
  /** To be removed when the tests have ended. */
  readonly folder: string;
  /** Where a file is now, by its path below `test/`. */
  path(file: string): string;
}

export async function bundled(files: readonly string[]): Promise<Bundled> {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "tests-"));
  await build({
    entryPoints: files.map((file) => join(test, file)),
    outbase: test,
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    chunkNames: "chunks/[name]-[hash]",
    sourcemap: "linked",
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    // package.json says that importing a file does nothing: true of what is shipped, and not of tests.
    ignoreAnnotations: true,
    logLevel: "error",
    ...whereItIs,
  });
  return { folder, path: (file) => join(folder, file.replace(/\.ts$/, ".mjs")) };
}
