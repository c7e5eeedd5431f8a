/**
 * The program as it is published: one script with all that it needs, and two small ones that start it. CommonJS, since
 * Node.js takes longer to begin with a module, and a single executable takes nothing else.
 */
import { chmod, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { BuildOptions, Metafile } from "esbuild";
import { build } from "esbuild";
import { commandHelp, globalOptions, rootHelp } from "../src/cli/help.ts";
import { commands } from "../src/commands/all.ts";
import { bundledPackages, noticesFor } from "./notices.ts";
import {
  mainBeside,
  oneStringWidth,
  packerInside,
  pageInside,
  programBeside,
  programInside,
  yargsAlone,
} from "./plugins.ts";
import type { Parts } from "./release/executable.ts";

export const root = join(import.meta.dirname, "..");

async function common(): Promise<BuildOptions> {
  return {
    absWorkingDir: root,
    bundle: true,
    minify: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    // What is imported later is in the same file, and evaluated later.
    supported: { "dynamic-import": false },
    legalComments: "none",
    metafile: true,
    logLevel: "warning",
    define: {
      PVGUARD_VERSION: JSON.stringify(`v${await packageVersion()}`),
      PVGUARD_HELP: JSON.stringify(helpBySubject()),
    },
    write: true,
  };
}

const all = [oneStringWidth, packerInside, pageInside, yargsAlone];

/** Fills a folder with all that the npm package holds beside its README and its licence. */
export async function bundle(folder: string): Promise<Metafile> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const options = { ...(await common()), outdir: folder, outExtension: { ".js": ".cjs" } };
  const program = await build({ ...options, entryPoints: { program: "src/program/index.ts" }, plugins: all });
  const starters = await build({
    ...options,
    entryPoints: ["src/main.ts", "src/complete.ts"],
    plugins: [mainBeside, programBeside],
  });
  const [first, second] = [program.metafile, starters.metafile];
  const whole = {
    inputs: { ...first?.inputs, ...second?.inputs },
    outputs: { ...first?.outputs, ...second?.outputs },
  };
  await writeFile(join(folder, "THIRD_PARTY_NOTICES"), noticesFor(await bundledPackages(whole, root)));
  for (const name of ["main", "complete"]) await chmod(join(folder, `${name}.cjs`), 0o755);
  return whole;
}

/** Makes the same program for an executable: what starts it, and the rest as a script, which has to be a function. */
export async function bundleForExecutable(folder: string): Promise<Parts & { readonly metafile: Metafile }> {
  await mkdir(folder, { recursive: true });
  const options = await common();
  const parts = { starter: join(folder, "main.cjs"), program: join(folder, "program.js") };
  const program = await build({
    ...options,
    entryPoints: ["src/program/index.ts"],
    outfile: parts.program,
    banner: { js: '(function(require){"use strict";const module={exports:{}};' },
    footer: { js: "return module.exports})" },
    plugins: all,
  });
  await build({
    ...options,
    entryPoints: ["src/main.ts"],
    outfile: parts.starter,
    define: { ...options.define, PVGUARD_EXECUTABLE: "true" },
    plugins: [programInside],
  });
  if (program.metafile === undefined) throw new Error("esbuild has made no metafile");
  return { ...parts, metafile: program.metafile };
}

/** What there is of help, by what it is about. It does not depend on where it is printed. */
function helpBySubject(): Readonly<Record<string, string>> {
  const ofCommands = commands.map((command) => [command.name, commandHelp(command)] as const);
  return Object.fromEntries([["", rootHelp(commands)], ["options", globalOptions()], ...ofCommands]);
}

export async function packageVersion(): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  return (manifest as { readonly version: string }).version;
}
