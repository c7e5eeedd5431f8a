import assert from "node:assert/strict";
import { test } from "node:test";
import { failureOf } from "../../support/fault-server/client.ts";
import { openScripted } from "../../support/fault-server/cluster.ts";
import { groups, item, list, resources } from "../../support/fault-server/objects.ts";
import { hang, reset, status, text } from "../../support/fault-server/reactions.ts";
import { claims, forbidden, pods, snapshots, told, volumes } from "./support/told.ts";

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

test("an API that is down is a gap where an answer came before, and the end where none has", async (t) => {
  const down = status(503, "ServiceUnavailable", "service unavailable");
  const script = {
    "/apis": groups("snapshot.storage.k8s.io/v1"),
    "/apis/snapshot.storage.k8s.io/v1": down,
    "/apis/snapshot.storage.k8s.io/v1/volumesnapshots": down,
    "/api/v1/persistentvolumes": list("PersistentVolume", [item("pv")]),
    "/api/v1/pods": down,
  };
  const { cluster } = await openScripted(t, script);
  await cluster.collect([volumes]);
  const { readings } = await cluster.collect([snapshots]);
  assert.deepEqual(readings.map(told), [["Unavailable", "service unavailable"]]);
  await assert.rejects(cluster.collect([pods]), { kind: "server" });
  const { cluster: first } = await openScripted(t, script);
  await assert.rejects(first.collect([snapshots]), { kind: "server" });
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
