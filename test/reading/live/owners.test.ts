/** Owners of kinds that pvguard has no definition of: one GET each, and only a 404 that names the object means that it is gone. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ObjectRef } from "../../../src/kubernetes/index.ts";
import { openScripted } from "../../support/fault-server/cluster.ts";
import { json, status, text } from "../../support/fault-server/reactions.ts";
import type { Script } from "../../support/fault-server/server.ts";

const owner: ObjectRef = {
  apiVersion: "db.example.org/v1",
  kind: "Database",
  namespace: "shop",
  name: "orders",
};
const group = "/apis/db.example.org/v1";
const path = `${group}/namespaces/shop/databases/orders`;
const served = json({
  kind: "APIResourceList",
  apiVersion: "v1",
  groupVersion: "db.example.org/v1",
  resources: [
    { name: "databases/status", singularName: "", namespaced: true, kind: "Database" },
    { name: "databases", singularName: "database", namespaced: true, kind: "Database" },
    { name: "sites", singularName: "site", namespaced: false, kind: "Site" },
  ],
});
const database = {
  apiVersion: "db.example.org/v1",
  kind: "Database",
  metadata: { name: "orders", namespace: "shop", uid: "o-1", finalizers: ["db.example.org/cleanup"] },
  spec: { password: "secret" },
  status: { phase: "Running", conditions: [{ type: "Ready", status: "True" }, "broken"], secret: "x" },
};

async function read(t: Parameters<typeof openScripted>[0], script: Script, ref = owner, at = path) {
  const { cluster, asked } = await openScripted(t, { [group]: served, [at]: script });
  return { ...(await cluster.owners([ref])), asked: asked() };
}

test("it is read by one GET, and of it only metadata and what its status says", async (t) => {
  const { found, missing, asked } = await read(t, json(database));
  assert.deepEqual(found, [
    {
      apiVersion: "db.example.org/v1",
      kind: "Database",
      metadata: { name: "orders", namespace: "shop", uid: "o-1", finalizers: ["db.example.org/cleanup"] },
      status: { phase: "Running", conditions: [{ type: "Ready", status: "True" }] },
    },
  ]);
  assert.deepEqual([missing, asked], [[], [group, path]]);
});

for (const [what, script, because] of [
  [
    "a 404 that names it means that it does not exist",
    status(404, "NotFound", "not found", { details: { name: "orders", kind: "databases" } }),
    "NotFound",
  ],
  ["a 404 about something else means nothing", text("404 page not found\n", 404), "Unavailable"],
  [
    "a 404 that names another object means nothing",
    status(404, "NotFound", "not found", { details: { name: "shop", kind: "namespaces" } }),
    "Unavailable",
  ],
  ["a 403 means that it was not read", status(403, "Forbidden", "no"), "Forbidden"],
  ["a 500 means that it was not read", status(500, "InternalError", "broken"), "Unavailable"],
  [
    "another object is not taken for it",
    json({ ...database, metadata: { ...database.metadata, name: "other" } }),
    "Unavailable",
  ],
] as const) {
  test(what, async (t) => {
    const { found, missing } = await read(t, script);
    assert.deepEqual([found, missing.map((each) => [each.owner, each.because])], [[], [[owner, because]]]);
  });
}

test("where it is forbidden, the server's name of the kind is told", async (t) => {
  const { missing } = await read(t, status(403, "Forbidden", "no"));
  assert.equal(missing[0]?.plural, "databases");
});

test("a kind, a version or a group that is not served is not looked for", async (t) => {
  for (const change of [
    { kind: "Shard" },
    { apiVersion: "db.example.org/v2" },
    { apiVersion: "../../x/v1" },
  ]) {
    const { missing, asked } = await read(t, json(database), { ...owner, ...change });
    assert.deepEqual(
      missing.map(({ because }) => because),
      ["NotServed"],
    );
    assert.ok(asked.length <= 1, asked.join(" "));
  }
});

test("what has no namespace is looked for without one, and a namespaced owner of it is out of reach", async (t) => {
  const site = { ...database, kind: "Site", metadata: { name: "orders", uid: "s-1" } };
  const { found } = await read(t, json(site), { ...owner, kind: "Site" }, `${group}/sites/orders`);
  assert.deepEqual(
    found.map(({ metadata }) => metadata),
    [{ name: "orders", uid: "s-1" }],
  );
  const { apiVersion, kind, name } = owner;
  const { missing } = await read(t, json(database), { apiVersion, kind, name });
  assert.equal(missing[0]?.because, "OutOfReach");
});
