/** In the build, the whole program is one script, which is compiled once for all runs: see docs/adr/0013. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { Script } from "node:vm";
import type { Loaded } from "./from-source.ts";
import type * as Program from "./index.ts";
import { type Call, keptCode } from "./kept-code.ts";

/** Set by the build: the name of the script, with a digest of what is in it. It lies beside this file. */
declare const PVGUARD_SCRIPT: string;

type Evaluated = (require: NodeJS.Require, url: string) => typeof Program;

export async function load(call: Call): Promise<Loaded> {
  const url = new URL(PVGUARD_SCRIPT, import.meta.url);
  const kept = keptCode(call, PVGUARD_SCRIPT);
  const cachedData = kept?.read();
  // All of it is ASCII.
  const script = new Script(readFileSync(url, "latin1"), {
    filename: fileURLToPath(url),
    ...(cachedData === undefined ? {} : { cachedData }),
  });
  const isKept = cachedData !== undefined && script.cachedDataRejected === false;
  const evaluated: Evaluated = script.runInThisContext();
  return {
    program: evaluated(createRequire(url), url.href),
    keepCode() {
      if (!isKept) kept?.write(() => script.createCachedData());
    },
  };
}
