/** What fix plans and what an audit predicts agree with what why says of the same. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { KubeObject } from "../../../src/kubernetes/index.ts";
import { nameKey, refOf } from "../../../src/kubernetes/index.ts";
import { problemClusters } from "../../support/problems/index.ts";
import { runs } from "../../support/runs.ts";
import { accountOf } from "./account.ts";
import { exclusionsMet } from "./excluded.ts";
import { auditAgainst, plansAgainst, proposalAgainst } from "./plans.ts";
import { manifest, search, smallest } from "./search.ts";

const count = runs(2, 1 / 50);
const plans = "a plan says what why says of the same remedy";
const proposals = "fix proposes what why proposes";
const audits = "an audit says of an object what why says";

function look(objects: readonly KubeObject[]): ReadonlyMap<string, readonly string[]> {
  const account = accountOf(objects);
  const asked = objects.flatMap((object) => {
    const diagnosis = account.diagnoses.get(nameKey(refOf(object)));
    return diagnosis === undefined ? [] : [{ object, diagnosis }];
  });
  return new Map([
    [plans, asked.flatMap(({ object, diagnosis }) => plansAgainst(object, diagnosis, account))],
    [proposals, asked.flatMap(({ object, diagnosis }) => proposalAgainst(object, diagnosis, account))],
    [audits, auditAgainst(account)],
  ]);
}

const found = search(problemClusters, count, look);

for (const property of [plans, proposals, audits]) {
  test(`${count} clusters with problems: ${property}`, (context) => {
    for (const each of exclusionsMet(property)) context.diagnostic(each);
    const first = found.get(property);
    if (first === undefined) return;
    const { cluster, said } = smallest(first.cluster, property, look);
    assert.fail(`${said}\n${manifest(cluster)}`);
  });
}
