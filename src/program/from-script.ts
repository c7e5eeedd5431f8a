/** In the build, the whole program is one script, which is compiled once for all runs: see docs/adr/0013. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Script } from "node:vm";
import type { Loaded } from "./from-source.ts";
import type * as Program from "./index.ts";
import { type Call, keptCode } from "./kept-code.ts";

/** Set by the build: the name of the script, with a digest of what is in it. */
declare const PVGUARD_SCRIPT: string;

type Evaluated = (require: (name: string) => unknown, url: string) => typeof Program;

export async function load(call: Call): Promise<Loaded> {
  const path = join(__dirname, "chunks", PVGUARD_SCRIPT);
  const kept = keptCode(call, PVGUARD_SCRIPT);
  const cachedData = kept?.read();
  // All of it is ASCII.
  const script = new Script(readFileSync(path, "latin1"), {
    filename: path,
    ...(cachedData === undefined ? {} : { cachedData }),
  });
  const isKept = cachedData !== undefined && script.cachedDataRejected === false;
  const evaluated: Evaluated = script.runInThisContext();
  return {
    program: evaluated(require, pathToFileURL(path).href),
    keepCode() {
      if (!isKept) kept?.write(() => script.createCachedData());
    },
  };
}
