/** An object that is asked for by name. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Demand } from "../../../src/cluster/index.ts";
import { openScripted } from "../../support/fault-server/cluster.ts";
import { json, status } from "../../support/fault-server/reactions.ts";
import type { Script } from "../../support/fault-server/server.ts";

const resource = "v1/persistentvolumeclaims";
const path = "/api/v1/namespaces/shop/persistentvolumeclaims/a";
const named: Demand = { resource, scope: { of: "object", namespace: "shop", name: "a" } };

const claim = {
  apiVersion: "v1",
  kind: "PersistentVolumeClaim",
  metadata: {
    name: "a",
    namespace: "shop",
    uid: "uid-a",
    resourceVersion: "7",
    finalizers: ["kubernetes.io/pvc-protection"],
  },
  spec: { volumeName: "pv-a", accessModes: ["ReadWriteOnce"] },
};

async function read(t: Parameters<typeof openScripted>[0], script: Script) {
  const { cluster, server } = await openScripted(t, { [path]: script });
  const { readings } = await cluster.collect([named]);
  const [reading] = readings;
  const objects = reading?.read === true ? [...reading.items] : undefined;
  return { cluster, reading, objects, accepted: server.requests.map(({ headers }) => headers.accept) };
}

test("it is asked for in JSON, which is shorter to read in a log", async (t) => {
  const { objects, accepted } = await read(t, json(claim));
  assert.deepEqual(objects, [claim]);
  assert.deepEqual(accepted, ["application/json"]);
});

const known = { uid: "uid-a", resourceVersion: "7" };

for (const [what, unless] of [
  ["is that version, nothing is read of it", known],
  ["has another resourceVersion, it is read", { ...known, resourceVersion: "6" }],
  ["has another uid, it is read", { ...known, uid: "uid-b" }],
] as const) {
  test(`where a version is known, and the object ${what}`, async (t) => {
    const { cluster } = await openScripted(t, { [path]: json(claim) });
    const { readings, unchanged } = await cluster.collect([{ ...named, unless }]);
    const objects = readings.flatMap((reading) => (reading.read ? [...reading.items] : []));
    assert.deepEqual(objects, unless === known ? [] : [claim]);
    assert.deepEqual(unchanged, unless === known ? [{ ...named, unless }] : []);
  });
}

test("an object of another kind is not the version that was known", async (t) => {
  const strange = json({ ...claim, kind: "Pod" });
  const { cluster } = await openScripted(t, { [path]: strange });
  const { readings, unchanged } = await cluster.collect([{ ...named, unless: known }]);
  assert.deepEqual([readings.map(({ read }) => read), unchanged], [[false], []]);
});

test("an object that is gone is not the version that was known", async (t) => {
  const gone = status(404, "NotFound", "it is gone", { details: { name: "a" } });
  const { cluster } = await openScripted(t, { [path]: gone });
  const { readings, unchanged } = await cluster.collect([{ ...named, unless: known }]);
  assert.deepEqual(readings, [{ read: true, ...named, items: [] }]);
  assert.deepEqual(unchanged, []);
});

test("another object than the one that was asked for is not taken for it", async (t) => {
  const { reading } = await read(t, json({ ...claim, kind: "Pod" }));
  assert.deepEqual(reading, {
    read: false,
    ...named,
    reason: "Unavailable",
    detail: "it is a v1 Pod, not a PersistentVolumeClaim",
  });
});

test("what does not say all that every object says is not taken for it", async (t) => {
  const { reading } = await read(t, json({ ...claim, metadata: { name: "a", namespace: "shop" } }));
  assert.ok(reading?.read === false);
  assert.equal(reading.detail, "metadata.uid is missing");
});
