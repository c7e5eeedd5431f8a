import assert from "node:assert/strict";
import { test } from "node:test";
import { isColoured } from "../../src/cli/host/command-surroundings.ts";
import { FlagValues } from "../../src/commands/index.ts";

type Row = readonly [
  flag: string | undefined,
  env: Record<string, string>,
  isTerminal: boolean,
  colored: boolean,
];

const rows: readonly Row[] = [
  [undefined, {}, true, true],
  [undefined, {}, false, false],
  [undefined, { TERM: "dumb" }, true, false],
  [undefined, { NO_COLOR: "" }, true, false],
  [undefined, { NO_COLOR: "1", FORCE_COLOR: "1" }, true, false],
  [undefined, { FORCE_COLOR: "1" }, false, true],
  [undefined, { FORCE_COLOR: "0" }, true, false],
  [undefined, { CLICOLOR_FORCE: "1" }, false, true],
  [undefined, { CLICOLOR: "0" }, true, false],
  ["always", { NO_COLOR: "1" }, false, true],
  ["never", { FORCE_COLOR: "1" }, true, false],
  ["auto", {}, true, true],
];

for (const [flag, env, isTTY, expected] of rows) {
  test(`--color=${flag} ${JSON.stringify(env)} ${isTTY ? "on a terminal" : "in a pipe"}: ${expected}`, () => {
    const flags = new FlagValues(new Map(flag === undefined ? [] : [["color", [flag]]]));
    assert.equal(isColoured(flags, { write: () => {}, isTTY }, { env }), expected);
  });
}
