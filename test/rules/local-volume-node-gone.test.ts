import assert from "node:assert/strict";
import { test } from "node:test";
import { flatten } from "../../src/kubernetes/index.ts";
import { cases } from "./cases/local-volume-node-gone.ts";
import { auditOf } from "./cases.ts";

test("where the claims were not read, nothing is said of what becomes of the claim", () => {
  const { findings } = auditOf("local-volume-node-gone", cases.fires[0].objects, [
    "v1/persistentvolumeclaims",
  ]);
  assert.deepEqual(
    findings.map(({ message }) => flatten(message, (data) => data)),
    [
      "its data was on node-9, which no longer exists as a node; it is unknown whether a controller deletes its claim",
    ],
  );
});
