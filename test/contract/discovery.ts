/** What the server serves. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Subject } from "./subject.ts";

interface Group {
  readonly name: string;
  readonly versions: readonly { readonly groupVersion: string; readonly version: string }[];
}

interface Resource {
  readonly name: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly shortNames?: readonly string[];
}

export function discoveryTests(subject: Subject): void {
  test("discovery: everybody who is logged in sees versions and groups", async () => {
    const core = await subject.ask("GET", "/api", { user: "nobody" });
    assert.deepEqual((core.json() as { readonly versions: unknown }).versions, ["v1"]);
    const all = await subject.ask("GET", "/apis", { user: "nobody" });
    const { groups } = all.json() as { readonly groups: readonly Group[] };
    const storage = groups.find(({ name }) => name === "storage.k8s.io");
    assert.deepEqual(storage?.versions[0], { groupVersion: "storage.k8s.io/v1", version: "v1" });
    assert.ok(!groups.some(({ name }) => name === "nope.example.com"));
  });

  test("discovery: the resources of a version", async () => {
    const answer = await subject.get("/api/v1");
    const { resources } = answer.json() as { readonly resources: readonly Resource[] };
    const found = resources.find(({ name }) => name === "persistentvolumeclaims");
    assert.deepEqual(
      [found?.kind, found?.namespaced, found?.shortNames],
      ["PersistentVolumeClaim", true, ["pvc"]],
    );
    assert.ok(resources.some(({ name }) => name === "persistentvolumeclaims/status"));
  });

  test("discovery: one group", async () => {
    const { code, text } = await subject.get("/apis/storage.k8s.io");
    assert.equal(code, 200);
    assert.equal((JSON.parse(text) as Group).name, "storage.k8s.io");
  });

  test("discovery: the server's version", async () => {
    const answer = await subject.ask("GET", "/version", { user: "nobody" });
    assert.match((answer.json() as { readonly gitVersion: string }).gitVersion, /^v1\.\d+\.\d+/);
  });

  for (const path of ["/apis/nope.example.com/v1", "/apis/nope.example.com/v1/things", "/nope"]) {
    test(`a group or path that is not served is not found, in plain text: ${path}`, async () => {
      const { code, headers, text } = await subject.get(path);
      assert.deepEqual([code, text], [404, "404 page not found\n"]);
      assert.match(headers["content-type"] ?? "", /^text\/plain/);
    });
  }

  test("a resource that is not served, of a version that is, is not found", async () => {
    const { code, status } = await subject.get("/api/v1/nopes");
    assert.deepEqual([code, status.message], [404, "the server could not find the requested resource"]);
  });

  test("a method that is not served is not allowed", async () => {
    assert.equal((await subject.ask("PUT", "/api/v1/persistentvolumes", { body: {} })).code, 405);
  });

  test("every answer has a date and an audit id", async () => {
    const { headers } = await subject.get("/api/v1/persistentvolumes");
    assert.ok(!Number.isNaN(Date.parse(headers.date ?? "")));
    assert.match(String(headers["audit-id"]), /^[0-9a-f-]{36}$/);
    assert.equal(headers["cache-control"], "no-cache, private");
    assert.notEqual(headers["x-kubernetes-pf-flowschema-uid"], undefined);
  });
}
