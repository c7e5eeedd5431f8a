/** The two programs, each a small file that loads the rest in pieces when it is needed. */
import { chmod, copyFile, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build, type Metafile } from "esbuild";
import { noticesFor } from "./notices.ts";
import { makePacker } from "./packer.ts";
import { readyHelp } from "./ready-help.ts";
import { mainBeside, onlyParser, onlyTokenRefresh, ownStringWidth } from "./slim.ts";

const root = join(import.meta.dirname, "..");
const programs = ["main", "complete"];

/** CommonJS modules in the bundle ask for Node's own modules with `require`, all through one function of the bundler's. */
const banner =
  'import{createRequire as pvguardRequire}from"node:module";const require=pvguardRequire(import.meta.url);';
const asksForRequire = "typeof require";

/** Fills a folder with all that the published package holds beside its README and its licence. */
export async function bundle(folder: string): Promise<Metafile> {
  await rm(folder, { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: programs.map((program) => `src/${program}.ts`),
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    chunkNames: "chunks/[name]-[hash]",
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    platform: "node",
    target: "node20",
    legalComments: "none",
    define: { PVGUARD_VERSION: JSON.stringify(`v${await packageVersion()}`) },
    banner: { js: banner },
    plugins: [mainBeside, onlyParser, onlyTokenRefresh, ownStringWidth, readyHelp],
    metafile: true,
    logLevel: "warning",
  });
  for (const path of Object.keys(metafile.outputs)) await withoutBanner(join(root, path));
  // Where the chunk that reads it looks for it: beside itself.
  await copyFile(await makePacker(), join(folder, "chunks", "packer.wasm"));
  await writeFile(join(folder, "THIRD_PARTY_NOTICES"), await noticesFor(metafile, root));
  for (const program of programs) await chmod(join(folder, `${program}.mjs`), 0o755);
  return metafile;
}

/** To make a `require` takes a while, and nearly all files do without. */
async function withoutBanner(path: string): Promise<void> {
  const text = await readFile(path, "utf8");
  const rest = text.replace(`${banner}\n`, "");
  if (rest !== text && !rest.includes(asksForRequire)) await writeFile(path, rest);
}

export async function packageVersion(): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  return (manifest as { readonly version: string }).version;
}
