/** No report contradicts itself, and no two reports of one cluster contradict each other; what is inferred has evidence. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { KubeObject } from "../../../src/kubernetes/index.ts";
import { problemClusters } from "../../support/problems/index.ts";
import { runs } from "../../support/runs.ts";
import { accountOf, nameOf } from "./account.ts";
import { checks } from "./contradictions.ts";
import { falseIn, isInferred } from "./evidence.ts";
import { exclusionsMet } from "./excluded.ts";
import { manifest, search, smallest } from "./search.ts";

const count = runs(5, 1 / 10);
const seen = { reports: 0, holds: 0 };

const inferred = "what is inferred rests on something";
const evident = "evidence is in the snapshot, at its path, with its value";

function look(objects: readonly KubeObject[]): ReadonlyMap<string, readonly string[]> {
  const account = accountOf(objects);
  const said = new Map<string, string[]>();
  const say = (property: string, about: string) => said.set(property, [...(said.get(property) ?? []), about]);
  for (const diagnosis of account.diagnoses.values()) {
    seen.reports += 1;
    const about = nameOf(diagnosis.object);
    for (const [property, check] of Object.entries(checks))
      for (const each of check(diagnosis, account)) say(property, `${about}: ${each}`);
    for (const hold of diagnosis.holds) {
      seen.holds += 1;
      if (isInferred(hold) && hold.evidence.length === 0)
        say(inferred, `${about}: ${hold.reason} rests on nothing`);
      for (const each of hold.evidence.flatMap((evidence) => falseIn(evidence, account) ?? []))
        say(evident, `${about}: ${hold.reason} rests on ${each}`);
    }
  }
  return said;
}

const found = search(problemClusters, count, look);

for (const property of [...Object.keys(checks), inferred, evident]) {
  test(`${count} clusters with problems: ${property}`, (context) => {
    for (const each of exclusionsMet(property)) context.diagnostic(each);
    const first = found.get(property);
    if (first === undefined) return;
    const { cluster, said } = smallest(first.cluster, property, look);
    assert.fail(`${said}\n${manifest(cluster)}`);
  });
}

test("the clusters have something to say of", () => {
  assert.ok(seen.reports > 3 * count && seen.holds > 3 * count, JSON.stringify(seen));
});
