import assert from "node:assert/strict";
import { test } from "node:test";
import { failureOf } from "../../support/fault-server/client.ts";
import { openScripted } from "../../support/fault-server/cluster.ts";
import { groups, item, list } from "../../support/fault-server/objects.ts";
import { status } from "../../support/fault-server/reactions.ts";

const resource = "v1/persistentvolumeclaims";

test("selectors go to the server, for one namespace or for all", async (t) => {
  const found = list("PersistentVolumeClaim", [item("data", "shop")]);
  const { cluster, asked } = await openScripted(t, {
    "/api/v1/persistentvolumeclaims": found,
    "/api/v1/namespaces/shop/persistentvolumeclaims": found,
  });
  const one = await cluster.select({ resource, namespace: "shop", labelSelector: "app in (a,b)" });
  assert.deepEqual(one.read && Array.from(one.items, ({ metadata }) => metadata.name), ["data"]);
  await cluster.select({ resource, fieldSelector: "status.phase=Pending" });
  assert.deepEqual(asked(), [
    "/api/v1/namespaces/shop/persistentvolumeclaims?labelSelector=app+in+(a,b)&limit=500",
    "/api/v1/persistentvolumeclaims?fieldSelector=status.phase=Pending&limit=500",
  ]);
});

test("a selector that the server does not understand is the person's to mend", async (t) => {
  const bad = status(400, "BadRequest", 'unable to parse requirement: found "?"');
  const { cluster } = await openScripted(t, { "/api/v1/persistentvolumeclaims": bad });
  assert.deepEqual(await failureOf(cluster.select({ resource, labelSelector: "?" })), {
    kind: "rejected",
    line: 'Error from server (BadRequest): unable to parse requirement: found "?"',
    hint: "",
  });
});

test("what may not be listed, and what is not served, is told apart from nothing", async (t) => {
  const { cluster } = await openScripted(t, {
    "/apis": groups("apps/v1"),
    "/api/v1/persistentvolumeclaims": status(403, "Forbidden", "no"),
  });
  assert.deepEqual(await cluster.select({ resource }), { read: false, reason: "Forbidden", detail: "no" });
  const snapshots = await cluster.select({ resource: "snapshot.storage.k8s.io/v1/volumesnapshots" });
  assert.equal(snapshots.read === false && snapshots.reason, "NotServed");
});

test("what does not fit into one page counts as not read, and its other pages are not asked for", async (t) => {
  const page = list("PersistentVolumeClaim", [item("data", "shop")], { continue: "more" });
  const { cluster, asked } = await openScripted(t, { "/api/v1/persistentvolumeclaims": page });
  const { read } = await cluster.select({ resource, most: 1 });
  assert.equal(read, false);
  assert.deepEqual(asked(), ["/api/v1/persistentvolumeclaims?limit=1"]);
});
