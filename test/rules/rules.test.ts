import assert from "node:assert/strict";
import { test } from "node:test";
import { flatten } from "../../src/kubernetes/index.ts";
import type { Finding } from "../../src/report/index.ts";
import type { Fires, RuleCases } from "./cases.ts";
import { allCases, auditOf } from "./cases.ts";

const messageOf = ({ message }: Finding) => flatten(message, (data) => data);

function checkFires(name: string, { objects, on, severity, says, remedies }: Fires): void {
  const { findings, silenced } = auditOf(name, objects);
  assert.deepEqual(findings.map(({ subject }) => subject.name).sort(), [...on].sort());
  assert.deepEqual(silenced, []);
  for (const finding of findings) {
    assert.equal(finding.severity, severity, messageOf(finding));
    assert.match(messageOf(finding), says);
    if (remedies !== undefined) {
      assert.deepEqual(
        finding.remedies.map((remedy) => remedy.name),
        remedies,
      );
    }
  }
}

function checkAll(name: string, { fires, silent, unread }: RuleCases): void {
  for (const each of fires) test(`${name} fires: ${each.what}`, () => checkFires(name, each));
  for (const { what, objects } of silent) {
    test(`${name} stays silent: ${what}`, () => {
      const { findings, silenced } = auditOf(name, objects);
      assert.deepEqual([findings.map(messageOf), silenced], [[], []]);
    });
  }
  for (const { what, objects, hidden } of unread) {
    test(`${name} could not tell: ${what}`, () => {
      const { findings, silenced } = auditOf(name, objects, hidden);
      assert.notDeepEqual(silenced, [], `${hidden.join(", ")} was not read: the rule must answer { unread }`);
      const failed = silenced.filter(({ unread: { reason } }) => reason === "NotJudged");
      assert.deepEqual(failed, [], "it saw that something was not read, and did not fail over it");
      assert.deepEqual(findings.filter(({ confidence }) => confidence !== "unknown").map(messageOf), []);
    });
  }
}

for (const [name, cases] of await allCases()) checkAll(name, cases);
