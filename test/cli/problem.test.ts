import assert from "node:assert/strict";
import { test } from "node:test";
import { problemOf } from "../../src/cli/run.ts";
import { Failure } from "../../src/commands/index.ts";
import { AccessError } from "../../src/connection/kubeconfig/index.ts";
import { say, words } from "../../src/kubernetes/index.ts";
import { InputError } from "../../src/reading/files/index.ts";

const rows: readonly (readonly [unknown, string, number])[] = [
  [new Failure("usage", words("error: no")), "error: no\n", 2],
  [new Failure("not-found", words("error: no")), "error: no\n", 2],
  [new Failure("local-io", words("error: no")), "error: no\n", 2],
  [new Failure("unreadable", words("error: no")), "error: no\n", 3],
  [new InputError(say`${"a\u001b.yaml"}: bad`), "error: a\\x1b.yaml: bad\n", 2],
  [new AccessError("config", words("error: no context")), "error: no context\n", 2],
  [new AccessError("rejected", words("error: bad selector")), "error: bad selector\n", 2],
  [new AccessError("refused", words("refused"), words("hint")), "refused\nhint\n", 4],
  [
    new AccessError("unauthorized", words("error: You must be logged in")),
    "error: You must be logged in\n",
    4,
  ],
  [new AccessError("interrupted", words("error: interrupted")), "error: interrupted\n", 130],
  [
    new TypeError("x is \u001b[2J"),
    "error: pvguard itself failed: TypeError: x is \\x1b[2J (run with -v=9 to see where)\n",
    2,
  ],
  ["thrown", "error: pvguard itself failed: thrown (run with -v=9 to see where)\n", 2],
];

for (const [thrown, text, exit] of rows) {
  test(`ends with ${exit}: ${JSON.stringify(text)}`, () =>
    assert.deepEqual(problemOf(thrown, "line"), { text, exit }));
}

test("only who debugs pvguard sees where it failed", () => {
  const thrown = new Error("no");
  assert.doesNotMatch(problemOf(thrown, "line").text, /^\s+at /m);
  assert.match(problemOf(thrown, "stack").text, /^\s+at /m);
});
