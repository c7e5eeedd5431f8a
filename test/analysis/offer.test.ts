/** What is proposed among what helps: never a loss where something keeps the data. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Causes } from "../../src/analysis/causes.ts";
import { offer, remediesFor } from "../../src/analysis/remedies.ts";
import type { Cluster } from "../../src/cluster/index.ts";
import type { Basis } from "../../src/define/index.ts";
import { words } from "../../src/kubernetes/index.ts";
import type { Act, Fate, Hold, Remedy, RemedyCall, RemedyFix, Safety } from "../../src/report/index.ts";

/** Nothing is missed in it. */
const blank = { noting: (work: () => unknown) => ({ value: work(), missed: [] }) } as unknown as Cluster;

const on = { apiVersion: "v1", kind: "PersistentVolume", name: "disk" };

function remedy(name: string, safety: Safety): Remedy {
  const dangers = { safe: [], risky: ["OldDataReadable"], "loses-data": ["DataExposed"] }[safety];
  return { name, title: words(name), dangers, because: [], commands: [], steps: [words(name)] };
}

const nothingFollows = { released: () => [], after: () => [], lostBy: () => [] };

/** A step that makes this. */
const calls = (made: Remedy, using?: RemedyCall["using"]): RemedyCall => ({
  remedy: made.name,
  on,
  ...(using === undefined ? {} : { using }),
  make: () => made,
});
const knowing = (...remedies: readonly object[]) => ({ cluster: blank, knowledge: { remedies } }) as Basis;
/** Held by what asks for these steps. */
const heldBy = (...remedies: readonly RemedyCall[]) =>
  ({ category: "held", holder: {}, remedies }) as unknown as Hold;
const graphOf = (...holds: readonly Hold[]) => ({ holds, rootHolds: holds }) as Causes;

function offered(root: Safety, data: Fate["data"], keeps: "keeps" | "keeps nothing"): readonly string[] {
  const volunteers = keeps === "keeps" ? { volunteer: () => [on] } : {};
  const known = knowing({ name: "keep", make: () => remedy("keep", "safe"), ...volunteers });
  const found = offer(graphOf(heldBy(calls(remedy("root", root)))), known, { fate: { data } as Fate });
  return found.map(({ name, primary }) => (primary ? `${name}!` : name));
}

for (const [root, data, keeps, expected] of [
  ["safe", "kept", "keeps", ["root!"]],
  ["safe", "destroyed", "keeps", ["keep!", "root"]],
  ["risky", "kept", "keeps", ["root!"]],
  ["risky", "destroyed", "keeps", ["keep!", "root"]],
  ["loses-data", "kept", "keeps", ["keep!", "root"]],
  ["loses-data", "unknown", "keeps", ["keep!", "root"]],
  ["loses-data", "destroyed", "keeps", ["keep!", "root"]],
  ["loses-data", "kept", "keeps nothing", ["root!"]],
  ["risky", "destroyed", "keeps nothing", ["root!"]],
] as const) {
  test(`a remedy that is ${root}, while the data is ${data}, and another one that ${keeps}`, () => {
    assert.deepEqual(offered(root, data, keeps), expected);
  });
}

test("what keeps the data is offered while a deletion is under way, also where nothing deletes the disk as things stand", () => {
  const known = knowing({ name: "keep", make: () => remedy("keep", "safe"), volunteer: () => [on] });
  const fate = { data: "kept" } as Fate;
  const graph = graphOf(heldBy(calls(remedy("root", "safe"))));
  const names = offer(graph, known, { fate, deletion: "under way" }).map(({ name }) => name);
  assert.deepEqual(names, ["keep", "root"]);
});

test("a remedy that many holds ask for is made once", () => {
  let made = 0;
  const asking = (): RemedyCall => ({
    remedy: "keep-all",
    on: { ...on },
    make() {
      made += 1;
      return remedy("keep-all", "safe");
    },
  });
  const holds = Array.from({ length: 1000 }, () => heldBy(asking()));
  const found = offer(graphOf(...holds), knowing(), { fate: undefined });
  assert.deepEqual([found.length, made], [1, 1]);
});

test("of a remedy that two reasons ask for, with the same steps, what the first says of it stands", () => {
  const first = { ...remedy("root", "safe"), because: words("first") };
  const second = { ...remedy("root", "risky"), because: words("second") };
  const asked = [calls(first), calls(second, { asked: "person" })];
  for (const found of [
    remediesFor(asked, knowing(), nothingFollows),
    offer(graphOf(heldBy(...asked)), knowing(), { fate: undefined }),
  ])
    assert.deepEqual(
      found.map(({ safety, because }) => [safety, because]),
      [["safe", words("first")]],
    );
});

