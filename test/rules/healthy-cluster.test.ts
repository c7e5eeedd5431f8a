/** False alarms: where nothing is wrong, nothing is found but what is kept on purpose. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { audit } from "../../src/analysis/index.ts";
import { knowledge } from "../../src/knowledge.ts";
import { flatten } from "../../src/kubernetes/index.ts";
import { snapshotOf } from "../support/snapshot.ts";
import { healthyCluster } from "./healthy/cluster.ts";

const mostSeconds = 5;

test(`a healthy cluster of 2,000 claims: nothing above a note, in less than ${mostSeconds} seconds`, () => {
  const objects = healthyCluster();
  assert.equal(objects.filter(({ kind }) => kind === "PersistentVolumeClaim").length, 2000);
  const rules = knowledge.rules.filter(({ onlyWith }) => onlyWith === undefined);
  const scope = { namespace: undefined, olderThan: 300 };
  const before = process.cpuUsage();
  const { findings, silenced } = audit(rules, scope, snapshotOf(objects), knowledge);
  const { user, system } = process.cpuUsage(before);
  const above = findings
    .filter(({ severity }) => severity !== "note")
    .map(({ code, subject, message }) => `${code} ${subject.name}: ${flatten(message, (data) => data)}`);
  assert.deepEqual(above.slice(0, 5), []);
  assert.deepEqual(silenced, []);
  // A hundred new claims wait for a first pod, and no workload of the cluster names them.
  const codes = findings.map(({ code }) => code);
  const counts = [...new Set(codes)].map((code) => `${code} ${codes.filter((each) => each === code).length}`);
  assert.deepEqual(counts, ["PVG207 2", "PVG301 100", "PVG401 100"]);
  assert.ok(user + system < mostSeconds * 1e6, `it took ${(user + system) / 1e6} seconds`);
});
