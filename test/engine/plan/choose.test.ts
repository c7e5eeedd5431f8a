/** Which remedy a plan is made of: what the person asks for, else what the diagnosis proposes. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createCluster, type Knowledge, type Using } from "../../../src/engine/index.ts";
import { choose } from "../../../src/engine/plan/choose.ts";
import { partsOfRemedy } from "../../../src/engine/plan/wish.ts";
import { knowledge as all } from "../../../src/knowledge.ts";
import {
  type Diagnosis,
  flatten,
  type KubeObject,
  type ObjectRef,
  type OfferedRemedy,
  refOf,
  seenRefOf,
  type Verdict,
  words,
} from "../../../src/model/index.ts";
import { diagnosisOf } from "../../support/diagnose.ts";
import { claim, namespaceObject, volume } from "../../support/objects.ts";
import { snapshotOf } from "../../support/snapshot.ts";

const data = claim({ volumeName: "pv-data" });
const leaving = claim({ deletionTimestamp: true, finalizers: ["x.io/y"] });

function remedy(name: string, fix: "fix" | "by-hand", primary = false): OfferedRemedy {
  const shared = {
    name,
    title: words(`Do ${name}`),
    safety: "safe",
    because: words("it helps"),
    commands: [],
    steps: [words("Look."), words("Think.")],
    primary,
  } as const;
  if (fix === "by-hand") return shared;
  return { ...shared, fix: { acts: [{ do: "delete", on: seenRefOf(data) }], cannotUndo: [], accept: [] } };
}

function diagnosis(remedies: readonly OfferedRemedy[], category: Verdict["category"] = "stuck"): Diagnosis {
  const verdict = { category, reason: "Held", summary: words("it is held") };
  return { ...diagnosisOf([data]), remedies, verdict };
}

interface Case {
  readonly object?: KubeObject;
  readonly diagnosis?: Diagnosis;
  readonly wish?: { readonly remedy?: string; readonly finalizer?: string };
  readonly others?: readonly KubeObject[];
  readonly knowledge?: Knowledge;
}

/** The choice in one line. */
function chosen({ object = data, wish = {}, others = [], ...more }: Case): string {
  const cluster = createCluster(snapshotOf([object, ...others]));
  const choice = choose(object, more.diagnosis ?? diagnosis([]), wish, cluster, more.knowledge ?? all);
  switch (choice.choice) {
    case "remedy":
      return `remedy ${choice.remedy.name}: ${choice.remedy.fix.acts.map((act) => act.do)}`;
    case "nothing":
      return `nothing: ${flatten(choice.because, String)}`;
    case "refused": {
      const { reason, message, instead } = choice.refusal;
      const other = instead === undefined ? "" : ` | ${flatten(instead, String)}`;
      return `${reason}: ${flatten(message, String)}${other}`;
    }
  }
}

describe("what the diagnosis proposes", () => {
  const both = [remedy("a", "fix"), remedy("b", "fix", true)];
  const byHand = [remedy("a", "by-hand", true), remedy("b", "fix"), remedy("b", "fix"), remedy("c", "fix")];
  const rows: readonly (readonly [string, Diagnosis, string])[] = [
    ["its primary remedy", diagnosis(both), "remedy b: delete"],
    [
      "a primary remedy that a person must do, with what could be done instead",
      diagnosis(byHand),
      "PersonMustAct: fix cannot do this: Do a. A person must. | Look. Think. What fix could do instead, if that is what you want: --remedy b, --remedy c.",
    ],
    [
      "a primary remedy that a person must do, and nothing else",
      diagnosis([remedy("a", "by-hand", true)]),
      "PersonMustAct: fix cannot do this: Do a. A person must. | Look. Think.",
    ],
    [
      "healthy",
      diagnosis([remedy("a", "fix")], "healthy"),
      "nothing: nothing is wrong with persistentvolumeclaim/data in namespace shop",
    ],
    [
      "waiting",
      diagnosis([], "waiting"),
      "nothing: persistentvolumeclaim/data in namespace shop goes on by itself: it is held",
    ],
    [
      "blocked",
      diagnosis([], "blocked"),
      "PersonMustAct: fix knows no step for persistentvolumeclaim/data in namespace shop that it could stand for: it is held. | ",
    ],
    [
      "stuck",
      diagnosis([], "stuck"),
      "PersonMustAct: fix knows no step for persistentvolumeclaim/data in namespace shop that it could stand for: it is held. | ",
    ],
    [
      "unknown",
      diagnosis([], "unknown"),
      "IncompleteView: Nothing is proposed on half the facts: it is held. | First make readable what was not read.",
    ],
  ];
  for (const [what, given, expected] of rows)
    test(what, () => assert.equal(chosen({ diagnosis: given }), expected));
});

