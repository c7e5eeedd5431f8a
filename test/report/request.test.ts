import assert from "node:assert/strict";
import { test } from "node:test";
import type { Target, Write } from "../../src/report/index.ts";
import { toRequest } from "../../src/report/index.ts";

const on = { apiVersion: "v1", kind: "PersistentVolumeClaim", name: "data%", namespace: "shop/x", uid: "u1" };
const target: Target = { resource: "v1/persistentvolumeclaims", ref: on, resourceVersion: "7" };
const path = "/api/v1/namespaces/shop%2Fx/persistentvolumeclaims/data%25";
const text = '{"metadata":{"finalizers":["a/b","c/d"],"n":9007199254740993}}';
const json = "application/json";
const class7 = {
  apiVersion: "snapshot.storage.k8s.io/v1beta1",
  kind: "VolumeSnapshotContent",
  name: "c",
  uid: "u",
};

const writes: readonly (readonly [string, Write, object, object])[] = [
  [
    "a replacement",
    { do: "replace", target, without: "a/b", read: text },
    {
      method: "PUT",
      path,
      query: "fieldManager=pvguard",
      contentType: json,
      body: '{"metadata":{"finalizers":["c/d"],"n":9007199254740993}}',
    },
    { query: "dryRun=All&fieldManager=pvguard" },
  ],
  [
    "a patch",
    {
      do: "patch",
      target,
      tests: [
        { path: "/metadata/uid", value: "u1" },
        { path: "/metadata/resourceVersion", value: "7" },
      ],
      edits: [
        { op: "add", path: "/a", value: 1 },
        { op: "replace", path: "/b", value: 2, was: 1 },
        { op: "remove", path: "/c", was: { x: 1 } },
      ],
    },
    {
      method: "PATCH",
      path,
      query: "fieldManager=pvguard",
      contentType: "application/json-patch+json",
      body: JSON.stringify([
        { op: "test", path: "/metadata/uid", value: "u1" },
        { op: "test", path: "/metadata/resourceVersion", value: "7" },
        { op: "add", path: "/a", value: 1 },
        { op: "test", path: "/b", value: 1 },
        { op: "replace", path: "/b", value: 2 },
        { op: "test", path: "/c", value: { x: 1 } },
        { op: "remove", path: "/c" },
      ]),
    },
    { query: "dryRun=All&fieldManager=pvguard" },
  ],
  [
    "a deletion",
    { do: "delete", target },
    {
      method: "DELETE",
      path,
      query: "",
      contentType: json,
      body: '{"kind":"DeleteOptions","apiVersion":"v1","preconditions":{"uid":"u1","resourceVersion":"7"}}',
    },
    {
      body: '{"kind":"DeleteOptions","apiVersion":"v1","preconditions":{"uid":"u1","resourceVersion":"7"},"dryRun":["All"]}',
    },
  ],
  [
    "a creation",
    { do: "create", resource: "v1/persistentvolumeclaims", ref: on, manifest: "{ }" },
    {
      method: "POST",
      path: "/api/v1/namespaces/shop%2Fx/persistentvolumeclaims",
      query: "fieldManager=pvguard",
      contentType: json,
      body: "{ }",
    },
    { query: "dryRun=All&fieldManager=pvguard" },
  ],
];

for (const [what, write, applied, previewed] of writes) {
  test(`${what} is this request`, () => assert.deepEqual(toRequest(write, "apply"), applied));
  test(`${what} as a preview differs only in that`, () =>
    assert.deepEqual(toRequest(write, "preview"), { ...applied, ...previewed }));
}

test("an object is found in the version of its API that was read", () => {
  const content: Target = {
    resource: "snapshot.storage.k8s.io/v1/volumesnapshotcontents",
    ref: class7,
    resourceVersion: "1",
  };
  assert.equal(
    toRequest({ do: "delete", target: content }, "apply").path,
    "/apis/snapshot.storage.k8s.io/v1beta1/volumesnapshotcontents/c",
  );
  const unsaid = { ...content, ref: { ...class7, apiVersion: "", namespace: "ignored" } };
  assert.equal(
    toRequest({ do: "delete", target: unsaid }, "apply").path,
    "/apis/snapshot.storage.k8s.io/v1/volumesnapshotcontents/c",
  );
});

test("a reference without a namespace has none in its path", () => {
  const { namespace, ...ref } = on;
  const asked = toRequest({ do: "delete", target: { ...target, ref } }, "apply");
  assert.equal(asked.path, "/api/v1/persistentvolumeclaims/data%25");
});

test("a test of a patch has the bytes of the server's own JSON, which it is compared with", () => {
  const value = { expression: "a && b < c > d\u2028" };
  const { body } = toRequest(
    {
      do: "patch",
      target,
      tests: [
        { path: "/metadata/uid", value: "u1" },
        { path: "/metadata/resourceVersion", value: "7" },
      ],
      edits: [{ op: "replace", path: "/spec", was: value, value: {} }],
    },
    "apply",
  );
  assert.ok(body.includes('{"expression":"a \\u0026\\u0026 b \\u003c c \\u003e d\\u2028"}'));
  assert.deepEqual(JSON.parse(body)[2], { op: "test", path: "/spec", value });
});
