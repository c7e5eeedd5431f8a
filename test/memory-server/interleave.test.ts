/** Two writers, in an order that the test decides. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { test } from "node:test";
import type { Given } from "../contract/requests.ts";
import { ask } from "../contract/requests.ts";
import type { MemoryServer } from "../support/memory-server/index.ts";
import { memoryServer } from "../support/memory-server/index.ts";

const path = "/api/v1/persistentvolumes/disk";
const metadata = { name: "disk", uid: "u1", finalizers: ["example.com/a", "example.com/b"] };
const volume = { apiVersion: "v1", kind: "PersistentVolume", metadata };
const type = "application/merge-patch+json";

async function serverWithVolume(context: TestContext): Promise<MemoryServer> {
  const server = await memoryServer();
  context.after(() => server.close());
  server.load([volume]);
  return server;
}

/** A rival labels the volume while the first write that comes is under way. */
function overtakeOnce(server: MemoryServer): void {
  server.interleave(async (pause) => {
    if (pause !== "before-write") return;
    server.interleave(() => {});
    await ask(server, "PATCH", path, { type, body: { metadata: { labels: { rival: "yes" } } } });
  });
}

function metadataIn({ text }: Given): typeof metadata & { readonly labels?: object } {
  return JSON.parse(text).metadata;
}

test("a PATCH without a version that is overtaken is made again, on the newer object", async (context) => {
  const server = await serverWithVolume(context);
  overtakeOnce(server);
  const answer = await ask(server, "PATCH", path, {
    type,
    body: { metadata: { finalizers: ["example.com/a"] } },
  });
  const { finalizers, labels } = metadataIn(answer);
  assert.deepEqual([answer.code, finalizers, labels], [200, ["example.com/a"], { rival: "yes" }]);
});

test("a PUT with a version that is overtaken is a conflict", async (context) => {
  const server = await serverWithVolume(context);
  const body = JSON.parse((await ask(server, "GET", path)).text);
  overtakeOnce(server);
  const answer = await ask(server, "PUT", path, { body: { ...body, spec: { mountOptions: ["ro"] } } });
  assert.equal(answer.code, 409);
  assert.deepEqual(metadataIn(await ask(server, "GET", path)).labels, { rival: "yes" });
});

test("rights can be for one namespace or one object", async (context) => {
  const claims = { verbs: ["get", "list"], groups: [""], resources: ["persistentvolumeclaims"] };
  const rights = [
    { ...claims, namespaces: ["shop"] },
    { verbs: ["get"], groups: [""], resources: ["persistentvolumes"], names: ["disk"] },
  ];
  const server = await memoryServer({ users: [{ name: "admin", token: "t", rights }] });
  context.after(() => server.close());
  const codes: number[] = [];
  for (const each of [
    "/api/v1/namespaces/shop/persistentvolumeclaims",
    "/api/v1/namespaces/other/persistentvolumeclaims",
    "/api/v1/persistentvolumeclaims",
    path,
    "/api/v1/persistentvolumes/other",
  ])
    codes.push((await ask(server, "GET", each)).code);
  assert.deepEqual(codes, [200, 403, 403, 404, 403]);
});
