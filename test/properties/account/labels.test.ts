/** A remedy is called what an independent run of the controllers after its acts shows. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { KubeObject } from "../../../src/kubernetes/index.ts";
import { problemClusters } from "../../support/problems/index.ts";
import { runs } from "../../support/runs.ts";
import { accountOf } from "./account.ts";
import { exclusionsMet } from "./excluded.ts";
import { Futures, mislabelled, offeredIn } from "./labels.ts";
import { manifest, search, smallest } from "./search.ts";

const count = runs(2, 1 / 10);
const property = "a label is what comes of the acts";
const seen = { safe: 0, risky: 0, "loses-data": 0 };

function look(objects: readonly KubeObject[]): ReadonlyMap<string, readonly string[]> {
  const futures = new Futures(objects);
  const said = offeredIn(accountOf(objects).report).flatMap((offered) => {
    seen[offered.remedy.safety] += 1;
    return mislabelled(offered, futures) ?? [];
  });
  return new Map([[property, said]]);
}

test(`${count} clusters with problems: ${property}`, (context) => {
  const first = search(problemClusters, count, look).get(property);
  for (const each of exclusionsMet(property)) context.diagnostic(each);
  context.diagnostic(JSON.stringify(seen));
  assert.ok(seen.safe > 0 && seen["loses-data"] > 0 && seen.risky > 0, JSON.stringify(seen));
  if (first === undefined) return;
  const { cluster, said } = smallest(first.cluster, property, look);
  assert.fail(`${said}\n${manifest(cluster)}`);
});
