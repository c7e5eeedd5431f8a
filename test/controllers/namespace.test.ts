import assert from "node:assert/strict";
import test from "node:test";
import { nextToDelete } from "../../src/controllers/index.ts";
import { claim, pod } from "../support/objects.ts";

test("namespace: while a pod is left nothing else is deleted", () => {
  const pods = [pod()];
  const claims = [claim()];
  assert.deepEqual(nextToDelete(pods, claims), pods);
  assert.deepEqual(nextToDelete([], claims), claims);
});
