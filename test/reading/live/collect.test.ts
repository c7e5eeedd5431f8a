import assert from "node:assert/strict";
import { test } from "node:test";
import type { Demand } from "../../../src/cluster/index.ts";
import { openScripted } from "../../support/fault-server/cluster.ts";
import { item, list } from "../../support/fault-server/objects.ts";
import { json, late, status } from "../../support/fault-server/reactions.ts";
import { claims, everywhere, pods, told, volumes } from "./support/told.ts";

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

test("what is known of the cluster before anything is asked", async (t) => {
  const { cluster, server } = await openScripted(t, {});
  const { contextName, user, namespace, proof } = cluster;
  assert.deepEqual([contextName, user, namespace, proof], ["x", "u", "default", "plain"]);
  assert.equal(server.requests.length, 0);
  assert.deepEqual(cluster.warnings(), []);
});
