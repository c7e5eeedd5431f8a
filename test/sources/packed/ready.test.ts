/** What the build has made ready is what the packer follows when run from source. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { programsFile } from "../../../build/ready-programs.ts";
import { wordsOf } from "../../../src/sources/packed/program/made.ts";
import { split } from "../../../src/sources/packed/program/ready-file.ts";
import { type BuiltIn, builtIn } from "../../../src/sources/protobuf/kinds/index.ts";

const resources = Object.keys(builtIn) as BuiltIn[];

test("every kind has its own program in the file", () => {
  const programs = split(Buffer.from(programsFile()), resources);
  assert.deepEqual([...programs.keys()], resources);
  for (const resource of resources) assert.deepEqual(programs.get(resource), wordsOf(resource), resource);
});

test("a file that does not hold a program for every kind is refused", () => {
  const file = Buffer.from(programsFile());
  assert.throws(() => split(file.subarray(0, file.length - 4), resources));
  assert.throws(() => split(Buffer.concat([file, Buffer.alloc(4)]), resources));
});
