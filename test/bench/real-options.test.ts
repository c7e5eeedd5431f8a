import assert from "node:assert/strict";
import { test } from "node:test";
import { help, options } from "../../bench/real/options.ts";

test("bench:real: --help asks for nothing to be measured, and names every option", () => {
  assert.equal(options(["--help"]), undefined);
  assert.equal(options(["-h"]), undefined);
  for (const name of ["--pods", "--rounds", "--only"]) assert.match(help, new RegExp(`^ {2}${name} `, "m"));
});

test("bench:real: what is not given is as the help says", () => {
  assert.deepEqual(options([]), { pods: 20000, rounds: 3, only: ["audit", "kubectl", "popeye"] });
  assert.deepEqual(options(["--pods", "500", "--only", "audit"]), { pods: 500, rounds: 3, only: ["audit"] });
});
