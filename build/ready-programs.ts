import { join } from "node:path";
import type { Plugin } from "esbuild";
import { wordsOf } from "../src/sources/packed/program/made.ts";
import { joined } from "../src/sources/packed/program/ready-file.ts";
import { type BuiltIn, builtIn } from "../src/sources/protobuf/kinds/index.ts";

/** What the packer follows, for every kind: it depends on nothing but the source, and takes some milliseconds to make. */
export function programsFile(): Uint8Array {
  const programs = (Object.keys(builtIn) as BuiltIn[]).map(wordsOf);
  return new Uint8Array(joined(programs).buffer);
}

export const readyPrograms: Plugin = {
  name: "ready-programs",
  setup(build) {
    build.onResolve({ filter: /^\.\/made\.ts$/ }, ({ resolveDir }) => ({
      path: join(resolveDir, "ready.ts"),
    }));
  },
};
