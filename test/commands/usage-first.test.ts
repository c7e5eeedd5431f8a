/** Mistyped words are reported before anything else, such as a missing kubeconfig. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { runCli } from "../support/run-cli.ts";

for (const [argv, line] of [
  [["undo", "one", "two"], "error: specify one backup: a folder, or one file in it\n"],
  [
    ["rescue", "pvc/one", "pvc/two"],
    "error: specify one claim or one volume. Everything that belongs to it is rescued with it.\n",
  ],
  [["audit", "shops/db"], `error: the server doesn't have a resource type "shops"\n`],
  [["snapshot", "shops/db"], `error: the server doesn't have a resource type "shops"\n`],
] as const) {
  test(`${argv.join(" ")}: the words first, then the kubeconfig`, async () => {
    const nowhere = ["--kubeconfig", "/nowhere/config"];
    const { err, code } = await runCli([...argv, ...nowhere], 0);
    assert.ok(err.startsWith(line), err);
    assert.equal(code, 2);
  });
}

test("rescue of nothing: as why of nothing", async () => {
  const { err, code } = await runCli(["rescue", "--kubeconfig", "/nowhere/config"], 0);
  assert.match(err, /^error: Required resource not specified\./);
  assert.equal(code, 2);
});
