/** What a plan makes of the findings of a rule. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { proposalsByRule } from "../../../src/changes/index.ts";
import type { AnyRuleEntry } from "../../../src/define/index.ts";
import { knowledge } from "../../../src/knowledge.ts";
import type { KubeObject, ObjectRef, Resource } from "../../../src/kubernetes/index.ts";
import { flatten, refOf, words } from "../../../src/kubernetes/index.ts";
import type { Remedy, RemedyCall } from "../../../src/report/index.ts";
import { claim } from "../../support/objects.ts";
import { snapshotOf } from "../../support/snapshot.ts";

const edits = [{ op: "add", path: "/metadata/annotations/pvguard.dev~1nudged", value: "now" }] as const;

/** One that a person must do; with an object, one that fix can do to it. */
function remedy(name: string, on?: ObjectRef): Remedy {
  const title = words(`Do ${name}`);
  const steps = [words(`Look at ${name}.`)];
  const shared = { name, title, safety: "safe", because: words("it helps"), commands: [], steps } as const;
  if (on === undefined) return shared;
  const acts = [{ do: "edit", on: { ...on, uid: on.uid ?? "" }, edits }] as const;
  return { ...shared, fix: { acts, cannotUndo: [], accept: [] } };
}

/** The step of that name: only one that mends is carried out by fix. */
const calls = (name: string, on: ObjectRef): RemedyCall => ({
  remedy: name,
  on,
  make: () => (name === "by-hand" ? remedy(name) : remedy(name, on)),
});

function rule(
  found: (object: KubeObject) => { readonly reason?: string; readonly remedies: readonly string[] },
): AnyRuleEntry {
  const [some] = knowledge.rules;
  assert.ok(some !== undefined);
  return {
    ...some,
    code: "PVG999",
    on: ["v1/persistentvolumeclaims"],
    only: [],
    check(object) {
      const { remedies: named, ...more } = found(object);
      const on = refOf(object);
      return [{ message: words("found"), ...more, remedies: named.map((name) => calls(name, on)) }];
    },
  };
}

const first = claim({ name: "first" });
const second = claim({ name: "second" });

function proposed(asked: AnyRuleEntry, objects: readonly KubeObject[], hidden: readonly Resource[] = []) {
  const snapshot = { ...snapshotOf(objects, hidden), skipped: ["a file that is none"] };
  const scope = { namespace: undefined, olderThan: 0 };
  return proposalsByRule(asked, scope, snapshot, knowledge);
}

test("for each finding the first remedy that fix can do, and it rests on the finding", () => {
  const asked = rule(() => ({ reason: "Held", remedies: ["by-hand", "mend", "mend-too"] }));
  const { proposals, skipped, takenAt } = proposed(asked, [first, second]);
  const drafts = proposals.flatMap((proposal) => (proposal.state === "draft" ? [proposal.draft] : []));
  assert.deepEqual(
    drafts.map(({ remedy, because, acts }) => [remedy, because.object, acts[0]?.on.name]),
    [
      ["mend", refOf(first), "first"],
      ["mend", refOf(second), "second"],
    ],
  );
  assert.deepEqual(skipped, ["a file that is none"]);
  assert.equal(takenAt, snapshotOf([]).takenAt);
  const [one, two] = drafts.map(({ because }) => because.leaves.join());
  assert.match(one ?? "", /^\S+ Held$/);
  assert.notEqual(one, two);
});

test("without a reason the finding alone is what it rests on", () => {
  const { proposals } = proposed(
    rule(() => ({ remedies: ["mend"] })),
    [first],
  );
  const [proposal] = proposals;
  assert.ok(proposal?.state === "draft");
  assert.match(proposal.draft.because.leaves.join(), /^\S+$/);
});

test("where a person must act, that is said, with the steps of the first remedy", () => {
  const { proposals } = proposed(
    rule(() => ({ remedies: ["by-hand"] })),
    [first],
  );
  const [proposal] = proposals;
  assert.ok(proposal?.state === "refused");
  const [{ reason, object, message, instead = [] }] = proposal.refusals;
  assert.deepEqual([reason, object], ["PersonMustAct", refOf(first)]);
  assert.equal(flatten(message, String), "fix cannot do this: found. A person must do it.");
  assert.equal(flatten(instead, String), "Look at by-hand.");
});

test("where nobody knows a remedy, that is said", () => {
  const { proposals } = proposed(
    rule(() => ({ remedies: [] })),
    [first],
  );
  assert.equal(proposals[0]?.state === "refused" && proposals[0].refusals[0].reason, "PersonMustAct");
});

test("what was not read is told once, whoever asked for it", () => {
  const kinds: readonly Resource[] = ["v1/persistentvolumes", "v1/pods"];
  const held = claim({
    volumeName: "pv-data",
    deletionTimestamp: true,
    finalizers: ["kubernetes.io/pvc-protection"],
  });
  const asking: AnyRuleEntry = {
    ...rule(() => ({ remedies: ["mend"] })),
    check(object, { cluster }) {
      const found = cluster.get("v1/persistentvolumes", "pv-data");
      const on = refOf(object);
      const findings = [{ message: words("found"), remedies: [calls("mend", on)] }];
      return found.state === "unread" ? { unread: found.unread, findings } : findings;
    },
  };
  const { unread } = proposed(
    asking,
    [held, { ...held, metadata: { ...held.metadata, name: "more" } }],
    kinds,
  );
  const asked = unread.map(({ resource, scope }) => JSON.stringify([resource, scope]));
  assert.deepEqual([...new Set(asked)], asked);
  for (const kind of kinds)
    assert.ok(
      unread.some(({ resource }) => resource === kind),
      kind,
    );
});
