/**
 * Everything that fix can carry out, in situations in which it is offered and in those in which its guards refuse, word
 * by word. `UPDATE=1` writes the golden; then a person reads it.
 */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { loadAll } from "js-yaml";
import { permit } from "../../src/changes/index.ts";
import { createCluster } from "../../src/cluster/index.ts";
import { knowledge } from "../../src/knowledge.ts";
import { kindNamed, refOf } from "../../src/kubernetes/index.ts";
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
  const situationsWhere = (name: string, isOffered: boolean) =>
    situations.filter((each) => each.remedy === name && (playedOut(each)[0] !== "not offered") === isOffered);
  for (const { name } of fixable) {
    const wanted = `${name}: test/remedies/situations has no situation`;
    assert.ok(situationsWhere(name, true).length > 0, `${wanted} in which it is offered`);
    assert.ok(situationsWhere(name, false).length > 0, `${wanted} in which it is not offered`);
  }
});

/** The acts of a situation, in the cluster of that situation. */
function actsIn({ remedy, objects, using = {}, hidden }: Situation) {
  const cluster = createCluster(snapshotOf(objects, hidden));
  const entry = knowledge.remedies.find(({ name }) => name === remedy);
  return { cluster, acts: entry?.make(refOf(objects[0]), using, cluster)?.fix?.acts ?? [] };
}

test("fix is permitted to carry out each of these remedies in one situation", () => {
  for (const { name } of fixable) {
    const played = situations.filter(({ remedy }) => remedy === name).map(actsIn);
    const isPermitted = played.some(
      ({ acts, cluster }) =>
        acts.length > 0 && acts.every((act) => permit(act, { cluster, knowledge }).state === "allowed"),
    );
    assert.ok(isPermitted, `${name}: src/changes/permission refuses its acts in every situation`);
  }
});

const verbs = { edit: "patch", "drop-finalizer": "update", delete: "delete", create: "create" } as const;

test("the role pvguard-fixer of docs/rbac.yaml has the right to each act", () => {
  const roles = loadAll(
    readFileSync(join(import.meta.dirname, "../../docs/rbac.yaml"), "utf8"),
  ) as readonly Role[];
  const rules = roles.find(({ metadata }) => metadata.name === "pvguard-fixer")?.rules ?? [];
  for (const situation of situations) {
    for (const { do: what, on } of actsIn(situation).acts) {
      const [group, kind] = [on.apiVersion.split("/").at(-2) ?? "", kindNamed(on.apiVersion, on.kind)];
      const resource = kind?.resource.split("/").at(-1) ?? on.kind;
      const isAllowed = rules.some(
        (rule) =>
          rule.apiGroups.includes(group) &&
          rule.resources.includes(resource) &&
          rule.verbs.includes(verbs[what]),
      );
      assert.ok(
        isAllowed,
        `${situation.remedy}: src/changes/permission/reach.ts lacks ${verbs[what]} of ${resource}`,
      );
    }
  }
});

interface Role {
  readonly metadata: { readonly name: string };
  readonly rules: readonly { readonly [what in "apiGroups" | "resources" | "verbs"]: readonly string[] }[];
}

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