test("what another safe remedy does too, and more, is not offered beside it; what is not safe or deletes is never widened", () => {
  const act = (name: string) =>
    ({ do: name.startsWith("pod") ? "delete" : "edit", on: name, edits: [] }) as unknown as Act;
  const fixing = (name: string, safety: Safety, ...acts: readonly string[]): Remedy => ({
    ...remedy(name, safety),
    fix: { acts: acts.map(act) as unknown as RemedyFix["acts"], cannotUndo: [], accept: [] },
  });
  const remedies = [
    fixing("keep a", "safe", "a"),
    fixing("keep b", "safe", "b"),
    fixing("keep all", "safe", "a", "b"),
    fixing("keep all again", "safe", "b", "a"),
    fixing("keep c", "safe", "c"),
    fixing("delete", "safe", "pod a"),
    fixing("delete all", "safe", "pod a", "pod b"),
    fixing("risk a", "risky", "a"),
    fixing("risk all", "risky", "a", "b"),
    fixing("lose a", "loses-data", "a"),
    fixing("lose all", "loses-data", "a", "b"),
    remedy("look", "safe"),
  ];
  const holds = remedies.map((made) => heldBy(calls(made)));
  const found = offer(graphOf(...holds), knowing(), { fate: undefined });
  assert.deepEqual(
    found.map(({ name, primary }) => (primary ? `${name}!` : name)),
    ["keep all!", "keep c", "delete", "delete all", "look", "risk a", "risk all", "lose a", "lose all"],
  );
});

test("a remedy that is wider than hundreds of others is not told anew for each of them", () => {
  const names = Array.from({ length: 300 }, (_, at) => `keep-${at}`);
  let told = 0;
  const keeping = (name: string, acts: readonly string[]): Remedy => ({
    ...remedy(name, "safe"),
    fix: {
      acts: acts.map((act) => ({ do: "edit", on: act, edits: [] })) as unknown as RemedyFix["acts"],
      cannotUndo: [],
      accept: [],
    },
  });
  const all: Remedy = {
    ...keeping("keep-all", names),
    get steps() {
      told += 1;
      return [words("keep all")];
    },
  };
  const remedies = [all, ...names.map((name) => keeping(name, [name]))];
  const holds = remedies.map((made) => heldBy(calls(made)));
  const found = offer(graphOf(...holds), knowing(), { fate: undefined });
  assert.deepEqual(
    found.map(({ name }) => name),
    ["keep-all"],
  );
  assert.ok(told <= 10, `told ${told} times`);
});

test("a remedy is called no safer than what must be accepted for it", () => {
  const accepting = (name: string): Remedy => ({
    ...remedy("root", "safe"),
    fix: { acts: [], cannotUndo: [], accept: [{ name, because: [] }] } as unknown as RemedyFix,
  });
  const called = (made: Remedy) => remediesFor([calls(made)], knowing(), nothingFollows)[0]?.safety;
  assert.equal(called(accepting("DataExposed")), "loses-data");
  assert.equal(called(accepting("OldDataReadable")), "risky");
  assert.equal(called(remedy("root", "safe")), "safe");
});

test("a step is labelled by what follows it, unless it spares the data, and what may lose it unseen is not proposed", () => {
  const deleting: Act = { do: "delete", on: { ...on, uid: "u", resourceVersion: "1" } } as Act;
  const retaining = {
    do: "edit",
    on: { ...on, uid: "u", resourceVersion: "1" },
    edits: [{ op: "add", path: "/spec/persistentVolumeReclaimPolicy", value: "Retain" }],
  } as Act;
  const fixing = (...acts: readonly [Act, ...Act[]]): RemedyFix => ({ acts, cannotUndo: [], accept: [] });
  const told = (made: Remedy, fate: Pick<Fate, "data" | "unseen">) => {
    const [first] = offer(graphOf(heldBy(calls(made))), knowing(), {
      fate: fate as Fate,
      after: () => [fate as Fate],
    });
    return [first?.safety, first?.follows?.data, first?.primary ? "proposed" : ""];
  };
  const safe = remedy("root", "safe");
  const risky = remedy("root", "risky");
  const losing = remedy("root", "loses-data");
  const fates = [
    [{ data: "destroyed" }, "loses-data", "proposed"],
    [{ data: "exposed" }, "loses-data", "proposed"],
    [{ data: "leaked" }, "risky", "proposed"],
    [{ data: "unknown" }, "risky", "proposed"],
    [{ data: "unknown", unseen: "policy" }, "loses-data", ""],
    [{ data: "unknown", unseen: "rest" }, "loses-data", ""],
  ] as const;
  for (const [fate, label, proposed] of fates) {
    const isNobodysGuess = fate.data === "unknown" && !("unseen" in fate);
    for (const made of [safe, { ...safe, fix: fixing(deleting) }])
      assert.deepEqual(told(made, fate), [label, fate.data, proposed]);
    for (const made of [risky, { ...risky, fix: fixing(deleting) }])
      assert.deepEqual(told(made, fate), [label, isNobodysGuess ? undefined : fate.data, proposed]);
    for (const made of [
      { ...safe, fix: fixing(retaining) },
      { ...safe, spares: "the data" },
      { ...safe, fix: fixing(retaining, deleting) },
    ] as const)
      assert.deepEqual(told(made, fate), ["safe", undefined, "proposed"]);
    assert.deepEqual(told({ ...losing, fix: fixing(deleting) }, fate).slice(0, 2), ["loses-data", undefined]);
  }
  for (const data of ["kept", "already-gone", "none"] as const)
    assert.deepEqual(told({ ...safe, fix: fixing(deleting) }, { data }), ["safe", undefined, "proposed"]);
});
