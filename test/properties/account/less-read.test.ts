/** Reading less never makes anything look safer: neither a report nor an audit. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { KubeObject } from "../../../src/kubernetes/index.ts";
import { problemClusters } from "../../support/problems/index.ts";
import { runs } from "../../support/runs.ts";
import { accountIn, accountOf, audited } from "./account.ts";
import { exclusionsMet } from "./excluded.ts";
import type { Hidden } from "./less-read.ts";
import { hidden, saferWith, snapshotWithout, unsaidIn } from "./less-read.ts";
import { manifest, search } from "./search.ts";

const cases = fc.tuple(problemClusters, hidden);
type Case = readonly [readonly KubeObject[], Hidden];

const reports = "reading less makes no report safer";
const audits = "reading less makes no audit pass over anything in silence";

function inReports([objects, hiding]: Case): ReadonlyMap<string, readonly string[]> {
  const less = accountIn(objects, snapshotWithout(hiding, objects));
  return new Map([[reports, saferWith(hiding, accountOf(objects), less)]]);
}

function inAudits([objects, hiding]: Case): ReadonlyMap<string, readonly string[]> {
  const whole = audited(accountOf(objects).snapshot);
  return new Map([[audits, unsaidIn(whole, audited(snapshotWithout(hiding, objects)))]]);
}

for (const [property, look, count] of [
  [reports, inReports, runs(3, 1 / 10)],
  [audits, inAudits, runs(2, 1 / 50)],
] as const) {
  test(`${count} clusters with problems: ${property}`, (context) => {
    const first = search(cases, count, look).get(property);
    for (const each of exclusionsMet(property)) context.diagnostic(each);
    if (first === undefined) return;
    const [objects, hiding] = first.cluster;
    assert.fail(`${first.said}, without ${JSON.stringify(hiding)}\n${manifest(objects)}`);
  });
}
