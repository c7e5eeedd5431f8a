/** What counts as found, as absent, and as not read: nothing but the server's own word says that an object is gone. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { lookAt, readObject } from "../../../../src/changes/executor/read.ts";
import { plain } from "../../../support/fault-server/surroundings.ts";
import { claim, claimPath, volume, volumePath } from "../support/objects.ts";
import type { Said, Script } from "../support/scripted.ts";
import { notFound, scripted } from "../support/scripted.ts";

const ref = { apiVersion: "v1", kind: "PersistentVolume", name: "disk" };
const body = volume(["a/b"], { metadata: { resourceVersion: "7" } });
const json = { "Content-Type": "application/json" };
const name = "pv/disk";
const other = (metadata: object, more: object = {}): Said => ({
  body: { ...body, ...more, metadata: { ...(body.metadata as object), ...metadata } },
});

async function looked(context: Parameters<typeof scripted>[0], script: Script | "unreachable") {
  const world = await scripted(context, script);
  const seen = await lookAt(world.client, "v1/persistentvolumes", ref, undefined);
  return { world, seen, told: seen.state === "unread" ? plain(seen.phrase) : seen.state };
}

test("what is found is the text as it came, asked for by one GET without a query", async (context) => {
  const { world, seen } = await looked(context, () => ({ body }));
  assert.ok(seen.state === "found");
  assert.equal(seen.raw.text, JSON.stringify(body));
  assert.deepEqual(world.asked, [{ method: "GET", path: volumePath, query: "", type: "", body: "" }]);
});

for (const [what, said, told] of [
  ["the server's own 404 of this object", notFound("disk"), "absent"],
  ["a 404 of another object", notFound("other"), `${name} could not be read: Not found: {`],
  ["a 404 that names none", { code: 404, body: { kind: "Status", reason: "NotFound" } }, `${name} could not`],
  [
    "a 404 for another reason",
    notFound("disk", { reason: "Gone" }),
    `${name} could not be read: Not found: `,
  ],
  ["a page that is not there", { code: 404, body: "404 page not found" }, `${name} could not be read: `],
  [
    "a 410 that reads like one",
    { ...(notFound("disk") as object), code: 410 } as Said,
    `${name} could not be`,
  ],
  ["another kind", other({}, { kind: "PersistentVolumeClaim" }), `the server's answer is not ${name}`],
  ["another name", other({ name: "disk2" }), `the server's answer is not ${name}`],
  ["one in a namespace", other({ namespace: "shop" }), `the server's answer is not ${name}`],
  ["one without a uid", other({ uid: "" }), `the server's answer is not ${name}`],
  [
    "a page of a proxy",
    { headers: { "Content-Type": "text/html" }, body },
    "Unable to connect to the server: the answer is not Kubernetes JSON (text/html)",
  ],
  [
    "text of no kind",
    { headers: {}, body: "hello" },
    "Unable to connect to the server: the answer is not Kubernetes JSON (no content type)",
  ],
  [
    "half an object",
    { headers: json, body: '{"kind":' },
    "the server's answer is incomplete or malformed JSON",
  ],
  ["a server that fails", { code: 503, headers: json, body: "{}" }, `${name} could not be read: The server`],
  [
    "a connection that breaks",
    "lost",
    "Unable to connect to the server: the connection to memory.invalid:80 was lost",
  ],
] as const) {
  test(`a look: ${what}`, async (context) => {
    const { told: heard, world } = await looked(context, () => said);
    assert.ok(heard.startsWith(told), `${heard} is not ${told}`);
    assert.equal(world.methods(), "GET");
  });
}

test("a look at a server that cannot be reached is no absence", async (context) => {
  const { seen, world } = await looked(context, "unreachable");
  assert.equal(seen.state, "unread");
  assert.deepEqual(world.asked, []);
});

test("a read tries again what breaks in passing", async (context) => {
  const world = await scripted(context, (_, count) => (count === 0 ? "lost" : { body }));
  const read = await readObject(world.client, "v1/persistentvolumes", ref);
  assert.deepEqual([read.state, world.methods()], ["found", "GET GET"]);
});

test("a read that breaks every time is not read, and says why", async (context) => {
  const world = await scripted(context, () => "lost");
  const read = await readObject(world.client, "v1/persistentvolumes", ref);
  assert.ok(read.state === "unread");
  assert.match(
    plain(read.phrase),
    /^Unable to connect to the server: the connection to memory\.invalid:80 was lost/,
  );
});

test("a fault of the client is not an absence either", async (context) => {
  const { client } = await scripted(context, () => ({ body }));
  const broken = { ...client, raw: () => Promise.reject(new Error("a fault")) };
  const read = await readObject(broken, "v1/persistentvolumes", ref);
  assert.ok(read.state === "unread");
  assert.equal(plain(read.phrase), "it could not be read");
});

test("a claim is read where its namespace is", async (context) => {
  const mine = claim(["a/b"], { resourceVersion: "7" });
  const { client, asked } = await scripted(context, () => ({ body: mine }));
  const at = { apiVersion: "v1", kind: "PersistentVolumeClaim", name: "data", namespace: "shop" };
  assert.equal((await lookAt(client, "v1/persistentvolumeclaims", at, undefined)).state, "found");
  assert.equal(asked[0]?.path, claimPath);
  const elsewhere = { ...at, namespace: "other" };
  assert.equal((await lookAt(client, "v1/persistentvolumeclaims", elsewhere, undefined)).state, "unread");
});
