/** What a write ends with, what it is about, and how long an interrupted one is waited for. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { endSeen, withGrace } from "../../../../src/changes/executor/carry-out.ts";
import type { StateAfterWrite } from "../../../../src/changes/executor/judge.ts";
import { checkOf, ended, openEnd, placeOf } from "../../../../src/changes/executor/outside.ts";
import { savedFor, targetOf } from "../../../../src/changes/executor/prepare.ts";
import { waitAskedFor } from "../../../../src/changes/executor/send-again.ts";
import { words } from "../../../../src/kubernetes/index.ts";
import type { Act, PlannedWrite, Write } from "../../../../src/report/index.ts";
import { plain } from "../../../support/fault-server/surroundings.ts";
import { item } from "../support/plans.ts";

const volumes = "v1/persistentvolumes";
const ref = { apiVersion: "v1", kind: "PersistentVolume", name: "disk", uid: "u1" };
const claim = { apiVersion: "v1", kind: "PersistentVolumeClaim", name: "data", namespace: "shop", uid: "c1" };
const attachment = { apiVersion: "storage.k8s.io/v1", kind: "VolumeAttachment", name: "csi-1", uid: "a1" };
const target = { resource: volumes, ref, resourceVersion: "7" } as const;
const remove: Write = { do: "delete", target };
const create: Write = { do: "create", resource: "v1/persistentvolumeclaims", ref: claim, manifest: "{}" };

for (const [resource, object, argv] of [
  [volumes, ref, "kubectl get persistentvolumes disk -o yaml"],
  ["v1/persistentvolumeclaims", claim, "kubectl get persistentvolumeclaims data -n shop -o yaml"],
  [
    "storage.k8s.io/v1/volumeattachments",
    attachment,
    "kubectl get volumeattachments.storage.k8s.io csi-1 -o yaml",
  ],
] as const)
  test(`how a person looks: ${argv}`, () => assert.equal(checkOf(resource, object).argv.join(" "), argv));

test("an open end says how to look, and another one does not", () => {
  const detail = words("so");
  assert.deepEqual(openEnd("unproven", detail, volumes, ref), {
    status: "unproven",
    detail,
    check: checkOf(volumes, ref),
  });
  assert.deepEqual(ended("done", detail), { status: "done", detail });
});

test("what a write is about", () => {
  assert.deepEqual(placeOf(remove), [volumes, ref]);
  assert.deepEqual(placeOf(create), ["v1/persistentvolumeclaims", claim]);
});

const looks: readonly (readonly [StateAfterWrite, string])[] = [
  [{ is: "so", detail: words("it is so") }, "already: it is so"],
  [{ is: "otherwise", detail: words("it is otherwise") }, "refused: it is otherwise"],
  [{ is: "as-before" }, "refused: the server says no"],
  [{ is: "unread", phrase: words("no answer") }, "refused: the server says no"],
];

for (const [judged, expected] of looks)
  test(`after a no, the object is ${judged.is}: ${expected}`, () => {
    const { status, detail } = endSeen(judged, words("the server says no"));
    assert.equal(`${status}: ${plain(detail)}`, expected);
  });

for (const [code, retryAfter, expected] of [
  [429, 5, 5],
  [503, 5, 5],
  [429, undefined, undefined],
  [500, 5, undefined],
  [409, 5, undefined],
] as const)
  test(`F82: ${code} with ${retryAfter} is asked again after ${expected}`, () => {
    const no = { is: "no", code, reason: "", message: "", name: undefined, causes: [], phrase: [] } as const;
    assert.equal(waitAskedFor({ ...no, retryAfter }), expected);
  });

const steps: readonly (readonly [string, PlannedWrite, unknown])[] = [
  ["a creation", { when: "now", step: create }, create],
  ["a deletion", { when: "now", step: remove }, target],
  ["a removal", { when: "now", step: { do: "replace", target, without: "a/b", read: "{}" } }, target],
  ...(
    [
      { do: "delete", on: ref },
      { do: "drop-finalizer", on: ref, finalizer: "a/b" },
      { do: "edit", on: ref, edits: [{ op: "add", path: "/x", value: 1 }] },
      { do: "create", on: ref, manifest: "{}" },
    ] satisfies readonly Act[]
  ).map((act) => [`a later ${act.do}`, { when: "later", act }, { resource: volumes, ref }] as const),
  [
    "a later deletion of a kind that nobody knows",
    { when: "later", act: { do: "delete", on: { ...ref, kind: "Disk" } } },
    undefined,
  ],
];

for (const [what, planned, touched] of steps)
  test(`${what} touches ${touched === undefined ? "nothing" : "its object"}`, () =>
    assert.deepEqual(targetOf(planned), touched));

test("S12: saved is what is changed and what belongs to it, each once", () => {
  const later = { when: "later", act: { do: "delete", on: ref } } as const;
  const other = { ...claim, namespace: "other" };
  const related = [ref, claim, other, attachment, { ...ref, kind: "Disk" }];
  const saved = savedFor(item([{ when: "now", step: remove }, later], { related }));
  assert.deepEqual(
    saved.map(({ resource, ref: { namespace, name } }) => [resource, namespace, name]),
    [
      [volumes, undefined, "disk"],
      ["v1/persistentvolumeclaims", "shop", "data"],
      ["v1/persistentvolumeclaims", "other", "data"],
      ["storage.k8s.io/v1/volumeattachments", undefined, "csi-1"],
    ],
  );
});

/** What is asked of the clock, and whether the work was told that its time is over. */
async function waited(interrupted: "before" | "meanwhile" | "never"): Promise<readonly string[]> {
  const person = new AbortController();
  const told: string[] = [];
  const sleep = async (milliseconds: number, signal?: AbortSignal) => {
    told.push(`sleeps ${milliseconds}`);
    signal?.addEventListener("abort", () => told.push("wakes"));
  };
  if (interrupted === "before") person.abort();
  const given = await withGrace({ sleep, signal: person.signal }, 5, async (grace) => {
    if (interrupted === "meanwhile") person.abort();
    await new Promise((settle) => setImmediate(settle));
    told.push(grace.aborted ? "over" : "not over");
    return "given";
  });
  person.abort();
  return [...told, given];
}

for (const [interrupted, expected] of [
  ["before", ["sleeps 5", "over", "wakes", "given"]],
  ["meanwhile", ["sleeps 5", "over", "wakes", "given"]],
  ["never", ["not over", "given"]],
] as const)
  test(`F88: interrupted ${interrupted}: ${expected.join(", ")}`, async () =>
    assert.deepEqual(await waited(interrupted), expected));

test("F88: without anybody to interrupt, the time is never over", async () => {
  const sleep = () => Promise.reject(new Error("nobody sleeps"));
  assert.equal(await withGrace({ sleep }, 5, async (grace) => grace.aborted), false);
});
