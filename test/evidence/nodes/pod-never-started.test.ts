import assert from "node:assert/strict";
import { test } from "node:test";
import { podNeverStarted } from "../../../src/evidence/index.ts";
import { pod } from "../../support/objects.ts";

test("for: Pending, and no container ever ran", () => {
  assert.equal(podNeverStarted(pod({ phase: "Pending" })).is, "proven");
});

test("against: another phase, or a container that ran", () => {
  assert.equal(podNeverStarted(pod()).is, "refuted");
  const ran = { name: "init", restartCount: 0, state: { terminated: { exitCode: 0 } } };
  assert.equal(
    podNeverStarted(pod({ phase: "Pending", status: { initContainerStatuses: [ran] } })).is,
    "refuted",
  );
});