describe("a finalizer that is asked for", () => {
  const wish = { finalizer: "x.io/y" };
  const rows: readonly (readonly [string, Case, string])[] = [
    [
      "of an object that is being deleted",
      { object: leaving, wish },
      "remedy drop-finalizer: drop-finalizer",
    ],
    [
      "with the remedy that does it",
      { object: leaving, wish: { ...wish, remedy: "drop-finalizer" } },
      "remedy drop-finalizer: drop-finalizer",
    ],
    [
      "with another remedy: the remedy counts",
      { object: leaving, wish: { ...wish, remedy: "none" } },
      "NoSuchRemedy: There is no remedy none.",
    ],
    [
      "that it does not have any more",
      { object: leaving, wish: { finalizer: "x.io/z" } },
      "nothing: persistentvolumeclaim/data in namespace shop does not have the finalizer x.io/z any more",
    ],
    [
      "of an object that has none",
      { object: claim({ deletionTimestamp: true }), wish },
      "nothing: persistentvolumeclaim/data in namespace shop does not have the finalizer x.io/y any more",
    ],
    [
      "of an object that lives",
      { object: claim({ finalizers: ["x.io/y"] }), wish },
      "NotBeingDeleted: persistentvolumeclaim/data in namespace shop is not being deleted, and keeps its finalizers. | They protect it while it is used. If it is to go, delete it first.",
    ],
    [
      "that a living object does not have",
      { object: data, wish },
      "NotBeingDeleted: persistentvolumeclaim/data in namespace shop is not being deleted, and keeps its finalizers. | They protect it while it is used. If it is to go, delete it first.",
    ],
    [
      "of a namespace",
      { object: namespaceObject({ deletionTimestamp: true, finalizers: ["x.io/y"] }), wish },
      "NamespaceFinalizers: fix never touches the finalizers of a namespace. | Without them whatever is still in it is left behind, and nobody can delete it any more. `kubectl pvguard why` says what it waits for.",
    ],
    [
      "that is no name of a finalizer",
      { object: claim({ deletionTimestamp: true, finalizers: ["*"] }), wish: { finalizer: "*" } },
      "NoSuchFinalizer: * is not the name of a finalizer of persistentvolumeclaim/data in namespace shop.",
    ],
    [
      "where nobody knows how",
      { object: leaving, wish, knowledge: { ...all, remedies: [] } },
      "NoSuchFinalizer: x.io/y is not the name of a finalizer of persistentvolumeclaim/data in namespace shop.",
    ],
  ];
  for (const [what, given, expected] of rows) test(what, () => assert.equal(chosen(given), expected));
});

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
    "RemedyDoesNotApply: The remedy custom does not apply to persistentvolumeclaim/data in namespace shop as it is now: its guards refuse, or it was not looked at. | `kubectl pvguard why` says what is wrong with it, and what helps.";
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
      { wish: { remedy: "custom:no" }, knowledge: volumes },
      notHere.replace("custom does", "custom:no does"),
      ["PersistentVolume no"],
    ],
    ["that cannot be asked for", { wish: custom, knowledge: knowing() }, notHere, []],
    ["of a claim without a volume", { object: claim(), wish: custom, knowledge: volumes }, notHere, []],
    [
      "of a claim without a spec",
      { object: { ...claim(), spec: undefined } as KubeObject, wish: custom, knowledge: volumes },
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
      notHere.replace("persistentvolumeclaim/data in namespace shop", "namespace/shop"),
      [],
    ],
    [
      "of a kind that nobody knows",
      { object: { ...volume(), kind: "Disk" }, wish: custom, knowledge: volumes },
      notHere.replace("persistentvolumeclaim/data in namespace shop", "disk/pv-data"),
      [],
    ],
    [
      "of something else that names a volume",
      { object: { ...data, kind: "Disk" }, wish: custom, knowledge: volumes },
      notHere.replace("persistentvolumeclaim/data in namespace shop", "disk/data in namespace shop"),
      [],
    ],
  ];
  for (const [what, given, expected, asked] of rows)
    test(what, () => {
      tried.length = 0;
      assert.equal(chosen(given), expected);
      assert.deepEqual(tried, asked);
    });

  test("is refused for the very object", () => {
    const cluster = createCluster(snapshotOf([data]));
    const choice = choose(data, diagnosis([]), { remedy: "none" }, cluster, all);
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
