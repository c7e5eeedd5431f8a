/** Which remedy a plan is made of: what the diagnosis proposes, or a finalizer that the person asks for. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { knowledge as all } from "../../../src/knowledge.ts";
import type { Diagnosis } from "../../../src/report/index.ts";
import { claim, namespaceObject } from "../../support/objects.ts";
import type { Case } from "./choosing.ts";
import { chosen, data, diagnosis, leaving, remedy } from "./choosing.ts";

describe("what the diagnosis proposes", () => {
  const both = [remedy("a", "fix"), remedy("b", "fix", true)];
  const byHand = [remedy("a", "by-hand", true), remedy("b", "fix"), remedy("b", "fix"), remedy("c", "fix")];
  const rows: readonly (readonly [string, Diagnosis, string])[] = [
    ["its primary remedy", diagnosis(both), "remedy b: delete"],
    [
      "a primary remedy that a person must do, with what could be done instead",
      diagnosis(byHand),
      "PersonMustAct: fix cannot do this: Do a. A person must do it. | Look. Think. If you want something else instead, fix can do: --remedy b, --remedy c.",
    ],
    [
      "a primary remedy that a person must do, and nothing else",
      diagnosis([remedy("a", "by-hand", true)]),
      "PersonMustAct: fix cannot do this: Do a. A person must do it. | Look. Think.",
    ],
    ["healthy", diagnosis([remedy("a", "fix")], "healthy"), "nothing: nothing is wrong with pvc/data (shop)"],
    [
      "waiting",
      diagnosis([], "waiting"),
      "nothing: pvc/data (shop) will proceed without any action: it is held",
    ],
    [
      "blocked",
      diagnosis([], "blocked"),
      "PersonMustAct: fix has no step for pvc/data (shop) that it can take safely: it is held. | ",
    ],
    [
      "stuck",
      diagnosis([], "stuck"),
      "PersonMustAct: fix has no step for pvc/data (shop) that it can take safely: it is held. | ",
    ],
    [
      "unknown",
      diagnosis([], "unknown"),
      "IncompleteView: fix proposes nothing while facts are missing: it is held. | Make the missing objects readable first.",
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
      "mistyped",
      { object: leaving, wish: { finalizer: "x.io/z" } },
      "NoSuchFinalizer: pvc/data (shop) does not have the finalizer x.io/z. Did you mean x.io/y?",
    ],
    [
      "that it does not have",
      { object: leaving, wish: { finalizer: "other.example.com/held" } },
      "nothing: pvc/data (shop) does not have the finalizer other.example.com/held; it has x.io/y",
    ],
    [
      "of an object that has none",
      { object: claim({ deletionTimestamp: true }), wish },
      "nothing: pvc/data (shop) does not have the finalizer x.io/y; it has none",
    ],
    [
      "of an object that lives",
      { object: claim({ finalizers: ["x.io/y"] }), wish },
      "NotBeingDeleted: pvc/data (shop) is not being deleted, so it keeps its finalizers. | They protect it while it is in use. If you want it deleted, delete it first.",
    ],
    [
      "that a living object does not have",
      { object: data, wish },
      "NotBeingDeleted: pvc/data (shop) is not being deleted, so it keeps its finalizers. | They protect it while it is in use. If you want it deleted, delete it first.",
    ],
    [
      "of a namespace",
      { object: namespaceObject({ deletionTimestamp: true, finalizers: ["x.io/y"] }), wish },
      "NamespaceFinalizers: fix never removes the finalizers of a namespace. | Without them, the objects still in the namespace would be left behind, and could no longer be deleted. `kubectl pvguard why` shows what the namespace waits for.",
    ],
    [
      "that is no name of a finalizer",
      { object: claim({ deletionTimestamp: true, finalizers: ["*"] }), wish: { finalizer: "*" } },
      "NoSuchFinalizer: * is not the name of a finalizer of pvc/data (shop).",
    ],
    [
      "where nobody knows how",
      { object: leaving, wish, knowledge: { ...all, remedies: [] } },
      "NoSuchFinalizer: x.io/y is not the name of a finalizer of pvc/data (shop).",
    ],
  ];
  for (const [what, given, expected] of rows) test(what, () => assert.equal(chosen(given), expected));
});
