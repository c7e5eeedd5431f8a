/** Which remedy a plan is made of, when the person asks for one by its name. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { choose, partsOfRemedy } from "../../../src/changes/plan/choose.ts";
import { createCluster } from "../../../src/cluster/index.ts";
import type { Using } from "../../../src/define/index.ts";
import { knowledge as all } from "../../../src/knowledge.ts";
import type { ObjectRef } from "../../../src/kubernetes/index.ts";
import { refOf } from "../../../src/kubernetes/index.ts";
import { claim, content, namespaceObject, ofUnknownKind, volume } from "../../support/objects.ts";
import { snapshotOf } from "../../support/snapshot.ts";
import type { Case } from "./choosing.ts";
import { chosen, data, diagnosis, remedy } from "./choosing.ts";

describe("a remedy that is asked for", () => {
  const tried: string[] = [];
  /** Can be made for `part: yes` only, and says for what it was asked. */
  const made = (on: ObjectRef, using: Using) => {
    tried.push(`${on.kind} ${using.part ?? "whole"}`);
    return using.part === "yes" ? remedy("custom", "fix") : undefined;
  };
  const entry = { name: "custom", summary: "", needs: [], make: made } as const;
  const usings: readonly Using[] = [{ part: "no" }, { part: "yes" }];
  const knowing = (asked?: {
    readonly on: readonly "v1/persistentvolumes"[];
    readonly using: typeof usings;
  }) => ({
    ...all,
    remedies: [{ ...entry, ...(asked === undefined ? {} : { asked }) }],
  });
  const volumes = knowing({ on: ["v1/persistentvolumes"], using: usings });
  const notHere =
    "RemedyDoesNotApply: The remedy custom does not apply to pvc/data (shop) now: its conditions are not met, or the object was not read. | `kubectl pvguard why` shows what is wrong with it and what helps.";
  const custom = { remedy: "custom" };

  const rows: readonly (readonly [string, Case, string, readonly string[]])[] = [
    [
      "for its volume, in the order of its parts",
      { wish: custom, knowledge: volumes },
      "remedy custom: delete",
      ["PersistentVolume no", "PersistentVolume yes"],
    ],
    [
      "as the diagnosis offers it",
      {
        wish: custom,
        knowledge: knowing(),
        diagnosis: diagnosis([remedy("other", "fix"), remedy("custom", "fix")]),
      },
      "remedy custom: delete",
      [],
    ],
    [
      "with a part, though the diagnosis offers another",
      {
        wish: { remedy: "custom:yes" },
        knowledge: volumes,
        diagnosis: diagnosis([remedy("custom", "by-hand")]),
      },
      "remedy custom: delete",
      ["PersistentVolume yes"],
    ],
    [
      "with a part that does not apply",
      { wish: { remedy: "custom:no" }, knowledge: volumes, others: [volume()] },
      "RemedyDoesNotApply: The remedy custom:no would act on pv/pv-data, the volume of pvc/data (shop), but does not apply to it now: its conditions are not met, or the object was not read. | `kubectl pvguard why` shows what is wrong with the volume and what helps.",
      ["PersistentVolume no"],
    ],
    [
      "for a volume that is gone",
      { wish: { remedy: "custom:no" }, knowledge: volumes },
      "RemedyDoesNotApply: The remedy custom:no would act on pv/pv-data, the volume of pvc/data (shop), but this volume does not exist. | `kubectl pvguard why` shows what is wrong with the claim and what helps.",
      ["PersistentVolume no"],
    ],
    ["that cannot be asked for", { wish: custom, knowledge: knowing() }, notHere, []],
    ["of a claim without a volume", { object: claim(), wish: custom, knowledge: volumes }, notHere, []],
    [
      "of a claim without a spec",
      { object: { ...claim(), spec: undefined }, wish: custom, knowledge: volumes },
      notHere,
      [],
    ],
    [
      "of a volume",
      { object: volume(), wish: custom, knowledge: volumes },
      "remedy custom: delete",
      ["PersistentVolume no", "PersistentVolume yes"],
    ],
    [
      "of a kind that it is not for",
      { object: namespaceObject(), wish: custom, knowledge: volumes },
      notHere.replace("pvc/data (shop)", "namespace/shop"),
      [],
    ],
    [
      "of a kind that nobody knows",
      { object: ofUnknownKind(volume()), wish: custom, knowledge: volumes },
      notHere.replace("pvc/data (shop)", "disk/pv-data"),
      [],
    ],
    [
      "of something else that names a volume",
      { object: ofUnknownKind(data), wish: custom, knowledge: volumes },
      notHere.replace("pvc/data (shop)", "disk/data (shop)"),
      [],
    ],
  ];
  for (const [what, given, expected, asked] of rows)
    test(what, () => {
      tried.length = 0;
      assert.equal(chosen(given), expected);
      assert.deepEqual(tried, asked);
    });

  test("for a volume that has Retain already is nothing to do, also for its claim", () => {
    const others = [volume({ policy: "Retain" })];
    const nothing = "nothing: the policy of pv/pv-data is already Retain";
    assert.equal(chosen({ wish: { remedy: "set-retain" }, others }), nothing);
    assert.equal(chosen({ object: volume({ policy: "Retain" }), wish: { remedy: "set-retain" } }), nothing);
    const kept = content({ policy: "Retain" });
    assert.match(
      chosen({ object: kept, wish: { remedy: "retain-snapshot" } }),
      /^nothing: the policy of volume/,
    );
  });

  test("is refused for the very object", () => {
    const cluster = createCluster(snapshotOf([data]));
    const choice = choose(data, diagnosis([]), { remedy: "none" }, { cluster, knowledge: all });
    assert.ok(choice.choice === "refused");
    assert.deepEqual(choice.refusal.object, refOf(data));
    assert.equal("instead" in choice.refusal, false);
  });
});

for (const [asked, parts] of [
  ["set-retain", { name: "set-retain" }],
  ["release-claim-ref:uid", { name: "release-claim-ref", part: "uid" }],
  ["a:b:c", { name: "a", part: "b:c" }],
  ["a:", { name: "a", part: "" }],
  [":b", { name: "", part: "b" }],
] as const)
  test(`the parts of ${asked}`, () => assert.deepEqual(partsOfRemedy(asked), parts));
