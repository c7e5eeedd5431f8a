/** Reading less never makes a rule pass over something in silence. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { controllers } from "../../src/controllers/index.ts";
import { audit } from "../../src/engine/index.ts";
import { knowledge } from "../../src/knowledge.ts";
import { type Finding, type KubeObject, kinds, nameKey, type Resource } from "../../src/model/index.ts";
import { clusters } from "../support/arbitrary-cluster.ts";
import { workloads } from "../support/arbitrary-workloads.ts";
import { snapshotOf } from "../support/snapshot.ts";

// Each audit asks every rule about every object: it takes five times as long as a diagnosis.
const runs = Math.ceil(Number(process.env.PVGUARD_PROPERTY_RUNS ?? 1500) / 5);

const hidden = fc.constantFrom(...kinds.map(({ resource }) => resource));

function audited(objects: readonly KubeObject[], without: readonly Resource[]) {
  const scope = { namespace: undefined, olderThan: 300 };
  return audit(knowledge.rules, scope, snapshotOf(objects, without), knowledge, controllers);
}

const declared: ReadonlyMap<string, ReadonlySet<Resource>> = new Map(
  knowledge.rules.map(({ code, on, needs }) => [code, new Set([...on, ...needs])]),
);

const keyOf = ({ code, subject }: Finding) => `${code} ${nameKey(subject)}`;

test(`hiding any one list in ${runs} generated clusters: what is lost is said, and nothing false is certain`, () => {
  fc.assert(
    fc.property(clusters, workloads, hidden, (some, more, resource) => {
      const objects = [...some, ...more];
      const whole = audited(objects, []);
      const partial = audited(objects, [resource]);
      const before = new Set(whole.findings.map(keyOf));
      const after = new Set(partial.findings.map(keyOf));
      const silenced = new Set(partial.silenced.map(({ code }) => code));
      const undeclared = partial.silenced.filter(
        (each) => !declared.get(each.code)?.has(each.unread.resource),
      );
      assert.deepEqual(
        undeclared.map(({ code }) => code),
        [],
        `${resource} is not in needs`,
      );
      const lost = whole.findings.filter((finding) => !after.has(keyOf(finding)));
      const unsaid = lost.filter(({ code }) => !silenced.has(code)).map(keyOf);
      assert.deepEqual(unsaid, [], `lost without ${resource}`);
      const appeared = partial.findings.filter((finding) => !before.has(keyOf(finding)));
      const certain = appeared.filter(({ confidence }) => confidence === "certain").map(keyOf);
      assert.deepEqual(certain, [], `appeared without ${resource}`);
    }),
    { numRuns: runs },
  );
});
