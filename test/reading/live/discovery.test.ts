import assert from "node:assert/strict";
import { test } from "node:test";
import { openScripted } from "../../support/fault-server/cluster.ts";
import { groups, item, list, resources } from "../../support/fault-server/objects.ts";
import { status, text } from "../../support/fault-server/reactions.ts";
import { everywhere, forbidden, pods, snapshots, told, volumes } from "./support/told.ts";

test("F34 an API that is not installed is not served, although asking for it is forbidden", async (t) => {
  const { cluster, asked } = await openScripted(t, {
    "/apis": groups("apps/v1"),
    "/apis/snapshot.storage.k8s.io/v1/volumesnapshots": forbidden("volumesnapshots"),
  });
  const { readings } = await cluster.collect([snapshots]);
  assert.equal(readings[0]?.read === false && readings[0].reason, "NotServed");
  assert.deepEqual(asked(), ["/apis"]);
});

test("F34 an API that is installed and forbidden is forbidden", async (t) => {
  const { cluster } = await openScripted(t, {
    "/apis": groups("snapshot.storage.k8s.io/v1"),
    "/apis/snapshot.storage.k8s.io/v1": resources("snapshot.storage.k8s.io/v1", "volumesnapshots"),
    "/apis/snapshot.storage.k8s.io/v1/volumesnapshots": forbidden("volumesnapshots"),
  });
  assert.equal((told((await cluster.collect([snapshots])).readings[0]) as string[])[0], "Forbidden");
});

test("F35 a group that is there without the resource does not serve it", async (t) => {
  const { cluster } = await openScripted(t, {
    "/apis": groups("snapshot.storage.k8s.io/v1"),
    "/apis/snapshot.storage.k8s.io/v1": resources("snapshot.storage.k8s.io/v1", "volumesnapshotclasses"),
  });
  assert.equal((told((await cluster.collect([snapshots])).readings[0]) as string[])[0], "NotServed");
});

test("F35 a 404 in plain text on a kind that every cluster has is decided by discovery", async (t) => {
  const { cluster } = await openScripted(t, {
    "/apis": groups("apps/v1"),
    "/api/v1": resources("v1", "pods"),
    "/api/v1/pods": text("404 page not found\n", 404),
  });
  const demands = [everywhere("coordination.k8s.io/v1/leases"), pods];
  assert.deepEqual((await cluster.collect(demands)).readings.map(told), [
    ["NotServed", "the server does not serve coordination.k8s.io/v1/leases"],
    ["Unavailable", "404 page not found"],
  ]);
});

test("F36 an older version is read where the newer is not served, and discovery is asked once", async (t) => {
  const old = "snapshot.storage.k8s.io/v1beta1";
  const { cluster, asked } = await openScripted(t, {
    "/apis": groups(old),
    [`/apis/${old}`]: resources(old, "volumesnapshots", "volumesnapshotcontents"),
    [`/apis/${old}/volumesnapshots`]: list("VolumeSnapshot", [item("s", "shop")], {}, old),
    [`/apis/${old}/volumesnapshotcontents`]: list("VolumeSnapshotContent", [item("c")], {}, old),
  });
  const demands = [snapshots, everywhere("snapshot.storage.k8s.io/v1/volumesnapshotcontents")];
  const { readings } = await cluster.collect(demands);
  assert.deepEqual(readings.map(told), [["s"], ["c"]]);
  assert.equal(readings[0]?.read && readings[0].items.at(0)?.apiVersion, old);
  assert.equal(asked().filter((path) => path === "/apis").length, 1);
  assert.equal(asked().filter((path) => path === `/apis/${old}`).length, 1);
});

test("F39 when discovery itself fails, an optional API is unread and never taken as absent", async (t) => {
  const { cluster } = await openScripted(t, {
    "/apis": status(503, "ServiceUnavailable", "later"),
    "/api/v1/persistentvolumes": list("PersistentVolume", []),
    "/apis/snapshot.storage.k8s.io/v1": text("service unavailable", 503),
  });
  const { readings } = await cluster.collect([snapshots, volumes]);
  assert.deepEqual(told(readings[0]), ["Unavailable", "service unavailable"]);
});
