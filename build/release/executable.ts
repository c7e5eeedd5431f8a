/** One file that needs no Node.js: https://nodejs.org/docs/latest-v26.x/api/single-executable-applications.html */
import { execFileSync } from "node:child_process";
import { chmodSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../bundle.ts";
import { nodeBinary } from "./node-binary.ts";
import { ownPlatform, type Platform } from "./platforms.ts";

/** What an executable is made of, in a folder: see `bundleForExecutable`. */
export interface Parts {
  /** Of a CommonJS module: it answers `--version`, and loads the program. */
  readonly starter: string;
  readonly program: string;
}

/**
 * Makes the executable of a platform on this one. Compiled code is only there for the platform that this process runs on:
 * V8 takes none of another. Elsewhere the program is compiled at each start.
 */
export async function makeExecutable(platform: Platform, parts: Parts, output: string): Promise<void> {
  const own = ownPlatform();
  const builder = await nodeBinary(own);
  const assets: Record<string, string> = { "program.js": parts.program };
  if (platform === own) {
    const compiled = `${output}.compiled`;
    execFileSync(builder, [join(import.meta.dirname, "compiled-code.ts"), parts.program, compiled], {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
    });
    assets["program.compiled"] = compiled;
  }
  const config = `${output}.json`;
  writeFileSync(
    config,
    JSON.stringify({
      main: parts.starter,
      executable: await nodeBinary(platform),
      output,
      assets,
      disableExperimentalSEAWarning: true,
      useCodeCache: false,
      // NODE_OPTIONS is meant for programs that are known to be Node.js.
      execArgvExtension: "none",
    }),
  );
  execFileSync(builder, ["--build-sea", config], { stdio: ["ignore", "ignore", "inherit"] });
  if (platform.os === "darwin") sign(output);
  chmodSync(output, 0o755);
}

/** Apple silicon starts nothing that is not signed, and Node.js takes the signature off. Needs Go. */
function sign(file: string): void {
  const signed = `${file}.signed`;
  execFileSync("go", ["run", ".", file, signed], {
    cwd: join(import.meta.dirname, "sign"),
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, GOFLAGS: "-mod=readonly" },
  });
  if (readFileSync(signed).length === 0) throw new Error(`${file} could not be signed`);
  renameSync(signed, file);
}
