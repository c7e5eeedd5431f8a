import assert from "node:assert/strict";
import { test } from "node:test";
import type { Demand, Reading } from "../../../src/cluster/index.ts";
import type { LiveOptions, LiveSurroundings } from "../../../src/reading/live/index.ts";
import { openScripted } from "../../support/fault-server/cluster.ts";
import { groups, item, list, resources } from "../../support/fault-server/objects.ts";
import { protobuf, status } from "../../support/fault-server/reactions.ts";
import type { Script } from "../../support/fault-server/server.ts";
import { encodeList, envelope } from "../../support/protobuf/encode.ts";
import { delimited, varint } from "../../support/protobuf/writer.ts";

const resource = "v1/persistentvolumeclaims";
const claims: Demand = { resource, scope: { of: "cluster" } };
const path = "/api/v1/persistentvolumeclaims";
const both = "application/vnd.kubernetes.protobuf,application/json";

const claim = (name: string) => ({ metadata: { name, namespace: "shop", uid: `uid-${name}` } });
const page = (names: readonly string[], token?: string) =>
  protobuf(encodeList(resource, names.map(claim), token === undefined ? {} : { continue: token }));
const jsonPage = (names: readonly string[]) =>
  list(
    "PersistentVolumeClaim",
    names.map((name) => item(name, "shop")),
  );

async function collect(
  t: Parameters<typeof openScripted>[0],
  script: Script,
  options: LiveOptions = {},
  more: Partial<LiveSurroundings> = {},
) {
  const opened = await openScripted(t, { [path]: script }, more, options);
  const { readings, skipped } = await opened.cluster.collect([claims]);
  const accepted = () => opened.server.requests.map(({ headers }) => headers.accept);
  return { ...opened, reading: readings[0], skipped, accepted };
}

function names(reading: Reading | undefined): readonly string[] {
  assert.ok(reading?.read, JSON.stringify(reading));
  return Array.from(reading.items, ({ metadata }) => metadata.name);
}

test("lists are asked for in protobuf, and their pages are put together", async (t) => {
  const seen: unknown[] = [];
  const { reading, accepted, asked, cluster } = await collect(t, [page(["a", "b"], "t1"), page(["c"])], {
    progress: (...event) => seen.push(event),
  });
  assert.deepEqual(names(reading), ["a", "b", "c"]);
  assert.deepEqual(accepted(), [both, both]);
  assert.deepEqual(asked(), [`${path}?limit=500`, `${path}?limit=500&continue=t1`]);
  assert.equal(seen.length, 2);
  assert.equal(cluster.distrusted.size, 0);
});

test("an object says the same in both encodings", async (t) => {
  const fromJson = list("PersistentVolumeClaim", [{ ...claim("a") }]);
  const { reading } = await collect(t, page(["a"]));
  const other = await collect(t, fromJson, { encoding: "json" });
  assert.ok(reading?.read && other.reading?.read);
  assert.deepStrictEqual([...reading.items], [...other.reading.items]);
  assert.deepEqual(names(reading), ["a"]);
  assert.deepEqual(other.accepted(), ["application/json"]);
});

test("a server that answers in JSON is understood", async (t) => {
  const { reading, accepted } = await collect(t, jsonPage(["a"]));
  assert.deepEqual(names(reading), ["a"]);
  assert.deepEqual(accepted(), [both]);
});

test("a page in JSON after one in protobuf is understood", async (t) => {
  const { reading } = await collect(t, [page(["a"], "t1"), jsonPage(["b"])]);
  assert.deepEqual(names(reading), ["a", "b"]);
});

const broken: Readonly<Record<string, Script>> = {
  "a page that breaks off": protobuf(encodeList(resource, [claim("a")]).subarray(0, -20)),
  "an object that breaks off": protobuf(
    envelope("v1", "PersistentVolumeClaimList", Buffer.concat([delimited(1, ""), delimited(2, "\x0a\x05")])),
  ),
  "a field of the wrong type": protobuf(
    envelope("v1", "PersistentVolumeClaimList", delimited(2, delimited(1, varint(1, 1)))),
  ),
};

