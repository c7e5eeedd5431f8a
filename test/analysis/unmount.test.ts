import assert from "node:assert/strict";
import { test } from "node:test";
import { unmounted } from "../../src/analysis/timeline/after-action.ts";
import type { Cluster } from "../../src/cluster/index.ts";
import { clusterOf } from "../controllers/decisions/decide.ts";
import { node, pod } from "../support/objects.ts";

test("of a pod on a node that reports no volume in use, no claim is asked for", () => {
  let asked = 0;
  const user = pod({ claims: Array.from({ length: 100 }, (_, at) => `data-${at}`) });
  const base = clusterOf([user, node()]);
  const get: Cluster["get"] = (...words) => {
    asked += 1;
    return base.get(...words);
  };
  assert.deepEqual(unmounted(user, { ...base, get }), []);
  assert.equal(asked, 1);
});
