import { readFileSync } from "node:fs";
import { type BuiltIn, builtIn } from "../../protobuf/kinds/index.ts";
import { split } from "./ready-file.ts";

let ready: ReadonlyMap<string, Int32Array> | undefined;

/** In the build, of what ./made.ts gives: beside the script is a file with that of every kind. */
export function wordsOf(resource: BuiltIn): Int32Array {
  ready ??= split(readFileSync(new URL("./programs.bin", import.meta.url)), Object.keys(builtIn));
  const words = ready.get(resource);
  if (words === undefined) throw new Error(`there is no program for ${resource}`);
  return words;
}
