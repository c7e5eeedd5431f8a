/** What keeps to a part of a kind has nothing to say of the others of that kind. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Index } from "../../src/cluster/index.ts";
import { isInPart } from "../../src/cluster/index.ts";
import * as controllers from "../../src/controllers/index.ts";
import type { KubeObject, Resource } from "../../src/kubernetes/index.ts";
import { objectsOf } from "../support/protobuf/arbitrary-object.ts";
import { runs } from "../support/runs.ts";

const count = runs(30);

function isIndex(value: unknown): value is Index<Resource> {
  return typeof value === "object" && value !== null && "keys" in value && "on" in value;
}

const exported: readonly unknown[] = Object.values(controllers);
const kept = exported.filter(isIndex).filter(({ only }) => only !== undefined);

const pods = objectsOf("v1/pods").map((pod) => ({ apiVersion: "v1", kind: "Pod", ...pod }) as KubeObject);

test("indexes that keep to a part give the others no key", () => {
  assert.ok(kept.length > 0);
  fc.assert(
    fc.property(pods, (pod) => {
      for (const { keys, only } of kept)
        if (only !== undefined && !isInPart(only, pod)) assert.deepEqual(keys(pod), []);
    }),
    { numRuns: count },
  );
});
