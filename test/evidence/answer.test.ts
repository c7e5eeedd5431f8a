import assert from "node:assert/strict";
import { test } from "node:test";
import { holdsUp, surest, weigh } from "../../src/evidence/index.ts";
import { hint, proof, refutation } from "../../src/report/index.ts";
import { pod } from "../support/objects.ts";

const proves = proof(pod(), "status.phase", "Running");
const suggests = hint(pod(), "event", "x");
const refutes = refutation(pod(), "status.phase", "Pending");

test("what proves or refutes counts before what only suggests", () => {
  assert.equal(weigh([proves]).is, "proven");
  assert.equal(weigh([proves, suggests], [suggests]).is, "proven");
  assert.equal(weigh([suggests]).is, "likely");
  assert.equal(weigh([suggests], [suggests]).is, "possible");
  assert.equal(weigh([suggests], [refutes]).is, "refuted");
  assert.equal(weigh([], [refutes]).is, "refuted");
  assert.equal(weigh([]).is, "possible");
  assert.equal(weigh([proves], [refutes]).is, "possible", "two facts that contradict each other");
});

test("it holds up where it is proven or likely", () => {
  assert.ok(holdsUp(weigh([proves])));
  assert.ok(holdsUp(weigh([suggests])));
  assert.ok(!holdsUp(weigh([])));
  assert.ok(!holdsUp({ is: "unread" }));
});

test("a cause that is only possible never goes before one that is proven", () => {
  const cause = (name: string, answer: ReturnType<typeof weigh>) => ({ name, answer });
  const possible = cause("possible", weigh([]));
  const likely = cause("likely", weigh([suggests]));
  const proven = cause("proven", weigh([proves]));
  assert.equal(surest([possible, likely, proven])?.name, "proven");
  assert.equal(surest([possible, likely])?.name, "likely");
  assert.equal(surest([possible, cause("second", weigh([]))])?.name, "possible", "of equals the first");
  assert.equal(surest([cause("refuted", weigh([], [refutes]))]), undefined);
  assert.equal(surest([cause("doubted", weigh([], [suggests]))]), undefined);
});
