import assert from "node:assert/strict";
import { test } from "node:test";
import { decode } from "../../../src/reading/decode/index.ts";

const claim = {
  apiVersion: "v1",
  kind: "PersistentVolumeClaim",
  metadata: { name: "data-0", namespace: "shop", uid: "u1" },
};

function refusal(resource: Parameters<typeof decode>[0], value: unknown): string {
  const decoded = decode(resource, value);
  assert.equal(decoded.ok, false);
  return decoded.ok ? "" : decoded.reason;
}

function claimWith(change: object): object {
  return { ...claim, ...change };
}

function claimWithMetadata(change: object): object {
  return { ...claim, metadata: { ...claim.metadata, ...change } };
}

test("only the fields of the shape are kept", () => {
  const decoded = decode("v1/pods", {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "web", namespace: "shop", uid: "u", generateName: "web-", selfLink: "x" },
    spec: { nodeName: "n1", containers: [{ name: "c", env: [{ name: "PASSWORD", value: "hunter2" }] }] },
  });
  assert.ok(decoded.ok);
  assert.deepEqual(decoded.object, {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "web", namespace: "shop", uid: "u" },
    spec: { nodeName: "n1", containers: [{ name: "c" }] },
  });
});

test("null is the same as absent", () => {
  const decoded = decode("v1/persistentvolumeclaims", claimWith({ spec: null, status: { phase: null } }));
  assert.ok(decoded.ok);
  assert.equal(decoded.object.spec, undefined);
  assert.deepEqual(decoded.object.status, {});
});

test("an item of a typed list takes its kind from the list", () => {
  const item = { metadata: { name: "s", namespace: "shop", uid: "u" } };
  const plain = decode("snapshot.storage.k8s.io/v1/volumesnapshots", item);
  assert.ok(plain.ok);
  assert.equal(plain.object.apiVersion, "snapshot.storage.k8s.io/v1");
  const older = decode("snapshot.storage.k8s.io/v1/volumesnapshots", item, {
    apiVersion: "snapshot.storage.k8s.io/v1beta1",
    kind: "VolumeSnapshot",
  });
  assert.ok(older.ok);
  assert.equal(older.object.apiVersion, "snapshot.storage.k8s.io/v1beta1");
});

test("another version of the group is accepted, another kind is not", () => {
  const class1 = {
    apiVersion: "storage.k8s.io/v1beta1",
    kind: "StorageClass",
    metadata: { name: "a", uid: "u" },
  };
  assert.ok(decode("storage.k8s.io/v1/storageclasses", class1).ok);
  assert.match(refusal("v1/pods", claim), /PersistentVolumeClaim, not a Pod/);
});

test("a field of a wrong type refuses the object and names the field", () => {
  const cases: readonly (readonly [object, string])[] = [
    [claimWithMetadata({ finalizers: "x" }), "metadata.finalizers must be a list, not a string"],
    [claimWithMetadata({ finalizers: {} }), "metadata.finalizers must be a list, not an object"],
    [claimWithMetadata({ finalizers: ["a", 7] }), "metadata.finalizers[1] must be a string, not a number"],
    [claimWithMetadata({ finalizers: [null] }), "metadata.finalizers[0] must be a value, not null"],
    [claimWithMetadata({ labels: ["a"] }), "metadata.labels must be a map, not a list"],
    [claimWithMetadata({ labels: { on: true } }), "metadata.labels.on must be a string, not true or false"],
    [claimWithMetadata({ deletionTimestamp: 1700000000 }), "metadata.deletionTimestamp must be a string"],
    [claimWithMetadata({ generation: 1.5 }), "metadata.generation must be a whole number"],
    [
      claimWithMetadata({ generation: Number.POSITIVE_INFINITY }),
      "metadata.generation must be a whole number",
    ],
    [claimWith({ spec: "bound" }), "spec must be an object, not a string"],
    [claimWith({ metadata: [] }), "metadata must be an object, not a list"],
  ];
  for (const [value, expected] of cases) {
    const reason = refusal("v1/persistentvolumeclaims", value);
    assert.ok(reason.startsWith(expected), `${reason} should start with ${expected}`);
  }
});

