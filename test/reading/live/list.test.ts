import assert from "node:assert/strict";
import { test } from "node:test";
import type { Demand } from "../../../src/cluster/index.ts";
import { failureOf } from "../../support/fault-server/client.ts";
import { openScripted } from "../../support/fault-server/cluster.ts";
import { item, list } from "../../support/fault-server/objects.ts";
import { cut, json, status } from "../../support/fault-server/reactions.ts";
import type { Script } from "../../support/fault-server/server.ts";

const claims: Demand = { resource: "v1/persistentvolumeclaims", scope: { of: "cluster" } };
const path = "/api/v1/persistentvolumeclaims";
const page = (names: readonly string[], token?: string, more: object = {}) =>
  list(
    "PersistentVolumeClaim",
    names.map((name) => item(name, "shop")),
    { ...(token === undefined ? {} : { continue: token }), ...more },
  );

async function collect(t: Parameters<typeof openScripted>[0], script: Script, options = {}) {
  const opened = await openScripted(t, { [path]: script }, {}, { chunkSize: 2, ...options });
  return { ...opened, collected: opened.cluster.collect([claims]) };
}

async function names(
  collected: Awaited<ReturnType<typeof collect>>["collected"],
): Promise<readonly string[]> {
  const [reading] = (await collected).readings;
  assert.ok(reading?.read, JSON.stringify(reading));
  return Array.from(reading.items, ({ metadata }) => metadata.name);
}

const expired = (token?: string) =>
  status(
    410,
    "Expired",
    "The provided continue parameter is too old",
    token === undefined ? {} : { metadata: { continue: token } },
  );

test("pages are put together, and no revision is asked for", async (t) => {
  const seen: unknown[] = [];
  const { collected, asked } = await collect(
    t,
    [page(["a", "b"], "t1", { remainingItemCount: 1 }), page(["c"])],
    {
      progress: (...event: readonly unknown[]) => seen.push(event),
    },
  );
  assert.deepEqual(await names(collected), ["a", "b", "c"]);
  assert.deepEqual(asked(), [`${path}?limit=2`, `${path}?limit=2&continue=t1`]);
  assert.deepEqual(seen, [
    ["v1/persistentvolumeclaims", 2, 3],
    ["v1/persistentvolumeclaims", 3, undefined],
  ]);
});

test("a list that ends before its end, as the server counts it, was not read", async (t) => {
  const { collected } = await collect(t, [
    page(["a", "b"], "t1"),
    page(["c"], undefined, { remainingItemCount: 7 }),
  ]);
  const { readings } = await collected;
  assert.deepEqual(readings[0], {
    read: false,
    resource: "v1/persistentvolumeclaims",
    scope: { of: "cluster" },
    reason: "Unavailable",
    detail: "the server left out 7 more objects, and does not say where the list continues",
  });
});

test("--chunk-size 0 asks for everything at once", async (t) => {
  const { collected, asked } = await collect(t, page(["a"]), { chunkSize: 0 });
  await collected;
  assert.deepEqual(asked(), [path]);
});

test("F41 410 on the first page begins again, once", async (t) => {
  const mended = await collect(t, [expired(), page(["a"])]);
  assert.deepEqual(await names(mended.collected), ["a"]);
  const { readings } = await (await collect(t, expired())).collected;
  assert.deepEqual(readings[0], {
    read: false,
    resource: "v1/persistentvolumeclaims",
    scope: { of: "cluster" },
    reason: "Unavailable",
    detail: "the server expired the list while pvguard was reading it",
  });
});

test("F42 410 in the middle begins again in larger pages, and the first page counts once", async (t) => {
  const { collected, asked } = await collect(t, [
    page(["a", "b"], "t1"),
    expired("t2"),
    page(["a", "b", "c"]),
  ]);
  assert.deepEqual(await names(collected), ["a", "b", "c"]);
  assert.deepEqual((await collected).skipped, []);
  assert.equal(asked().at(-1), `${path}?limit=20`);
});

test("F42 a second 410 is followed, and the view is then not of one moment", async (t) => {
  const { collected, asked } = await collect(t, [expired(), page(["a"], "t1"), expired("t2"), page(["b"])]);
  assert.deepEqual(await names(collected), ["a", "b"]);
  assert.deepEqual((await collected).skipped, [
    "the pages of the list of persistentvolumeclaims were read at different resource versions",
  ]);
  assert.equal(asked().at(-1), `${path}?limit=20&continue=t2`);
});

test("F43 a continue token that comes again ends the list as unread", async (t) => {
  const { collected, asked } = await collect(t, page(["a"], "t1"));
  assert.match((await failureOf(collected)).line, /the server repeats its continue token/);
  assert.equal(asked().length, 2);
});

test("F44 an empty page with a token is followed", async (t) => {
  const { collected } = await collect(t, [page([], "t1"), page(["a"])]);
  assert.deepEqual(await names(collected), ["a"]);
});

test("F43 empty pages with ever new tokens end", async (t) => {
  let turn = 0;
  const { collected } = await collect(t, (request, response, wire) =>
    page([], `t${turn++}`)(request, response, wire),
  );
  assert.match((await failureOf(collected)).line, /continues without objects/);
});

test("F45 items: null is an empty list", async (t) => {
  const { collected } = await collect(t, list("PersistentVolumeClaim", null));
  assert.deepEqual(await names(collected), []);
});

for (const [what, body] of [
  ["another kind", { kind: "PodList", apiVersion: "v1", items: [] }],
  ["no items", { kind: "PersistentVolumeClaimList", apiVersion: "v1" }],
  ["items that are no list", { kind: "PersistentVolumeClaimList", apiVersion: "v1", items: {} }],
  ["a Status", { kind: "Status", status: "Success" }],
  ["nothing", {}],
] as const) {
  test(`F45 ${what} is no empty list`, async (t) => {
    const failure = await failureOf((await collect(t, json(body))).collected);
    assert.equal(failure.kind, "protocol");
  });
}

test("F52 504 because of a revision that is too large is waited for as the server says", async (t) => {
  const early = status(
    504,
    "Timeout",
    "Too large resource version",
    { details: { causes: [{ reason: "ResourceVersionTooLarge" }] } },
    { "Retry-After": "1" },
  );
  const { collected, outside, asked } = await collect(t, [early, page(["a"])]);
  assert.deepEqual(await names(collected), ["a"]);
  assert.deepEqual(outside.waits, [1000]);
  assert.ok(asked().every((url) => !url.includes("resourceVersion")));
});

test("F54 a page that breaks off is read again, and nothing is lost or doubled", async (t) => {
  const body = JSON.stringify({
    kind: "PersistentVolumeClaimList",
    apiVersion: "v1",
    metadata: { continue: "t1" },
    items: [item("a", "shop"), item("b", "shop")],
  });
  for (let at = 0; at < 20; at++) {
    const half = cut(body, Math.floor((body.length * at) / 20));
    const { collected } = await collect(t, [half, page(["a", "b"], "t1"), half, page(["c"])]);
    assert.deepEqual(await names(collected), ["a", "b", "c"]);
  }
});

test("F60 hundreds of pages are read without keeping them", async (t) => {
  let turn = 0;
  const { collected } = await collect(t, (request, response, wire) => {
    turn++;
    page([`a${turn}`], turn < 400 ? `t${turn}` : undefined)(request, response, wire);
  });
  assert.equal((await names(collected)).length, 400);
});