for (const [what, reaction] of Object.entries(broken)) {
  test(`${what} is asked for again in JSON, from the first page, and that is counted`, async (t) => {
    assert.ok(typeof reaction === "function");
    const script = [page(["a"], "t1"), reaction, jsonPage(["a", "b"])];
    const { reading, accepted, cluster, asked } = await collect(t, script);
    assert.deepEqual(names(reading), ["a", "b"]);
    assert.deepEqual(accepted(), [both, both, "application/json"]);
    assert.equal(asked().at(-1), `${path}?limit=500`);
    assert.deepEqual([...cluster.distrusted], [[resource, 1]]);
    await cluster.collect([claims]);
    assert.equal(accepted().at(-1), "application/json");
  });
}

test("an object that is too large is too large in any encoding", async (t) => {
  const large = { metadata: { ...claim("a").metadata, annotations: { note: "x".repeat(150_000) } } };
  const script = [protobuf(encodeList(resource, [large])), list("PersistentVolumeClaim", [large])];
  const { cluster, server } = await openScripted(t, { [path]: script }, { limits: { object: 1000 } });
  await assert.rejects(cluster.collect([claims]), /AccessError/);
  assert.deepEqual(
    server.requests.map(({ headers }) => headers.accept),
    [both, "application/json"],
  );
});

test("406: a server that does not take the offer is asked for JSON", async (t) => {
  const { reading, accepted } = await collect(t, [
    status(406, "NotAcceptable", "only JSON"),
    jsonPage(["a"]),
  ]);
  assert.deepEqual(names(reading), ["a"]);
  assert.deepEqual(accepted(), [both, "application/json"]);
});

const failure = (reason: string, message: string, more: Buffer = Buffer.alloc(0)) =>
  envelope(
    "v1",
    "Status",
    Buffer.concat([delimited(2, "Failure"), delimited(3, message), delimited(4, reason), more]),
  );

test("a refusal in protobuf says why", async (t) => {
  const { reading } = await collect(t, protobuf(failure("Forbidden", "bob may not list claims"), 403));
  assert.ok(reading?.read === false);
  assert.deepEqual([reading.reason, reading.detail], ["Forbidden", "bob may not list claims"]);
});

test("410 in protobuf says where the list goes on", async (t) => {
  const expired = protobuf(failure("Expired", "too old", delimited(1, delimited(3, "t2"))), 410);
  const { reading, skipped, asked } = await collect(t, [expired, page(["a"], "t1"), expired, page(["b"])]);
  assert.deepEqual(names(reading), ["a", "b"]);
  assert.deepEqual(skipped, [
    "the pages of the list of persistentvolumeclaims were read at different resource versions",
  ]);
  assert.match(asked().at(-1) ?? "", /continue=t2$/);
});

test("an object without a uid is passed over by name", async (t) => {
  const { reading, skipped } = await collect(
    t,
    protobuf(encodeList(resource, [{ metadata: { name: "a", namespace: "shop" } }, claim("b")])),
  );
  assert.deepEqual(names(reading), ["b"]);
  assert.deepEqual(skipped, ["PersistentVolumeClaim shop/a was skipped: metadata.uid is missing"]);
});

test("another list than the one asked for is not taken for it, in any encoding", async (t) => {
  const opened = await openScripted(t, { [path]: protobuf(encodeList("v1/pods", [claim("a")])) });
  await assert.rejects(opened.cluster.collect([claims]), /AccessError/);
  assert.deepEqual(
    opened.server.requests.map(({ headers }) => headers.accept),
    [both, "application/json"],
  );
});

test("-v=9 prints no bytes that are not text", async (t) => {
  const { outside } = await collect(t, page(["a"]), {}, { verbosity: 9 });
  const bodies = outside.logged.filter((line) => line.startsWith("Response Body"));
  assert.equal(bodies.length, 1);
  assert.match(bodies[0] ?? "", /^Response Body: \d+ bytes that are not text$/);
});

test("custom resources are asked for in JSON", async (t) => {
  const snapshots = "/apis/snapshot.storage.k8s.io/v1/volumesnapshots";
  const { cluster, server } = await openScripted(t, {
    "/apis": groups("snapshot.storage.k8s.io/v1"),
    "/apis/snapshot.storage.k8s.io/v1": resources("snapshot.storage.k8s.io/v1", "volumesnapshots"),
    [snapshots]: list("VolumeSnapshot", []),
  });
  const [reading] = (
    await cluster.collect([
      { resource: "snapshot.storage.k8s.io/v1/volumesnapshots", scope: { of: "cluster" } },
    ])
  ).readings;
  assert.equal(reading?.read && reading.items.length, 0);
  assert.equal(server.requests.length, 3);
  assert.ok(server.requests.every(({ headers }) => headers.accept === "application/json"));
});
