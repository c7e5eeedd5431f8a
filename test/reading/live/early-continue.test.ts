import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import type { Demand } from "../../../src/cluster/index.ts";
import { test } from "../../support/fault-server/both-readers.ts";
import { openScripted } from "../../support/fault-server/cluster.ts";
import { protobuf, reset } from "../../support/fault-server/reactions.ts";
import type { Reaction } from "../../support/fault-server/server.ts";
import { encodeList } from "../../support/protobuf/encode.ts";

const resource = "v1/persistentvolumeclaims";
const claims: Demand = { resource, scope: { of: "cluster" } };
const path = "/api/v1/persistentvolumeclaims";
const type = { "Content-Type": "application/vnd.kubernetes.protobuf" };

const claim = (name: string) => ({ metadata: { name, namespace: "shop", uid: `uid-${name}` } });
const list = (names: readonly string[], token?: string) =>
  encodeList(resource, names.map(claim), token === undefined ? {} : { continue: token });

/** Sends some bytes, and the rest only when the client asks for the next page. */
function held(body: Buffer, bytes: number, headers: object = {}) {
  let go = () => {};
  const asked = new Promise<void>((resolve) => {
    go = resolve;
  });
  const first: Reaction = (_, response) => {
    response.writeHead(200, { ...type, ...headers });
    response.write(body.subarray(0, bytes));
    asked.then(() => response.end(body.subarray(bytes)));
  };
  const then =
    (reaction: Reaction): Reaction =>
    (...exchange) => {
      go();
      reaction(...exchange);
    };
  return { first, then };
}

async function names(collected: ReturnType<Awaited<ReturnType<typeof openScripted>>["cluster"]["collect"]>) {
  const [reading] = (await collected).readings;
  assert.ok(reading?.read, JSON.stringify(reading));
  return Array.from(reading.items, ({ metadata }) => metadata.name);
}

const many = Array.from({ length: 200 }, (_, number) => `claim-${number}`);

for (const [how, body, headers] of [
  ["as it is", list(many, "t1"), {}],
  ["as gzip", gzipSync(list(many, "t1")), { "Content-Encoding": "gzip" }],
] as const) {
  test(`the next page is asked for while a page is still coming, ${how}`, async (t) => {
    const { first, then } = held(body, 400, headers);
    const { cluster, asked } = await openScripted(t, { [path]: [first, then(protobuf(list(["last"])))] });
    assert.deepEqual(await names(cluster.collect([claims])), [...many, "last"]);
    assert.deepEqual(asked(), [`${path}?limit=500`, `${path}?limit=500&continue=t1`]);
  });
}

test("bytes that come one by one say at last where the list goes on", async (t) => {
  const body = list(["a"], "t1");
  const slowly: Reaction = async (_, response) => {
    response.writeHead(200, type);
    for (const byte of body) {
      response.write(Buffer.from([byte]));
      await new Promise(setImmediate);
    }
    response.end();
  };
  const { cluster, asked } = await openScripted(t, { [path]: [slowly, protobuf(list(["b"]))] });
  assert.deepEqual(await names(cluster.collect([claims])), ["a", "b"]);
  assert.equal(asked().length, 2);
});

test("a page that broke off and goes on elsewhere the second time is followed there", async (t) => {
  const broken: Reaction = (_, response, wire) => {
    response.writeHead(200, type);
    response.write(list(many, "old").subarray(0, 400), () => setTimeout(() => wire.destroy(), 50));
  };
  const { cluster, server } = await openScripted(t, {});
  server.on(path, (request, response, wire) => {
    const token = new URL(request.url ?? "", "http://x").searchParams.get("continue");
    const before = server.requests.filter(({ url }) => !url?.includes("continue")).length;
    const pages: Readonly<Record<string, Reaction>> = {
      old: protobuf(list(["wrong"])),
      new: protobuf(list(["b"])),
    };
    const first = before === 1 ? broken : protobuf(list(["a"], "new"));
    (token === null ? first : (pages[token] ?? reset))(request, response, wire);
  });
  assert.deepEqual(await names(cluster.collect([claims])), ["a", "b"]);
});

test("no more than one page is asked for ahead", async (t) => {
  const tokens = ["t1", "t2", "t3", "t4"];
  const { first, then } = held(list(many, "t0"), 400);
  let waiting = 0;
  const { cluster, server } = await openScripted(t, {});
  server.on(path, (request, response, wire) => {
    const at = new URL(request.url ?? "", "http://x").searchParams.get("continue");
    if (at === null) return first(request, response, wire);
    const next = tokens[Number(at.slice(1))];
    protobuf(list([at], next))(request, response, wire);
    if (at !== "t0") return;
    // While the first page is held back, its follower is here as a whole.
    setTimeout(() => {
      waiting = server.requests.length;
      then(() => {})(request, response, wire);
    }, 100);
  });
  assert.deepEqual(await names(cluster.collect([claims])), [...many, "t0", ...tokens]);
  assert.equal(waiting, 2);
});
