import assert from "node:assert/strict";
import test from "node:test";
import { nextToDelete, resizeConditionsOf, resizeTurn } from "../../src/controllers/index.ts";
import { claim, pod } from "../support/objects.ts";

test("namespace: while a pod is left nothing else is deleted", () => {
  const pods = [pod()];
  const claims = [claim()];
  assert.deepEqual(nextToDelete(pods, claims), pods);
  assert.deepEqual(nextToDelete([], claims), claims);
  assert.deepEqual(nextToDelete(pods, claims, "all at once"), [...pods, ...claims]);
});

test("resizer: only conditions that are True count, and the kubelet's turn comes last", () => {
  const resized = (types: readonly (readonly [type: string, status: string])[]) =>
    claim({ status: { conditions: types.map(([type, status]) => ({ type, status })) } });
  assert.deepEqual(
    resizeConditionsOf(
      resized([
        ["Resizing", "True"],
        ["NodeResizeError", "False"],
        ["Unused", "True"],
      ]),
    ),
    ["Resizing"],
  );
  assert.equal(resizeTurn(["Resizing"]), "external-resizer");
  assert.equal(resizeTurn(["FileSystemResizePending"]), "kubelet");
  assert.equal(resizeTurn([]), "nobody");
});
