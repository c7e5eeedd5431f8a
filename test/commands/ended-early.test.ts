/** How a run ends that threw something: its exit code, and what a program and a person are told. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { endedEarly, errorOf, Failure } from "../../src/commands/failure.ts";
import { AccessError } from "../../src/connection/kubeconfig/access-error.ts";
import { say, words } from "../../src/kubernetes/index.ts";
import { InputError } from "../../src/reading/files/limits.ts";
import { plain } from "../support/fault-server/surroundings.ts";

const phrase = say`error: ${"disk"} is away`;

function told(thrown: unknown): string {
  const { error, line, exitCode } = endedEarly(thrown);
  return `${exitCode} ${error.reason}: ${plain(error.message)} | ${plain(line)}`;
}

for (const [thrown, expected] of [
  [new Failure("usage", phrase), "2 Usage"],
  [new Failure("not-found", phrase), "2 NotFound"],
  [new Failure("local-io", phrase), "2 LocalIo"],
  [new Failure("unreadable", phrase), "3 Unreadable"],
  [new Failure("refused", phrase), "5 Refused"],
  ...(["config", "rejected"] as const).map((kind) => [new AccessError(kind, phrase), "2"] as const),
  [new AccessError("interrupted", phrase), "130 Interrupted"],
  ...(
    [
      "credentials",
      "unauthorized",
      "unresolved",
      "untrusted",
      "proxy",
      "unreachable",
      "timeout",
      "broken",
      "redirect",
      "protocol",
      "throttled",
      "server",
    ] as const
  ).map((kind) => [new AccessError(kind, phrase), "4"] as const),
  [new AccessError("too-large", phrase), "4 TooLarge"],
  [new AccessError("refused", phrase), "4 ConnectionRefused"],
] as const) {
  test(`${thrown.name} ${thrown.kind} ends with ${expected}`, () => {
    const reason = thrown.kind[0]?.toUpperCase() + thrown.kind.slice(1);
    const begin = expected.includes(" ") ? expected : `${expected} ${reason}`;
    assert.equal(told(thrown), `${begin}: disk is away | error: disk is away`);
  });
}

test("what an input is refused for ends with 2", () => {
  assert.equal(told(new InputError(say`${"x.yaml"}: no`)), "2 Input: x.yaml: no | error: x.yaml: no");
});

test("a fault of pvguard itself says so", () => {
  const itself = "pvguard itself failed: ";
  assert.equal(told(new TypeError("x")), `2 Internal: ${itself}TypeError: x | error: ${itself}TypeError: x`);
  assert.equal(told("x"), `2 Internal: ${itself}x | error: ${itself}x`);
});

test("only what stands before the words of an error is left out for a program", () => {
  assert.equal(plain(errorOf("a", words("error: error: x")).message), "error: x");
  assert.equal(plain(errorOf("a", words("an error: x")).message), "an error: x");
  assert.equal(plain(errorOf("a", say`${"error: x"} y`).message), "error: x y");
  assert.deepEqual(errorOf("a-b-c", []), { reason: "ABC", message: [] });
});
