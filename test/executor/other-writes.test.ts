/** Edits, deletions, creations and waits: what they send, and when they are over. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Act, Edit } from "../../src/model/index.ts";
import { ask } from "../contract/requests.ts";
import { plain } from "../support/fault-server/surroundings.ts";
import type { JsonObject } from "../support/memory-server/index.ts";
import { testEdge } from "./support/edge.ts";
import { status } from "./support/middleman.ts";
import { claim, claimPath, shop, volume, volumePath } from "./support/objects.ts";
import { item, now, plan } from "./support/plans.ts";
import { run, type Subject, subject, troubled } from "./support/subject.ts";

const volumes = "v1/persistentvolumes";
const claims = "v1/persistentvolumeclaims";
const onVolume = { apiVersion: "v1", kind: "PersistentVolume", name: "disk", uid: "u1" };
const onClaim = {
  apiVersion: "v1",
  kind: "PersistentVolumeClaim",
  name: "data",
  namespace: "shop",
  uid: "c1",
};
const policy = "/spec/persistentVolumeReclaimPolicy";
const setDelete: Edit = { op: "replace", path: policy, value: "Delete", was: "Retain" };
const edit: Act = { do: "edit", on: onVolume, edits: [setDelete] };
const remove: Act = { do: "delete", on: onVolume };

/** A volume that nobody deletes. */
const living = volume(["kubernetes.io/pv-protection"], {
  metadata: { deletionTimestamp: undefined, deletionGracePeriodSeconds: undefined },
});

async function act(it: Subject, wanted: Act) {
  return await run(it, plan(item([now(wanted, await it.raw(volumes), volumes)])));
}

function patched(it: Subject, path: string, body: object): Promise<unknown> {
  return ask(it.server, "PATCH", path, { type: "application/merge-patch+json", body });
}

test("S5: an edit goes out with tests of uid, version and old value, and is proved", async (context) => {
  const it = await troubled(context, [living], testEdge());
  const [told] = await act(it, edit);
  assert.deepEqual([told?.status, told?.detail], ["done", "persistentvolume/disk is as it should be."]);
  const sent = it.middleman.seen.find(({ method }) => method === "PATCH");
  assert.deepEqual(JSON.parse(sent?.body ?? ""), [
    { op: "test", path: "/metadata/uid", value: "u1" },
    { op: "test", path: "/metadata/resourceVersion", value: "2" },
    { op: "test", path: policy, value: "Retain" },
    { op: "replace", path: policy, value: "Delete" },
  ]);
});

test("S15: an edit that is so already sends nothing", async (context) => {
  const it = await subject(context, [living]);
  const made = plan(item([now(edit, await it.raw(volumes), volumes)]));
  const [first] = await run(it, made);
  const [second] = await run(it, made);
  assert.deepEqual([first?.status, second?.status, it.writes().length], ["done", "already", 1]);
});

test("F69: an edit of what changed since is refused, and the versions are said", async (context) => {
  const it = await subject(context, [living]);
  const step = now(edit, await it.raw(volumes), volumes);
  await patched(it, volumePath, { metadata: { labels: { x: "y" } } });
  const [told] = await run(it, plan(item([step])));
  assert.equal(
    told?.detail,
    "persistentvolume/disk has changed since the plan was made (resourceVersion 2 became 3). Nothing was sent.",
  );
});

test("F69: an edit whose field changed since is refused by name", async (context) => {
  const it = await subject(context, [living]);
  const step = now(edit, await it.raw(volumes), volumes);
  await patched(it, volumePath, { spec: { persistentVolumeReclaimPolicy: "Recycle" } });
  const [told] = await run(it, plan(item([step])));
  assert.deepEqual(
    [told?.status, told?.detail],
    ["refused", `${policy} of persistentvolume/disk has changed since the plan was made.`],
  );
});

test("F72: an edit of what is gone is a surprise", async (context) => {
  const it = await subject(context, [volume(["example.com/a"])]);
  const step = now(edit, await it.raw(volumes), volumes);
  await patched(it, volumePath, { metadata: { finalizers: null } });
  const [told] = await run(it, plan(item([step])));
  assert.equal(told?.status, "refused");
});

test("S16: a deletion says what still holds the object", async (context) => {
  const it = await subject(context, [living]);
  const [told] = await act(it, remove);
  assert.deepEqual(
    [told?.status, told?.detail],
    ["done", "persistentvolume/disk is being deleted. Held by: kubernetes.io/pv-protection."],
  );
});

