/** In every scenario: hiding any one kind makes no finding go in silence, and no finding certain that was not there. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { controllers } from "../../src/controllers/index.ts";
import { audit } from "../../src/engine/index.ts";
import { knowledge } from "../../src/knowledge.ts";
import {
  type Finding,
  kinds,
  nameKey,
  type Reading,
  type Resource,
  type Snapshot,
} from "../../src/model/index.ts";
import { nodeFiles, readInputs } from "../../src/sources/files/index.ts";
import { scenarios } from "../support/scenario.ts";

function without(snapshot: Snapshot, resource: Resource): Snapshot {
  const others = snapshot.readings.filter((reading) => reading.resource !== resource);
  const hidden: Reading = { read: false, resource, scope: { of: "cluster" }, reason: "Forbidden" };
  return { ...snapshot, readings: [...others, hidden] };
}

const audited = (snapshot: Snapshot) =>
  audit(knowledge.rules, { namespace: undefined, olderThan: 300 }, snapshot, knowledge, controllers);

const declared: ReadonlyMap<string, ReadonlySet<Resource>> = new Map(
  knowledge.rules.map(({ code, on, needs }) => [code, new Set([...on, ...needs])]),
);

const keyOf = ({ code, subject }: Finding) => `${code} ${nameKey(subject)}`;

async function* noInput(): AsyncGenerator<Uint8Array> {}

for (const { name, folder } of scenarios()) {
  test(name, async () => {
    const input = [join(folder, "cluster.yaml")];
    const snapshot = await readInputs(input, nodeFiles(noInput()), { now: Date.now() });
    const whole = audited(snapshot);
    const before = new Set(whole.findings.map(keyOf));
    for (const { resource } of kinds) {
      const partial = audited(without(snapshot, resource));
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
    }
  });
}
