/** In the build, the whole program is one script, and a smaller one for each command that is asked most: see docs/adr/0013. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Script } from "node:vm";
import type { Loaded } from "./from-source.ts";
import type * as Program from "./index.ts";
import { type Call, keptCode } from "./kept-code.ts";

// Set by the build: the names of the scripts, each with a digest of what is in it.
declare const PVGUARD_WHY: string;
declare const PVGUARD_AUDIT: string;
declare const PVGUARD_PROGRAM: string;

type Evaluated = (require: (name: string) => unknown, url: string) => typeof Program;

export async function load(call: Call): Promise<Loaded> {
  const name = scriptFor(call.command);
  const path = join(__dirname, "chunks", name);
  const kept = keptCode(call, name);
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
    threadScript: join(__dirname, "chunks", "second-thread.cjs"),
    keepCode() {
      if (!isKept) kept?.write(() => script.createCachedData());
    },
  };
}

function scriptFor(command: string): string {
  switch (command) {
    case "why":
      return PVGUARD_WHY;
    case "audit":
      return PVGUARD_AUDIT;
    default:
      return PVGUARD_PROGRAM;
  }
}