test("S16: a deletion of what nothing holds ends with the object gone", async (context) => {
  const it = await subject(context, [{ ...living, metadata: { name: "disk", uid: "u1" } }]);
  const [told] = await act(it, remove);
  assert.deepEqual(
    [told?.status, told?.detail, await it.read(volumePath)],
    ["done", "persistentvolume/disk is gone.", "absent"],
  );
});

test("S15: what is being deleted is not deleted again", async (context) => {
  const it = await subject(context, [volume(["example.com/a"])]);
  const [told] = await run(it, plan(item([{ when: "later", act: remove }])));
  assert.deepEqual([told?.status, it.writes()], ["already", []]);
});

test("S5: a deletion carries uid and version, and does not touch another object of that name", async (context) => {
  const it = await troubled(context, [living], testEdge());
  const step = now(remove, await it.raw(volumes), volumes);
  it.trouble(async () => {
    await patched(it, volumePath, { metadata: { labels: { x: "y" } } });
    return "passes" as const;
  });
  const [told] = await run(it, plan(item([step])));
  assert.equal(told?.status, "refused");
  const left = await it.read(volumePath);
  assert.ok(left !== "absent" && !("deletionTimestamp" in (left.metadata as object)));
});

const fresh: JsonObject = {
  apiVersion: "v1",
  kind: "PersistentVolumeClaim",
  metadata: { name: "data", namespace: "shop" },
  spec: { volumeName: "disk", accessModes: ["ReadWriteOnce"] },
};
const { uid: _, ...unseenClaim } = onClaim;
const create: Act = { do: "create", on: unseenClaim, manifest: JSON.stringify(fresh) };

test("a creation is proved by the uid that the server gave", async (context) => {
  const it = await subject(context, [shop]);
  const [told] = await run(it, plan(item([{ when: "later", act: create }])));
  assert.deepEqual([told?.status, told?.detail], ["done", "It was created."]);
  assert.notEqual(await it.read(claimPath), "absent");
});

test("S15: what was created already is not created again", async (context) => {
  const it = await subject(context, [shop]);
  const made = plan(item([{ when: "later", act: create }]));
  await run(it, made);
  const [second] = await run(it, made);
  assert.deepEqual([second?.status, it.writes().length], ["already", 1]);
});

test("a creation where something else has the name is refused", async (context) => {
  const it = await subject(context, [shop, claim([], { deletionTimestamp: undefined })]);
  const [told] = await run(it, plan(item([{ when: "later", act: create }])));
  assert.deepEqual(
    [told?.status, told?.detail],
    ["refused", "persistentvolumeclaim/data in namespace shop exists already."],
  );
});

for (const [fate, end] of [
  ["lost-after", "done"],
  ["lost-before", "unproven"],
] as const) {
  test(`F83: a creation that is ${fate} is resolved by reading`, async (context) => {
    const it = await troubled(context, [shop], testEdge());
    it.trouble(() => fate);
    const [told] = await run(it, plan(item([{ when: "later", act: create }])));
    assert.equal(told?.status, end);
    assert.equal(
      it.middleman.seen.filter(({ method, url }) => method === "POST" && !/reviews$/.test(url)).length,
      1,
    );
  });
}

test("F83: an edit that got no answer, of an object that somebody else changed, is not proven", async (context) => {
  const it = await troubled(context, [living], testEdge());
  const step = now(edit, await it.raw(volumes), volumes);
  it.trouble(async () => {
    await patched(it, volumePath, { metadata: { labels: { x: "y" } } });
    return "lost-before" as const;
  });
  assert.equal((await run(it, plan(item([step]))))[0]?.status, "unproven");
});

/** A wait for the claim, while this happens to it. */
async function waited(
  context: TestContext,
  until: "Gone" | "Bound" | "Available" | "Released" | "Unprotected",
  objects: readonly JsonObject[],
  happens: (it: Subject) => Promise<unknown> = async () => {},
) {
  const edge = testEdge();
  const it = await subject(context, [shop, ...objects], {
    ...edge,
    async sleep(milliseconds, signal) {
      await happens(it);
      await edge.sleep(milliseconds, signal);
    },
  });
  const [told] = await run(
    it,
    plan(item([{ when: "now", step: { do: "wait", on: onClaim, until, seconds: 5 } }])),
  );
  return `${told?.status}: ${told?.detail}`;
}

const named = "persistentvolumeclaim/data in namespace shop";
const held = claim(["kubernetes.io/pvc-protection"]);
const finish = (it: Subject) => patched(it, claimPath, { metadata: { finalizers: null } });

test("a wait ends when the object is gone", async (context) => {
  assert.equal(await waited(context, "Gone", [held], finish), `done: ${named} is gone.`);
});

