/** An object that is asked for by name, in both encodings. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Demand } from "../../../src/model/index.ts";
import type { LiveOptions } from "../../../src/sources/live/index.ts";
import { openScripted } from "../../support/fault-server/cluster.ts";
import { json, protobuf, status } from "../../support/fault-server/reactions.ts";
import type { Script } from "../../support/fault-server/server.ts";
import { encode, envelope } from "../../support/protobuf/encode.ts";
import { delimited } from "../../support/protobuf/writer.ts";

const resource = "v1/persistentvolumeclaims";
const path = "/api/v1/namespaces/shop/persistentvolumeclaims/a";
const named: Demand = { resource, scope: { of: "object", namespace: "shop", name: "a" } };
const both = "application/vnd.kubernetes.protobuf,application/json";

const claim = {
  metadata: { name: "a", namespace: "shop", uid: "uid-a", finalizers: ["kubernetes.io/pvc-protection"] },
  spec: { volumeName: "pv-a", accessModes: ["ReadWriteOnce"] },
};
const type = { apiVersion: "v1", kind: "PersistentVolumeClaim" };
const message = encode(resource, claim);
const inProtobuf = protobuf(envelope("v1", "PersistentVolumeClaim", message));
const inJson = json({ ...type, ...claim });

async function read(t: Parameters<typeof openScripted>[0], script: Script, options: LiveOptions = {}) {
  const { cluster, server } = await openScripted(t, { [path]: script }, {}, options);
  const { readings } = await cluster.collect([named]);
  const [reading] = readings;
  const objects = reading?.read === true ? [...reading.items] : undefined;
  return { cluster, reading, objects, accepted: server.requests.map(({ headers }) => headers.accept) };
}

test("it says the same in both encodings", async (t) => {
  const binary = await read(t, inProtobuf);
  const text = await read(t, inJson, { encoding: "json" });
  assert.deepEqual(binary.objects, [{ ...type, ...claim }]);
  assert.deepStrictEqual(binary.objects, text.objects);
  assert.deepEqual([binary.accepted, text.accepted], [[both], ["application/json"]]);
});

test("a server that answers in JSON is understood", async (t) => {
  const { objects, accepted, cluster } = await read(t, inJson);
  assert.deepEqual(objects, [{ ...type, ...claim }]);
  assert.deepEqual(accepted, [both]);
  assert.equal(cluster.distrusted.size, 0);
});

const unreadable: Readonly<Record<string, Script>> = {
  "protobuf that breaks off": protobuf(
    envelope("v1", "PersistentVolumeClaim", message.subarray(0, message.length - 3)),
  ),
  "an envelope that breaks off": protobuf(envelope("v1", "PersistentVolumeClaim", message).subarray(0, 40)),
  "a refusal of the offer": status(406, "NotAcceptable", "only JSON"),
};

for (const [what, reaction] of Object.entries(unreadable)) {
  test(`${what}: it is asked for again in JSON, and that is counted`, async (t) => {
    assert.ok(typeof reaction === "function");
    const { objects, accepted, cluster } = await read(t, [reaction, inJson]);
    assert.deepEqual(objects, [{ ...type, ...claim }]);
    assert.deepEqual(accepted, [both, "application/json"]);
    assert.deepEqual([...cluster.distrusted], [[resource, 1]]);
  });
}

const known = { uid: "uid-a", resourceVersion: "7" };
const versioned = { ...claim, metadata: { ...claim.metadata, resourceVersion: "7" } };

for (const [what, unless, encoding] of [
  ["is that version, nothing is read of it", known, "protobuf"],
  ["has another resourceVersion, it is read", { ...known, resourceVersion: "6" }, "protobuf"],
  ["has another uid, it is read", { ...known, uid: "uid-b" }, "protobuf"],
  ["comes in JSON, it is read", known, "json"],
] as const) {
  test(`where a version is known, and the object ${what}`, async (t) => {
    const isRead = encoding === "json" || unless !== known;
    const answers = protobuf(envelope("v1", "PersistentVolumeClaim", encode(resource, versioned)));
    const script = encoding === "json" ? json({ ...type, ...versioned }) : answers;
    const { cluster } = await openScripted(t, { [path]: script }, {}, { encoding });
    const { readings, unchanged } = await cluster.collect([{ ...named, unless }]);
    const objects = readings.flatMap((reading) => (reading.read ? [...reading.items] : []));
    assert.deepEqual(objects, isRead ? [{ ...type, ...versioned }] : []);
    assert.deepEqual(unchanged, isRead ? [] : [{ ...named, unless }]);
  });
}

test("an object of another kind is not the version that was known", async (t) => {
  const strange = protobuf(envelope("v1", "Pod", encode(resource, versioned)));
  const { cluster } = await openScripted(t, { [path]: strange }, {}, {});
  const { readings, unchanged } = await cluster.collect([{ ...named, unless: known }]);
  assert.deepEqual([readings.map(({ read }) => read), unchanged], [[false], []]);
});

test("an object that is gone is not the version that was known", async (t) => {
  const gone = status(404, "NotFound", "it is gone", { details: { name: "a" } });
  const { cluster } = await openScripted(t, { [path]: gone }, {}, {});
  const { readings, unchanged } = await cluster.collect([{ ...named, unless: known }]);
  assert.deepEqual(readings, [{ read: true, ...named, items: [] }]);
  assert.deepEqual(unchanged, []);
});

test("another object than the one that was asked for is not taken for it", async (t) => {
  const { reading } = await read(t, protobuf(envelope("v1", "Pod", message)));
  assert.deepEqual(reading, {
    read: false,
    ...named,
    reason: "Unavailable",
    detail: "it is a v1 Pod, not a PersistentVolumeClaim",
  });
});

test("what does not say all that every object says is not taken for it", async (t) => {
  const half = encode(resource, { metadata: { name: "a", namespace: "shop" } });
  const { reading } = await read(t, protobuf(envelope("v1", "PersistentVolumeClaim", half)));
  assert.ok(reading?.read === false);
  assert.equal(reading.detail, "metadata.uid is missing");
});

test("that it is gone is said in protobuf, too", async (t) => {
  const gone = envelope(
    "v1",
    "Status",
    Buffer.concat([delimited(2, "Failure"), delimited(4, "NotFound"), delimited(5, delimited(1, "a"))]),
  );
  const { objects } = await read(t, protobuf(gone, 404));
  assert.deepEqual(objects, []);
});
