/**
 * The two programs, each a small file that loads the rest when it is needed: nearly all of it is one script. They are
 * CommonJS, since Node.js takes longer to begin with a module.
 */
import { createHash } from "node:crypto";
import { chmod, copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type BuildOptions, build, type Metafile, type Plugin } from "esbuild";
import { noticesFor } from "./notices.ts";
import { makePacker } from "./packer.ts";
import { readyHelp } from "./ready-help.ts";
import { programsFile, readyPrograms } from "./ready-programs.ts";
import {
  besideScripts,
  fromScript,
  loadedFromBeside,
  mainBeside,
  onlyCommand,
  onlyParser,
  onlyTokenRefresh,
  ownStringWidth,
} from "./slim.ts";

const root = join(import.meta.dirname, "..");
const programs = ["main", "complete"];

const common = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  platform: "node",
  target: "node20",
  legalComments: "none",
  metafile: true,
  logLevel: "warning",
} as const satisfies BuildOptions;

/** Of what looks for files beside itself, and may not import: nor need it, since all is in it. */
const alone = {
  format: "cjs",
  supported: { "dynamic-import": false },
  define: { "import.meta.url": "pvguardUrl" },
} as const satisfies BuildOptions;

const slim = [loadedFromBeside, onlyParser, onlyTokenRefresh, ownStringWidth, readyHelp, readyPrograms];

/** Fills a folder with all that the published package holds beside its README and its licence. */
export async function bundle(folder: string): Promise<Metafile> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, "chunks"), { recursive: true });
  const scripts = await Promise.all([
    scriptFile("why", [onlyCommand("why")]),
    scriptFile("audit", [onlyCommand("audit")]),
    scriptFile("program", []),
  ]);
  for (const { file, text } of scripts) await writeFile(join(folder, "chunks", file), text);
  // Where the script looks for them: beside itself.
  await copyFile(await makePacker(), join(folder, "chunks", "packer.wasm"));
  await writeFile(join(folder, "chunks", "programs.bin"), programsFile());
  const beside = await build({
    ...common,
    entryPoints: besideScripts,
    outdir: join(folder, "chunks"),
    entryNames: "[name]",
    outExtension: { ".js": ".cjs" },
    format: "cjs",
    plugins: [onlyTokenRefresh, ownStringWidth],
  });
  const thread = await build({
    ...common,
    entryPoints: ["src/second-thread.ts"],
    outdir: join(folder, "chunks"),
    outExtension: { ".js": ".cjs" },
    ...alone,
    banner: { js: 'const pvguardUrl=require("node:url").pathToFileURL(__filename).href;' },
    plugins: slim,
  });
  const { metafile } = await build({
    ...common,
    entryPoints: programs.map((program) => `src/${program}.ts`),
    outdir: folder,
    outExtension: { ".js": ".cjs" },
    format: "cjs",
    // What is imported later is in the file, too.
    supported: { "dynamic-import": false },
    define: {
      PVGUARD_VERSION: JSON.stringify(`v${await packageVersion()}`),
      ...Object.fromEntries(
        scripts.map(({ name, file }) => [`PVGUARD_${name.toUpperCase()}`, JSON.stringify(file)]),
      ),
    },
    plugins: [mainBeside, readyHelp, fromScript],
  });
  const parts = [metafile, beside.metafile, thread.metafile, ...scripts.map((script) => script.metafile)];
  const whole = {
    inputs: Object.assign({}, ...parts.map(({ inputs }) => inputs)),
    outputs: Object.assign({}, ...parts.map(({ outputs }) => outputs)),
  };
  await writeFile(join(folder, "THIRD_PARTY_NOTICES"), await noticesFor(whole, root));
  for (const program of programs) await chmod(join(folder, `${program}.cjs`), 0o755);
  return whole;
}

interface Bundled {
  readonly text: string;
  readonly metafile: Metafile;
}

interface ScriptFile extends Bundled {
  readonly name: string;
  readonly file: string;
}

async function scriptFile(name: string, plugins: readonly Plugin[]): Promise<ScriptFile> {
  const script = await scriptOf("src/program/index.ts", name, plugins);
  const digest = createHash("sha256").update(script.text).digest("hex").slice(0, 12);
  return { ...script, name, file: `${name}-${digest}.js` };
}

/** A module with all that it imports as a script: a function of `require` and of the script's URL, which gives its exports. */
async function scriptOf(entry: string, name: string, plugins: readonly Plugin[]): Promise<Bundled> {
  const { outputFiles, metafile } = await build({
    ...common,
    entryPoints: { [name]: entry },
    write: false,
    ...alone,
    banner: { js: '(function(require,pvguardUrl){"use strict";const module={exports:{}};' },
    footer: { js: "return module.exports})" },
    plugins: [...plugins, ...slim],
  });
  return { text: outputFiles[0]?.text ?? "", metafile };
}

export async function packageVersion(): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  return (manifest as { readonly version: string }).version;
}