test("a wait for its end is over when another one has the name", async (context) => {
  assert.equal(
    await waited(context, "Gone", [{ ...held, metadata: { ...(held.metadata as object), uid: "c2" } }]),
    `done: ${named} is gone.`,
  );
});

test("a wait that takes too long is not proven, and says how to look", async (context) => {
  assert.equal(await waited(context, "Gone", [held]), `unproven: ${named} is still there. Waited 5 seconds.`);
});

test("a wait for a phase ends when it comes", async (context) => {
  const bind = (it: Subject) => patched(it, `${claimPath}/status`, { status: { phase: "Bound" } });
  assert.equal(await waited(context, "Bound", [held], bind), `done: ${named} is Bound.`);
  assert.equal(
    await waited(context, "Bound", [held]),
    `unproven: ${named} is without a phase. Waited 5 seconds.`,
  );
});

test("a wait for a phase of what is gone never ends well", async (context) => {
  assert.equal(await waited(context, "Bound", [held], finish), `refused: ${named} is gone.`);
});

test("a wait for the end of protection", async (context) => {
  assert.equal(
    await waited(context, "Unprotected", [claim(["example.com/a"])]),
    `done: ${named} is not protected any more.`,
  );
  assert.equal(await waited(context, "Unprotected", [held], finish), `done: ${named} is gone.`);
  assert.equal(
    await waited(context, "Unprotected", [held]),
    `unproven: ${named} is still protected. Waited 5 seconds.`,
  );
});

test("S10: a right is asked for by verb, kind and name, and no answer is a no", async (context) => {
  const it = await subject(context, [living]);
  assert.equal(await it.executor.ask({ verb: "update", resource: volumes, name: "disk" }), "allowed");
  const { executor, middleman } = await troubled(context, [], testEdge());
  middleman.decide(() => ({
    answer: {
      code: 201,
      headers: { "Content-Type": "application/json" },
      body: '{"status":{"allowed":false,"reason":"no role"}}',
    },
  }));
  const denied = await executor.ask({ verb: "update", resource: claims, namespace: "shop", name: "data" });
  assert.ok(denied !== "allowed");
  assert.equal(
    plain(denied.denied),
    "You may not update persistentvolumeclaims named data in namespace shop. no role",
  );
  const asked = JSON.parse(middleman.seen[0]?.body ?? "");
  assert.deepEqual(asked.spec, {
    resourceAttributes: {
      verb: "update",
      group: "",
      resource: "persistentvolumeclaims",
      namespace: "shop",
      name: "data",
    },
  });
  middleman.decide(() => "lost-before");
  assert.notEqual(await executor.ask({ verb: "update", resource: claims }), "allowed");
});

test("S11: a preview sends the same bytes, and stores nothing", async (context) => {
  const it = await troubled(context, [volume(["example.com/a"])], testEdge());
  const drop: Act = { do: "drop-finalizer", on: onVolume, finalizer: "example.com/a" };
  const step = now(drop, await it.raw(volumes), volumes);
  assert.ok(step.when === "now" && step.step.do === "replace");
  const preview = await it.executor.preview(step.step);
  assert.deepEqual(
    [preview.status, plain(preview.detail)],
    [
      "allowed",
      "The server would accept this. It is the last finalizer: persistentvolume/disk will be gone.",
    ],
  );
  assert.notEqual(await it.read(volumePath), "absent");
  await run(it, plan(item([step])));
  const puts = it.middleman.seen.filter(({ method }) => method === "PUT");
  assert.deepEqual(
    puts.map(({ url }) => url),
    [`${volumePath}?dryRun=All&fieldManager=pvguard`, `${volumePath}?fieldManager=pvguard`],
  );
  assert.equal(puts[0]?.body, puts[1]?.body);
});

for (const [what, answer, expected] of [
  [
    "F80: a webhook that cannot be asked without storing",
    status(400, "BadRequest", 'admission webhook "w" does not support dry run'),
    "impossible",
  ],
  [
    "S11: a webhook that refuses",
    status(403, undefined, 'admission webhook "w" denied the request: no'),
    "refused",
  ],
  [
    "S11: a webhook that is down",
    status(500, "InternalError", 'Internal error occurred: failed calling webhook "w": down'),
    "refused",
  ],
  ["S11: a server that fails", status(500, "InternalError", "etcd"), "unknown"],
] as const) {
  test(`${what} makes the preview ${expected}`, async (context) => {
    const it = await troubled(context, [living], testEdge());
    const step = now(edit, await it.raw(volumes), volumes);
    it.trouble(() => ({ answer }));
    assert.ok(step.when === "now" && step.step.do === "patch");
    assert.equal((await it.executor.preview(step.step)).status, expected);
  });
}
