/** S7: each of upstream's rows of who keeps a claim, asked of what `fix` permits. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { permit } from "../../src/changes/index.ts";
import { createCluster } from "../../src/cluster/index.ts";
import { knowledge } from "../../src/knowledge.ts";
import { isTerminating, seenRefOf } from "../../src/kubernetes/index.ts";
import type { Act } from "../../src/report/index.ts";
import { finalizerRows } from "../controllers/pvc-protection/finalizer-rows.ts";
import { ownRows } from "../controllers/pvc-protection/own-rows.ts";
import type { Row } from "../controllers/pvc-protection/rows.ts";
import { unusedRows } from "../controllers/pvc-protection/unused-rows.ts";
import { snapshotOf } from "../support/snapshot.ts";

const finalizer = "kubernetes.io/pvc-protection";
const rows: readonly Row[] = [...finalizerRows, ...unusedRows, ...ownRows];

test("upstream's table has 37 rows, and all of them are asked", () => {
  const numbers = rows.flatMap(({ name }) => /^(\d+) /.exec(name)?.[1] ?? []).map(Number);
  assert.deepEqual(
    numbers.sort((a, b) => a - b),
    Array.from({ length: 37 }, (_, at) => at + 1),
  );
});

for (const { name, claims, pods = [], action } of rows) {
  test(`S7: ${name}`, () => {
    const cluster = createCluster(snapshotOf([...claims, ...pods]));
    for (const [at, claim] of claims.entries()) {
      const act: Act = { do: "drop-finalizer", on: seenRefOf(claim), finalizer };
      const permission = permit(act, { cluster, knowledge });
      const isItsConcern = isTerminating(claim) && claim.metadata.finalizers?.includes(finalizer) === true;
      assert.equal(permission.state, isItsConcern ? "allowed" : "refused");
      if (permission.state !== "allowed") continue;
      const uses = permission.accept.filter(({ name: danger }) => danger.endsWith("PodUsesClaim"));
      assert.equal(uses.length > 0, action[at] === "keep", permission.accept.map((each) => each.name).join());
    }
  });
}
