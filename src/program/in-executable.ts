import { getRawAsset } from "node:sea";
import { Script } from "node:vm";
import type * as Program from "./index.ts";

/** The program as it is in an executable: a function that is told how to get Node's modules, and gives what ./index.ts exports. */
type Evaluated = (require: (name: string) => unknown) => typeof Program;

/** In an executable, in place of ./index.ts: the program is there as text, with its compiled code where the build could make it. */
function loaded(): typeof Program {
  const cachedData = asset("program.compiled");
  const text = asset("program.js")?.toString("latin1") ?? "";
  const script = new Script(text, {
    filename: "program.js",
    ...(cachedData === undefined ? {} : { cachedData }),
  });
  const evaluated: Evaluated = script.runInThisContext();
  return evaluated((name) => process.getBuiltinModule(name));
}

function asset(name: string): Buffer | undefined {
  try {
    const bytes = getRawAsset(name);
    return typeof bytes === "string" ? Buffer.from(bytes) : Buffer.from(bytes);
  } catch {
    return undefined;
  }
}

export const { run, complete } = loaded();
