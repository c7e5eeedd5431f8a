/** One file that needs no Node.js: https://nodejs.org/docs/latest-v24.x/api/single-executable-applications.html */
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inject } from "postject";
import { root } from "../bundle.ts";
import { nodeBinary } from "./node-binary.ts";
import type { Platform } from "./platforms.ts";
import { builderOf } from "./platforms.ts";

/** What an executable is made of, in a folder: see `bundleForExecutable`. */
export interface Parts {
  /** Of a CommonJS module: it answers `--version`, and loads the program. */
  readonly starter: string;
  readonly program: string;
}

/** How Node.js recognises that something is inside of it. */
const fuse = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

/**
 * Makes the executable of a platform, on Linux on amd64. Only the executable for that has compiled code: V8 takes none of
 * another processor or version. Elsewhere the program is compiled at each start.
 */
export async function makeExecutable(platform: Platform, parts: Parts, output: string): Promise<void> {
  if (process.platform !== "linux" || process.arch !== "x64")
    throw new Error("executables are made on Linux on amd64");
  const builder = nodeBinary(builderOf(platform));
  const assets: Record<string, string> = { "program.js": parts.program };
  if (platform.os === "linux" && platform.arch === "amd64")
    assets["program.compiled"] = compiledCode(builder, parts.program);
  const [config, blob] = [`${output}.json`, `${output}.blob`];
  writeFileSync(
    config,
    JSON.stringify({
      main: parts.starter,
      output: blob,
      assets,
      disableExperimentalSEAWarning: true,
      // Its compiled code is an asset: the one that Node.js makes knows nothing of what is called.
      useCodeCache: false,
      // NODE_OPTIONS is meant for programs that are known to be Node.js.
      execArgvExtension: "none",
    }),
  );
  run(builder, ["--experimental-sea-config", config]);
  copyFileSync(nodeBinary(platform.node), output);
  chmodSync(output, 0o755);
  await inject(output, "NODE_SEA_BLOB", readFileSync(blob), {
    sentinelFuse: fuse,
    machoSegmentName: "NODE_SEA",
  });
  if (platform.os === "darwin") sign(output);
}

function compiledCode(node: string, program: string): string {
  const compiled = `${program}.compiled`;
  run(node, [join(import.meta.dirname, "compiled-code.ts"), program, compiled]);
  return compiled;
}

/** Its errors are shown, and thrown. */
function run(file: string, argv: readonly string[], cwd = root): void {
  execFileSync(file, argv, { cwd, stdio: ["ignore", "ignore", "inherit"] });
}

/** Apple silicon starts nothing that is not signed, and the signature of Node.js is no longer right. Needs Go. */
function sign(file: string): void {
  const signed = `${file}.signed`;
  run("go", ["run", "-mod=readonly", ".", file, signed], join(import.meta.dirname, "sign"));
  renameSync(signed, file);
  chmodSync(file, 0o755);
}