test("an object without identity is refused", () => {
  assert.match(
    refusal("v1/persistentvolumeclaims", claimWithMetadata({ name: "" })),
    /^metadata.name is missing/,
  );
  assert.match(
    refusal("v1/persistentvolumeclaims", claimWithMetadata({ uid: null })),
    /^metadata.uid is missing/,
  );
  assert.match(
    refusal("v1/persistentvolumeclaims", claimWith({ metadata: undefined })),
    /^metadata is missing/,
  );
  const nowhere = claimWithMetadata({ namespace: undefined });
  assert.match(refusal("v1/persistentvolumeclaims", nowhere), /^metadata.namespace is missing/);
  const volume = {
    apiVersion: "v1",
    kind: "PersistentVolume",
    metadata: { name: "a", namespace: "b", uid: "u" },
  };
  assert.match(refusal("v1/persistentvolumes", volume), /^metadata.namespace is set/);
  for (const value of [null, undefined, 7, "x", [], true]) {
    assert.match(refusal("v1/pods", value), /not an object/);
  }
});

test("hostile keys stay plain keys", () => {
  const before = JSON.stringify(Object.getOwnPropertyNames(Object.prototype));
  const metadata = JSON.parse(
    '{"name":"constructor","namespace":"toString","uid":"u","labels":{"__proto__":"p","constructor":"c"},' +
      '"__proto__":{"deletionTimestamp":"2024-01-01T00:00:00Z"}}',
  );
  const decoded = decode("v1/persistentvolumeclaims", claimWith({ metadata }));
  assert.ok(decoded.ok);
  const labels = decoded.object.metadata.labels;
  assert.ok(labels !== undefined);
  assert.deepEqual(Object.entries(labels), [
    ["__proto__", "p"],
    ["constructor", "c"],
  ]);
  assert.equal(labels.toString, undefined);
  assert.equal(decoded.object.metadata.deletionTimestamp, undefined);
  assert.equal(JSON.stringify(Object.getOwnPropertyNames(Object.prototype)), before);
});

test("inherited fields are not read", () => {
  const value = Object.assign(Object.create({ status: { phase: "Bound" } }), claim);
  const decoded = decode("v1/persistentvolumeclaims", value);
  assert.ok(decoded.ok);
  assert.equal(decoded.object.status, undefined);
});

test("of managedFields only who wrote finalizers is kept", () => {
  const managedFields = [
    {
      manager: "m",
      operation: "Update",
      time: "2024-01-01T00:00:00Z",
      fieldsV1: {
        "f:metadata": { "f:finalizers": { ".": {}, 'v:"a/b"': {} }, "f:labels": { "f:secret": {} } },
        "f:spec": { "f:x": {} },
      },
    },
  ];
  const decoded = decode("v1/persistentvolumeclaims", claimWithMetadata({ managedFields }));
  assert.ok(decoded.ok);
  const kept = JSON.stringify(decoded.object.metadata.managedFields?.[0]?.fieldsV1);
  assert.equal(kept, '{"f:metadata":{"f:finalizers":{".":true,"v:\\"a/b\\"":true}}}');
});

test("a quantity that is a number is read as the text of that number, and nothing else is", () => {
  const asked = (storage: unknown) => {
    const decoded = decode(
      "v1/persistentvolumeclaims",
      claimWith({ spec: { resources: { requests: { storage } } } }),
    );
    return decoded.ok ? decoded.object.spec?.resources?.requests?.storage : decoded.reason;
  };
  assert.equal(asked(10), "10");
  assert.equal(asked(1.5), "1.5");
  assert.equal(asked(-0), "0");
  assert.equal(asked(1e21), "1e+21");
  assert.equal(asked("10Gi"), "10Gi");
  assert.equal(asked(null), undefined);
  for (const [other, what] of [
    [true, "true or false"],
    [Number.POSITIVE_INFINITY, "a number"],
    [[10], "a list"],
  ])
    assert.equal(asked(other), `spec.resources.requests.storage must be a string, not ${what}`);
  const disk = { apiVersion: "v1", kind: "PersistentVolume", metadata: { name: "disk", uid: "u" } };
  const decoded = decode("v1/persistentvolumes", { ...disk, spec: { capacity: { storage: 5 } } });
  assert.ok(decoded.ok && decoded.object.spec?.capacity?.storage === "5");
});
