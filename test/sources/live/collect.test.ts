import assert from "node:assert/strict";
import { test } from "node:test";
import type { Demand, Reading, Resource } from "../../../src/model/index.ts";
import { failureOf } from "../../support/fault-server/client.ts";
import { openScripted } from "../../support/fault-server/cluster.ts";
import { groups, item, list, resources } from "../../support/fault-server/objects.ts";
import { hang, json, late, reset, status, text } from "../../support/fault-server/reactions.ts";

const everywhere = (resource: Resource): Demand => ({ resource, scope: { of: "cluster" } });
const claims = everywhere("v1/persistentvolumeclaims");
const volumes = everywhere("v1/persistentvolumes");
const pods = everywhere("v1/pods");
const snapshots = everywhere("snapshot.storage.k8s.io/v1/volumesnapshots");

/** Reason and detail of a reading that was not made, or the names in one that was. */
function told(reading: Reading | undefined): unknown {
  if (reading === undefined) return undefined;
  return reading.read
    ? Array.from(reading.items, ({ metadata }) => metadata.name)
    : [reading.reason, reading.detail];
}

const forbidden = (what: string) => status(403, "Forbidden", `${what} is forbidden: User "bob" cannot list`);

test("each scope is read from its own place, and an event's by what it is about", async (t) => {
  const { cluster, asked } = await openScripted(t, {
    "/api/v1/persistentvolumes/pv-1": json({ apiVersion: "v1", kind: "PersistentVolume", ...item("pv-1") }),
    "/api/v1/namespaces/shop/persistentvolumeclaims": list("PersistentVolumeClaim", [item("data", "shop")]),
    "/apis/storage.k8s.io/v1/volumeattachments": list("VolumeAttachment", [], {}, "storage.k8s.io/v1"),
    "/api/v1/namespaces/shop/events": list("Event", [item("e", "shop", { reason: "R" })]),
  });
  const { readings, skipped } = await cluster.collect([
    { resource: "v1/persistentvolumes", scope: { of: "object", name: "pv-1" } },
    { resource: "v1/persistentvolumeclaims", scope: { of: "namespace", namespace: "shop" } },
    everywhere("storage.k8s.io/v1/volumeattachments"),
    {
      resource: "v1/events",
      scope: { of: "about", namespace: "shop", name: "data", kind: "PersistentVolumeClaim" },
    },
  ]);
  assert.deepEqual(readings.map(told), [["pv-1"], ["data"], [], ["e"]]);
  assert.deepEqual(skipped, []);
  assert.deepEqual([...asked()].sort(), [
    "/api/v1/namespaces/shop/events?fieldSelector=involvedObject.kind=PersistentVolumeClaim,involvedObject.name=data&limit=500",
    "/api/v1/namespaces/shop/persistentvolumeclaims?limit=500",
    "/api/v1/persistentvolumes/pv-1",
    "/apis/storage.k8s.io/v1/volumeattachments?limit=500",
  ]);
});

test("items are given the kind and version that their list has", async (t) => {
  const { cluster } = await openScripted(t, { "/api/v1/pods": list("Pod", [item("p", "shop")]) });
  const [reading] = (await cluster.collect([pods])).readings;
  assert.ok(reading?.read);
  assert.deepEqual([reading.items.at(0)?.apiVersion, reading.items.at(0)?.kind], ["v1", "Pod"]);
});

test("a name that no object can have is not asked for, and is absent", async (t) => {
  const { cluster, asked } = await openScripted(t, {});
  for (const name of ["..", ".", "", "../../secrets", "a%2fb"]) {
    const byName: Demand = { resource: "v1/persistentvolumes", scope: { of: "object", name } };
    const within: Demand = { resource: "v1/pods", scope: { of: "namespace", namespace: name } };
    assert.deepEqual((await cluster.collect([byName, within])).readings.map(told), [[], []]);
  }
  assert.deepEqual(asked(), []);
});

test("a name cannot become part of the query", async (t) => {
  const { cluster, server } = await openScripted(t, {});
  await cluster.collect([{ resource: "v1/persistentvolumes", scope: { of: "object", name: "a?b=c#d" } }]);
  assert.equal(server.requests[0]?.url, "/api/v1/persistentvolumes/a%3Fb%3Dc%23d");
});

test("what is asked for twice is read once", async (t) => {
  const { cluster, asked } = await openScripted(t, { "/api/v1/pods": list("Pod", []) });
  const { readings } = await cluster.collect([pods, pods]);
  assert.equal(readings.length, 2);
  assert.equal(asked().length, 1);
});

test("pods are asked for only after claims, volumes and attachments have been answered", async (t) => {
  const { cluster, asked } = await openScripted(t, {
    "/api/v1/pods": list("Pod", []),
    "/api/v1/persistentvolumeclaims": late(60, list("PersistentVolumeClaim", [])),
    "/api/v1/persistentvolumes": late(30, status(500, "InternalError", "no")),
    "/apis/storage.k8s.io/v1/volumeattachments": list("VolumeAttachment", [], {}, "storage.k8s.io/v1"),
  });
  const demands = [pods, claims, volumes, everywhere("storage.k8s.io/v1/volumeattachments")];
  const { readings } = await cluster.collect(demands);
  assert.deepEqual(
    readings.map(({ resource }) => resource),
    demands.map(({ resource }) => resource),
  );
  assert.equal(asked().at(-1), "/api/v1/pods?limit=500");
});

