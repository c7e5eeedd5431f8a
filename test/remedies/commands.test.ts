/** The commands that a person is shown do what `fix` would do: both come from the acts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createCluster } from "../../src/cluster/index.ts";
import { commandsOf } from "../../src/define/index.ts";
import { knowledge } from "../../src/knowledge.ts";
import { refOf, seenRefOf } from "../../src/kubernetes/index.ts";
import type { Act } from "../../src/report/index.ts";
import { claim, content, pod, volume } from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";
import { deletionSituations } from "./situations/deletions.ts";
import { finalizerSituations } from "./situations/finalizers.ts";
import { policySituations } from "./situations/policies.ts";
import { snapshotSituations } from "./situations/snapshots.ts";

const situations = [
  ...deletionSituations,
  ...finalizerSituations,
  ...policySituations,
  ...snapshotSituations,
];

/** Its guards test more than the fields that it changes. */
const writtenByHand = ["release-claim-ref"];

const isReading = (argv: readonly string[]) => argv[1] === "get";

for (const { remedy, what, objects, using = {}, hidden } of situations)
  test(`${remedy}: ${what}`, () => {
    const cluster = createCluster(snapshotOf(objects, hidden));
    const made = knowledge.remedies
      .find(({ name }) => name === remedy)
      ?.make(refOf(objects[0]), using, cluster);
    if (made?.fix === undefined || writtenByHand.includes(remedy)) return;
    const lines = (all: typeof made.commands) =>
      all.map(({ argv }) => argv).filter((argv) => !isReading(argv));
    assert.deepEqual(lines(made.commands), lines(commandsOf(made.fix.acts, cluster)));
    assert.ok(lines(made.commands).length > 0);
  });

const text = (acts: readonly Act[]) =>
  commandsOf(acts, createCluster(snapshotOf([]))).map(({ argv }) => argv.join(" "));

test("objects of one kind and namespace are deleted by one command, others by their own", () => {
  const deleted = (...objects: readonly Parameters<typeof seenRefOf>[0][]) =>
    text(objects.map((each) => ({ do: "delete", on: seenRefOf(each) })));
  assert.deepEqual(deleted(pod({ name: "a" }), pod({ name: "b" })), ["kubectl delete pod a b -n shop"]);
  assert.deepEqual(deleted(pod({ name: "a" }), claim(), volume()), [
    "kubectl delete pod a -n shop",
    "kubectl delete pvc data -n shop",
    "kubectl delete pv pv-data",
  ]);
});

test("fields are merged; only built-in kinds need no type of patch", () => {
  const edits = [
    { op: "replace", path: "/spec/a", value: "x", was: "y" },
    { op: "remove", path: "/spec/b/c", was: 1 },
  ] as const;
  const patch = '-p {"spec":{"a":"x","b":{"c":null}}}';
  assert.deepEqual(text([{ do: "edit", on: seenRefOf(volume()), edits }]), [
    `kubectl patch pv pv-data ${patch}`,
  ]);
  assert.match(text([{ do: "edit", on: seenRefOf(content()), edits }])[0] ?? "", / --type=merge -p \{"spec"/);
});

test("an annotation of pvguard is written over, that of another is not", () => {
  const set = (key: string) =>
    text([
      {
        do: "edit",
        on: seenRefOf(claim()),
        edits: [{ op: "add", path: `/metadata/annotations/${key}`, value: "1" }],
      },
    ])[0];
  const on = "kubectl annotate persistentvolumeclaim data -n shop";
  assert.equal(set("pvguard.dev~1nudge"), `${on} pvguard.dev/nudge=1 --overwrite`);
  assert.equal(set("x~1y"), `${on} x/y=1`);
});
