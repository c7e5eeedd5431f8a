import assert from "node:assert/strict";
import { test } from "node:test";
import { openScripted } from "../../support/fault-server/cluster.ts";
import { item, list } from "../../support/fault-server/objects.ts";
import { json, status } from "../../support/fault-server/reactions.ts";
import { pods, told } from "./support/told.ts";

test("F46 an item that is no object of its kind is passed over and counted", async (t) => {
  const items = [
    null,
    7,
    {},
    { metadata: { name: "n" } },
    item("good", "shop"),
    item("bad", "shop", { spec: { nodeName: 7 } }),
  ];
  const { cluster } = await openScripted(t, { "/api/v1/pods": list("Pod", items) });
  const { readings, skipped } = await cluster.collect([pods]);
  assert.deepEqual(told(readings[0]), ["good"]);
  assert.equal(skipped.length, 5);
  assert.equal(skipped.at(-1), "Pod shop/bad was skipped: spec.nodeName must be a string, not a number");
});

test("F46 the one object that was asked for is unread when it is malformed", async (t) => {
  const { cluster } = await openScripted(t, {
    "/api/v1/persistentvolumes/pv": json({
      apiVersion: "v1",
      kind: "PersistentVolume",
      metadata: { name: "pv" },
    }),
  });
  const { readings } = await cluster.collect([
    { resource: "v1/persistentvolumes", scope: { of: "object", name: "pv" } },
  ]);
  assert.deepEqual(told(readings[0]), ["Unavailable", "metadata.uid is missing"]);
});

test("F61 an object that is gone is read, and is not there", async (t) => {
  const gone = status(404, "NotFound", 'persistentvolumes "pv" not found', {
    details: { name: "pv", kind: "persistentvolumes" },
  });
  const { cluster } = await openScripted(t, { "/api/v1/persistentvolumes/pv": gone });
  const { readings } = await cluster.collect([
    { resource: "v1/persistentvolumes", scope: { of: "object", name: "pv" } },
  ]);
  assert.deepEqual(told(readings[0]), []);
});