test("F31 403 on everything is readings that say so, in the server's words", async (t) => {
  const { cluster } = await openScripted(t, {
    "/api/v1/pods": forbidden("pods"),
    "/api/v1/persistentvolumes": forbidden("persistentvolumes"),
  });
  const { readings } = await cluster.collect([volumes, pods]);
  assert.deepEqual(readings.map(told), [
    ["Forbidden", 'persistentvolumes is forbidden: User "bob" cannot list'],
    ["Forbidden", 'pods is forbidden: User "bob" cannot list'],
  ]);
});

test("F32 a cluster-wide list that is forbidden stays forbidden: one namespace is another question", async (t) => {
  const { cluster } = await openScripted(t, {
    "/api/v1/pods": forbidden("pods"),
    "/api/v1/namespaces/shop/pods": list("Pod", [item("p", "shop")]),
  });
  const { readings } = await cluster.collect([
    pods,
    { resource: "v1/pods", scope: { of: "namespace", namespace: "shop" } },
  ]);
  assert.equal(readings[0]?.read, false);
  assert.deepEqual(told(readings[1]), ["p"]);
});

test("F33 each kind can be missing by itself", async (t) => {
  const kinds = [
    ["/api/v1/pods", "Pod", pods],
    ["/api/v1/persistentvolumes", "PersistentVolume", volumes],
    ["/api/v1/persistentvolumeclaims", "PersistentVolumeClaim", claims],
  ] as const;
  for (const [dropped] of kinds) {
    const scripts = Object.fromEntries(
      kinds.map(([path, kind]) => [path, path === dropped ? forbidden(kind) : list(kind, [])]),
    );
    const { cluster } = await openScripted(t, scripts);
    const { readings } = await cluster.collect(kinds.map(([, , demand]) => demand));
    assert.deepEqual(
      readings.map(({ read }) => read),
      kinds.map(([path]) => path !== dropped),
    );
  }
});

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

test("F40 a list that fails with 500 is unread with the server's reason, and the rest goes on", async (t) => {
  const because = "conversion webhook for snapshot.storage.k8s.io/v1, Kind=VolumeSnapshot failed";
  const { cluster } = await openScripted(t, {
    "/apis": groups("snapshot.storage.k8s.io/v1"),
    "/apis/snapshot.storage.k8s.io/v1": resources("snapshot.storage.k8s.io/v1", "volumesnapshots"),
    "/apis/snapshot.storage.k8s.io/v1/volumesnapshots": status(500, "InternalError", because),
    "/api/v1/persistentvolumes": list("PersistentVolume", [item("pv")]),
  });
  const { readings } = await cluster.collect([snapshots, volumes]);
  assert.deepEqual(readings.map(told), [["Unavailable", because], ["pv"]]);
});

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
  assert.equal(skipped.at(-1), "Pod shop/bad was passed over: spec.nodeName must be a string, not a number");
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

test("F64 a corrupt object in etcd is the server's to tell, and no option that breaks clusters is sent", async (t) => {
  const because = "failed to read one or more objects from the storage";
  const { cluster, asked } = await openScripted(t, {
    "/api/v1/pods": status(500, "StorageReadError", because),
    "/api/v1/persistentvolumes": list("PersistentVolume", []),
  });
  assert.deepEqual(told((await cluster.collect([pods, volumes])).readings[0]), ["Unavailable", because]);
  assert.ok(asked().every((path) => !path.includes("ignoreStoreReadError")));
});

for (const [what, reaction] of [
  ["resets", reset],
  ["hangs", hang],
  ["answers with a page", text("<html>sign in", 200, { "Content-Type": "text/html" })],
  ["redirects", text("", 302, { Location: "http://elsewhere.example/" })],
  ["is throttled", status(429, "TooManyRequests", "slow down")],
  ["fails", status(503, "ServiceUnavailable", "later")],
] as const) {
  test(`one list that ${what} is a gap; when all do, the cluster is not reachable`, async (t) => {
    const limits = { limits: { headers: 400 } };
    const gap = await openScripted(
      t,
      { "/api/v1/pods": reaction, "/api/v1/persistentvolumes": list("PersistentVolume", []) },
      limits,
    );
    const { readings } = await gap.cluster.collect([volumes, pods]);
    assert.deepEqual(
      readings.map((reading) => reading.read || reading.reason),
      [true, "Unavailable"],
    );
    const all = await openScripted(
      t,
      { "/api/v1/pods": reaction, "/api/v1/persistentvolumes": reaction },
      limits,
    );
    const { kind } = await failureOf(all.cluster.collect([volumes, pods]));
    assert.ok(["broken", "timeout", "protocol", "redirect", "throttled", "server"].includes(kind), kind);
  });
}

test("F30 401 ends everything", async (t) => {
  const { cluster } = await openScripted(t, {
    "/api/v1/pods": status(401, "Unauthorized", "Unauthorized"),
    "/api/v1/persistentvolumes": list("PersistentVolume", []),
  });
  assert.equal((await failureOf(cluster.collect([volumes, pods]))).kind, "unauthorized");
});

test("what is known of the cluster before anything is asked", async (t) => {
  const { cluster, server } = await openScripted(t, { "/version": json({ gitVersion: "v1.36.2" }) });
  const { contextName, clusterName, user, namespace, proof } = cluster;
  assert.deepEqual([contextName, clusterName, user, namespace, proof], ["x", "c", "u", "default", "plain"]);
  assert.equal(server.requests.length, 0);
  assert.equal(await cluster.version(), "v1.36.2");
  assert.deepEqual(cluster.warnings(), []);
});
