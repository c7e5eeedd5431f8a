/** What a run finds in the journal that an earlier one left open, and what it makes of it. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { test } from "node:test";
import { openExecutor } from "../../../../src/changes/executor/index.ts";
import { plain } from "../../../support/fault-server/surroundings.ts";
import { directory, testSurroundings } from "../support/edge.ts";
import { claim, claimPath, volume, volumePath } from "../support/objects.ts";
import type { Said } from "../support/scripted.ts";
import { notFound, scripted } from "../support/scripted.ts";

const object = { apiVersion: "v1", kind: "PersistentVolume", name: "disk", uid: "u1" };
const name = "pv/disk";
const time = "2026-11-20T11:30:00Z";
const begin = `An earlier run at ${time} was about to change ${name}, and did not see the result.`;
const intent = (more: object): object => ({ time, event: "intent", write: "run-1/1", object, ...more });
const drop = intent({ do: "replace", finalizer: "a/b", resourceVersion: "7" });
const remove = intent({ do: "delete", resourceVersion: "7" });
const unborn = { apiVersion: "v1", kind: "PersistentVolume", name: "disk" };
const create = { ...intent({ do: "create" }), object: unborn };
const edited = (...edits: readonly unknown[]) => intent({ do: "patch", edits, resourceVersion: "7" });
const disk = (finalizers: readonly string[], metadata: object = {}, more: object = {}): Said => ({
  body: volume(finalizers, { metadata: { resourceVersion: "7", ...metadata }, ...more }),
});
const alive = { deletionTimestamp: undefined };
const newer = { resourceVersion: "8" };
const spec = (x: unknown) => ({ spec: { x } });

async function settled(context: TestContext, lines: readonly object[], answer: Said) {
  const surroundings = testSurroundings();
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  await surroundings.files.makeDirectory(directory);
  await surroundings.files.append(`${directory}/journal.jsonl`, Buffer.from(text));
  const world = await scripted(context, () => answer, surroundings);
  const found = await openExecutor(world.client, surroundings).settle();
  return {
    world,
    found: found.map(({ object: on, detail }) => ({ on, detail: plain(detail) })),
    added: surroundings.journal().slice(lines.length),
  };
}

for (const [what, line, answer, says, status] of [
  ["its finalizer is gone", drop, disk(["c/d"]), "The change was made: The finalizer a/b of", "so"],
  ["its object is gone", drop, notFound("disk"), `The change was made: ${name} no longer exists.`, "so"],
  [
    "its finalizer is there",
    drop,
    disk(["a/b"]),
    "The change was not made: the object has not changed.",
    "as-before",
  ],
  [
    "its object was changed",
    drop,
    disk(["a/b"], newer),
    `${name} was changed by another client.`,
    "otherwise",
  ],
  [
    "its object goes",
    remove,
    disk(["c/d"]),
    `The change was made: ${name} is being deleted. Held by: c/d.`,
    "so",
  ],
  ["it lives on", remove, disk(["c/d"], alive), "The change was not made: ", "as-before"],
  ["what it made is there", create, disk([]), `The change was made: ${name} exists.`, "so"],
  ["what it made is not there", create, notFound("disk"), "The change was not made: ", "as-before"],
  [
    "its value is there",
    edited({ op: "replace", path: "/spec/x", value: "new", was: "old" }),
    disk([], newer, spec("new")),
    `The change was made: ${name} is as planned.`,
    "so",
  ],
  [
    "the value before is there",
    edited({ op: "replace", path: "/spec/x", value: "new", was: "old" }),
    disk([], {}, spec("old")),
    "The change was not made: ",
    "as-before",
  ],
  [
    "another value is there",
    edited({ op: "replace", path: "/spec/x", value: "new", was: "old" }),
    disk([], {}, spec("other")),
    `/spec/x of ${name} has changed since the plan was made.`,
    "otherwise",
  ],
  [
    "what it added is there",
    edited({ op: "add", path: "/spec/x", value: "new" }),
    disk([], newer, spec("new")),
    "The change was made: ",
    "so",
  ],
  [
    "what it added is not there",
    edited({ op: "add", path: "/spec/x", value: "new" }),
    disk([]),
    "The change was not made: ",
    "as-before",
  ],
  [
    "what it removed is gone",
    edited({ op: "remove", path: "/spec/x", was: "old" }),
    disk([], newer),
    "The change was made: ",
    "so",
  ],
  [
    "what it removed is there",
    edited({ op: "remove", path: "/spec/x", was: "old" }),
    disk([], {}, spec("old")),
    "The change was not made: ",
    "as-before",
  ],
  [
    "something else is where it removed",
    edited({ op: "remove", path: "/spec/x", was: "old" }),
    disk([], {}, spec("other")),
    `/spec/x of ${name} has changed`,
    "otherwise",
  ],
  [
    "one of two edits is not there",
    edited({ op: "add", path: "/spec/x", value: "new" }, { op: "add", path: "/spec/y", value: "new" }),
    disk([], newer, spec("new")),
    `${name} was changed by another client.`,
    "otherwise",
  ],
  [
    "its object is gone, and an edit was meant",
    edited({ op: "add", path: "/spec/x", value: "new" }),
    notFound("disk"),
    `${name} no longer exists.`,
    "otherwise",
  ],
] as const) {
  test(`F91: an intent of which nobody saw the end: ${what}`, async (context) => {
    const { world, found, added } = await settled(context, [line], answer);
    assert.equal(found.length, 1);
    assert.deepEqual(found[0]?.on, line === create ? unborn : object);
    assert.ok(found[0]?.detail.startsWith(`${begin} ${says}`), found[0]?.detail);
    assert.deepEqual(added, [{ time: "2026-11-20T12:00:00Z", event: "result", write: "run-1/1", status }]);
    assert.deepEqual(
      world.asked.map(({ method, path }) => `${method} ${path}`),
      [`GET ${volumePath}`],
    );
  });
}

test("F91: what cannot be read stays open", async (context) => {
  const { found, added } = await settled(context, [drop], "lost");
  assert.match(
    found[0]?.detail ?? "",
    /did not see the result\. The result could not be read: .*was lost \(ECONNRESET\)$/,
  );
  assert.deepEqual(added, []);
});

test("F91: each of several is looked at, in the order in which they were begun", async (context) => {
  const second = { ...drop, write: "run-1/2", finalizer: "c/d" };
  const { found, added } = await settled(context, [drop, second], disk(["c/d"]));
  assert.deepEqual(
    found.map(({ detail }) => /The change was (not )?made/.exec(detail)?.[0]),
    ["The change was made", "The change was not made"],
  );
  assert.deepEqual(
    added.map(({ write, status }) => [write, status]),
    [
      ["run-1/1", "so"],
      ["run-1/2", "as-before"],
    ],
  );
});

test("F91: what was about to happen on another server is not looked for on this one", async (context) => {
  const elsewhere = { ...drop, server: "https://other.example:6443/" };
  const { world, found, added } = await settled(context, [elsewhere], notFound("disk"));
  assert.deepEqual([found, added, world.asked], [[], [], []]);
});

test("F91: what the server may still be at is not said to be undone, and stays open", async (context) => {
  const young = { ...drop, time: "2026-11-20T11:59:50Z" };
  const { found, added } = await settled(context, [young], disk(["a/b"]));
  assert.match(found[0]?.detail ?? "", /has not changed so far\. The server may still change it\.$/);
  assert.deepEqual(added, []);
  const done = await settled(context, [young], disk(["c/d"]));
  assert.deepEqual(
    done.added.map(({ status }) => status),
    ["so"],
  );
});

test("F91: a claim is looked for in its namespace", async (context) => {
  const on = { apiVersion: "v1", kind: "PersistentVolumeClaim", name: "data", namespace: "shop", uid: "c1" };
  const body = claim(["x/y"], { resourceVersion: "7" });
  const { world, found } = await settled(context, [{ ...drop, object: on }], { body });
  assert.equal(world.asked[0]?.path, claimPath);
  assert.deepEqual(found[0]?.on, on);
  assert.match(found[0]?.detail ?? "", /The change was made: The finalizer a\/b of pvc\/data/);
});

for (const [what, line] of [
  ["no object", { ...drop, object: "disk" }],
  ["a kind that is not known", { ...drop, object: { ...object, kind: "Strange" } }],
  ["no apiVersion", { ...drop, object: { ...object, apiVersion: "" } }],
  ["no kind", { ...drop, object: { ...object, kind: 7 } }],
  ["no name", { ...drop, object: { ...object, name: "" } }],
  ["a name that is none", { ...drop, object: { ...object, name: ["disk"] } }],
  ["no uid, so that another object could be meant", { ...drop, object: { ...object, uid: "" } }],
  ["nothing to do", { ...drop, do: "dance" }],
  ["no edits", intent({ do: "patch", resourceVersion: "7" })],
  ["edits that are none", edited("x", 7, null, { op: "dance", path: "/spec/x" })],
] as const) {
  test(`F91: a line with ${what} is passed over`, async (context) => {
    const { world, found, added } = await settled(context, [line], disk(["a/b"]));
    assert.deepEqual([found, added, world.asked], [[], [], []]);
  });
}

test("F91: an edit whose path is none is not taken for done", async (context) => {
  const { found } = await settled(context, [edited({ op: "add", path: 7, value: "new" })], disk([]));
  assert.match(found[0]?.detail ?? "", /pvguard does not edit {2}of pv\/disk\.$/);
});
