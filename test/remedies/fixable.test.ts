/**
 * Everything that fix can carry out, in situations in which it is offered and in those in which its guards refuse, word
 * by word. `UPDATE=1` writes the golden; then a person reads it.
 */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createCluster } from "../../src/cluster/index.ts";
import { knowledge } from "../../src/knowledge.ts";
import { refOf } from "../../src/kubernetes/index.ts";
import { marked } from "../support/marked.ts";
import { snapshotOf } from "../support/snapshot.ts";
import { deletionSituations } from "./situations/deletions.ts";
import { finalizerSituations } from "./situations/finalizers.ts";
import { policySituations } from "./situations/policies.ts";
import type { Situation } from "./situations/situation.ts";
import { snapshotSituations } from "./situations/snapshots.ts";
import { told } from "./situations/told.ts";

const file = join(import.meta.dirname, "fixable.txt");
const situations = [
  ...finalizerSituations,
  ...policySituations,
  ...deletionSituations,
  ...snapshotSituations,
];
const fixable = knowledge.remedies.filter(({ fixDoes }) => fixDoes !== undefined);

function playedOut({ remedy, objects, using = {}, hidden }: Situation): readonly string[] {
  const entry = knowledge.remedies.find(({ name }) => name === remedy);
  assert.ok(entry !== undefined, remedy);
  const cluster = createCluster(snapshotOf(objects, hidden));
  return told(marked(entry.make(refOf(objects[0]), using, cluster), objects[0], cluster));
}

const titleOf = ({ remedy, what }: Situation) => `${remedy}: ${what}`;
const section = (title: string, lines: readonly string[]) => `${[title, ...lines].join("\n    ")}\n`;

function entryLines(name: string): readonly string[] {
  const entry = fixable.find((each) => each.name === name);
  return entry === undefined
    ? []
    : [
        entry.summary,
        entry.fixDoes ?? "",
        `needs ${entry.needs.join(", ")}`,
        `asked ${JSON.stringify(entry.asked ?? "never")}`,
      ];
}

if (process.env.UPDATE === "1")
  writeFileSync(
    file,
    [
      ...fixable.map(({ name }) => section(name, entryLines(name))),
      ...situations.map((situation) => section(titleOf(situation), playedOut(situation))),
    ].join("\n"),
  );

const golden = new Map(
  readFileSync(file, "utf8")
    .split(/\n\n/)
    .map((part) => [part.split("\n")[0], `${part.trimEnd()}\n`]),
);

for (const { name } of fixable)
  test(`${name} says what it does`, () => assert.equal(section(name, entryLines(name)), golden.get(name)));

for (const situation of situations) {
  const title = titleOf(situation);
  test(title, () => assert.equal(section(title, playedOut(situation)), golden.get(title)));
}

test("each remedy that fix can carry out is offered in one situation, and not offered in another", () => {
  for (const { name } of fixable) {
    const ends = new Set(
      situations.filter(({ remedy }) => remedy === name).map((each) => playedOut(each)[0] === "not offered"),
    );
    assert.deepEqual([...ends].sort(), [false, true], name);
  }
});

const fate = (kind: string) =>
  ({ data: "kept", because: [], volume: { apiVersion: "v1", kind, name: "x" } }) as const;

for (const [name, kind] of [
  ["set-retain", "PersistentVolume"],
  ["retain-snapshot", "VolumeSnapshotContent"],
] as const)
  test(`${name} offers itself for every ${kind} with data, and for nothing else`, () => {
    const entry = knowledge.remedies.find((each) => each.name === name);
    assert.deepEqual(entry?.volunteer?.(fate(kind)), [fate(kind).volume]);
    assert.deepEqual(entry?.volunteer?.(fate("Pod")), []);
    assert.deepEqual(entry?.volunteer?.({ data: "none", because: [] }), []);
  });
