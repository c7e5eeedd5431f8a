/** What makes an item of a plan less safe, and what keeps it from being made. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Resource } from "../../../src/kubernetes/index.ts";
import type { Act, Edit } from "../../../src/report/index.ts";
import type { VolumeFacts } from "../../support/objects.ts";
import { claim, ebs, pod, volume } from "../../support/objects.ts";
import type { Case } from "./drafting.ts";
import {
  bound,
  data,
  draft,
  drop,
  edit,
  former,
  ignore,
  leaving,
  nudge,
  outcome,
  policy,
  protect,
  released,
  remove,
  retain,
} from "./drafting.ts";

describe("dangers make a plan less safe than its remedy", () => {
  const acts = [drop(leaving)] as const;
  const objects = [leaving] as const;
  const rows: readonly (readonly [string, Case, string])[] = [
    [
      "without any it is as safe as the remedy",
      { acts: [edit(data, nudge)], objects: [data, bound] },
      "safe",
    ],
    ["a risky remedy stays risky", { acts: [edit(data, nudge)], objects: [data], safety: "risky" }, "risky"],
    [
      "a remedy that loses data stays so",
      { acts: [edit(data, nudge)], objects: [data], safety: "loses-data" },
      "loses-data",
    ],
    [
      "a remedy that loses data stays so, whatever else must be accepted",
      { acts: [edit(data, nudge)], objects: [data], safety: "loses-data", accept: ["Other"] },
      "loses-data Other",
    ],
    ["with one that the permission names it is risky", { acts, objects }, "risky UnknownFinalizer"],
    [
      "with one that the remedy names it is risky, and each is asked once",
      { acts, objects, accept: ["OldDataReadable", "UnknownFinalizer", "OldDataReadable"] },
      "risky OldDataReadable UnknownFinalizer",
    ],
    ...["DataDestroyed", "DataExposed", "DataGivenUp", "SnapshotDestroyed", "NodeMayStillWrite"].map(
      (loss): readonly [string, Case, string] => [
        `with ${loss} data is lost`,
        { acts: [edit(data, nudge)], objects: [data], accept: [loss, "Other"] },
        `loses-data ${loss} Other`,
      ],
    ),
    ...["DiskLeaks", "SnapshotLeaks"].map((leak): readonly [string, Case, string] => [
      `with ${leak} nothing is lost, and something is left behind`,
      { acts: [edit(data, nudge)], objects: [data], accept: [leak, "Other"] },
      `risky ${leak} Other`,
    ]),
  ];
  for (const [what, given, expected] of rows) test(what, () => assert.equal(outcome(draft(given)), expected));
});

describe("what the controllers do afterwards is a danger, unless the plan only keeps things", () => {
  const doomed = [released] as const;
  const rows: readonly (readonly [string, Edit, string])[] = [
    ["a nudge of a volume that is about to be destroyed", nudge, "loses-data DataDestroyed"],
    ["Retain", retain, "safe"],
    ["Retain where there was no policy", { op: "add", path: policy, value: "Retain" }, "safe"],
    ["the end of an ignore", ignore, "safe"],
    [
      "another ignore",
      { op: "add", path: "/metadata/annotations/pvguard.dev~1ignore-until", value: "x" },
      "safe",
    ],
    ["protection", protect, "safe"],
    [
      "no more of Retain",
      { op: "remove", path: "/metadata/annotations/pvguard.dev~1nudge", was: "Retain" },
      "loses-data DataDestroyed",
    ],
  ];
  for (const [what, change, expected] of rows)
    test(what, () =>
      assert.equal(outcome(draft({ acts: [edit(released, change)], objects: doomed })), expected),
    );

  test("protection behind another finalizer", () => {
    const guarded = volume({
      ...released.metadata,
      phase: "Released",
      claimRef: former,
      spec: ebs,
      finalizers: ["a/b"],
    } as VolumeFacts);
    const change: Edit = { op: "add", path: "/metadata/finalizers/-", value: "kubernetes.io/pv-protection" };
    assert.equal(outcome(draft({ acts: [edit(guarded, change)], objects: [guarded] })), "safe");
  });
  test("one edit that does not keep is enough", () => {
    const acts = [edit(released, ignore, nudge)] as const;
    assert.equal(outcome(draft({ acts, objects: doomed })), "loses-data DataDestroyed");
  });
  test("one act that does not keep is enough", () => {
    const acts = [edit(released, ignore), edit(released, nudge)] as const;
    assert.equal(outcome(draft({ acts, objects: doomed })), "loses-data DataDestroyed");
  });
  test("a deletion does not keep", () => {
    const done = pod({ phase: "Succeeded", claims: ["data"] });
    const waiting = claim({
      phase: "Bound",
      volumeName: "pv-data",
      deletionTimestamp: true,
      finalizers: ["kubernetes.io/pvc-protection"],
    });
    const objects = [waiting, bound, done] as const;
    assert.equal(outcome(draft({ acts: [remove(done)], objects })), "loses-data DataDestroyed");
  });
  test("what loses data in any case, by another volume of the disk, names that too", () => {
    const going = volume({
      ...released.metadata,
      phase: "Released",
      claimRef: former,
      spec: ebs,
    } as VolumeFacts);
    const kept = volume({ name: "kept", phase: "Available", policy: "Retain", spec: ebs });
    const acts = [edit(kept, nudge)] as const;
    const objects = [kept, going] as const;
    assert.equal(outcome(draft({ acts, objects, safety: "loses-data" })), "loses-data DataDestroyed");
  });
});

describe("what was not read", () => {
  const hidden: readonly Resource[] = ["v1/pods"];
  const going = claim({
    phase: "Bound",
    volumeName: "pv-data",
    deletionTimestamp: true,
    finalizers: ["kubernetes.io/pvc-protection"],
  });
  test("refuses a plan by which something may go", () => {
    assert.equal(
      outcome(draft({ acts: [edit(going, nudge)], objects: [going, bound], hidden })),
      "IncompleteView",
    );
  });
  test("refuses it also where only what is near was not read", () => {
    const objects = [data, bound] as const;
    const near: readonly Resource[] = ["v1/persistentvolumes"];
    assert.equal(outcome(draft({ acts: [edit(data, nudge)], objects, hidden: near })), "IncompleteView");
  });
  test("refuses it though another act only keeps things", () => {
    const acts = [edit(bound, retain), edit(bound, nudge)] as const;
    assert.equal(outcome(draft({ acts, objects: [going, bound], hidden })), "IncompleteView");
  });
  test("does not refuse one that only keeps things", () => {
    assert.equal(outcome(draft({ acts: [edit(bound, retain)], objects: [going, bound], hidden })), "safe");
  });
});

describe("each act must be permitted, in the world as those before it leave it", () => {
  const release: Edit = { op: "remove", path: "/spec/claimRef/uid", was: "former" };
  const objects = [released] as const;
  const rows: readonly (readonly [string, readonly [Act, ...Act[]], string])[] = [
    ["a claimRef while the policy is Delete", [edit(released, release)], "NotRetained"],
    ["a claimRef after Retain", [edit(released, retain), edit(released, release)], "safe"],
    ["a claimRef before Retain", [edit(released, release), edit(released, retain)], "NotRetained"],
  ];
  for (const [what, acts, expected] of rows)
    test(what, () => assert.equal(outcome(draft({ acts, objects })), expected));
});
