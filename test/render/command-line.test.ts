import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import fc from "fast-check";
import { commandLine } from "../../src/render/shell.ts";

/** What a POSIX shell makes of the line, with `printf` in place of the command. */
function argumentsIn(line: string): readonly string[] {
  const script = `printf '%s\\0' ${line}`;
  const { stdout, status, stderr } = spawnSync("sh", ["-c", script], { encoding: "utf8" });
  assert.equal(status, 0, stderr);
  return stdout.split("\0").slice(0, -1);
}

test("what needs no quotes has none", () => {
  const argv = ["kubectl", "patch", "pv", "pv-1", "--type=merge", "-p", '{"spec":{}}'];
  assert.equal(commandLine({ argv }), `kubectl patch pv pv-1 --type=merge -p '{"spec":{}}'`);
  assert.equal(
    commandLine({ argv: ["kubectl", "get", "pv"], into: "it's.yaml" }),
    `kubectl get pv > 'it'\\''s.yaml'`,
  );
});

test("a command with characters that cannot be seen is not made", () => {
  for (const hidden of ["a\nb", "\u001b[2J", "a\u200bb", "\u202e", "\ud800"]) {
    assert.equal(commandLine({ argv: ["kubectl", hidden] }), undefined);
  }
});

test("a shell reads back exactly the arguments", () => {
  const nasty = fc.constantFrom(
    "'",
    '"',
    "\\",
    "$(id)",
    "`id`",
    ";",
    "&&",
    "|",
    ">",
    "#",
    "~",
    "*",
    "!",
    "{a,b}",
    "-",
    "=",
    " ",
    "A=1",
    "é",
  );
  const argument = fc.oneof(
    fc.string(),
    fc.array(nasty).map((parts) => parts.join("")),
  );
  const lines = fc.array(argument, { minLength: 1, maxLength: 8 });
  const samples = fc
    .sample(lines, { numRuns: 400, seed: 7 })
    .filter((argv) => commandLine({ argv }) !== undefined);
  assert.ok(samples.length > 200);
  const all = samples.flat();
  assert.deepEqual(argumentsIn(samples.map((argv) => commandLine({ argv })).join(" ")), all);
});
