/** Long pages in protobuf are packed while they come; what goes wrong with one then leaves nothing of it. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { gzipSync } from "node:zlib";
import type { Demand } from "../../../src/cluster/index.ts";
import { AccessError } from "../../../src/connection/kubeconfig/index.ts";
import { test } from "../../support/fault-server/both-readers.ts";
import { openScripted } from "../../support/fault-server/cluster.ts";
import { item, list } from "../../support/fault-server/objects.ts";
import { protobuf } from "../../support/fault-server/reactions.ts";
import type { Reaction, Script } from "../../support/fault-server/server.ts";
import { plain } from "../../support/fault-server/surroundings.ts";
import { encodeList } from "../../support/protobuf/encode.ts";

const resource = "v1/persistentvolumeclaims";
const claims: Demand = { resource, scope: { of: "cluster" } };
const path = "/api/v1/persistentvolumeclaims";
const type = { "Content-Type": "application/vnd.kubernetes.protobuf" };

/** Some hundred KB, of which much is packed before the last comes. */
const many = Array.from({ length: 400 }, (_, number) => `claim-${number}`);
const claim = (name: string) => ({
  metadata: { name, namespace: "shop", uid: `uid-${name}`, annotations: { note: name.repeat(150) } },
});
const page = (names: readonly string[], token?: string) =>
  encodeList(resource, names.map(claim), token === undefined ? {} : { continue: token });
const inJson = (names: readonly string[], token?: string) =>
  list(
    "PersistentVolumeClaim",
    names.map((name) => item(name, "shop")),
    token === undefined ? {} : { continue: token },
  );

async function names(t: TestContext, pages: Pages) {
  const opened = await openScripted(t, { [path]: byToken(pages) });
  const { readings, skipped } = await opened.cluster.collect([claims]);
  const [reading] = readings;
  assert.ok(reading?.read, JSON.stringify(reading));
  return { ...opened, skipped, names: Array.from(reading.items, ({ metadata }) => metadata.name) };
}

/** What is answered to the first request for a page, and to those after it. */
type Pages = Readonly<Record<string, Reaction | readonly Reaction[]>>;

/** Pages by where the list goes on there; a page is asked for while another one is still coming. */
function byToken(pages: Pages): Script {
  const asked = new Map<string, number>();
  return (request, response, wire) => {
    const token = new URL(request.url ?? "", "http://x").searchParams.get("continue") ?? "begin";
    const count = asked.get(token) ?? 0;
    asked.set(token, count + 1);
    const reactions = [pages[token] ?? []].flat();
    (reactions[count] ?? reactions.at(-1))?.(request, response, wire);
  };
}

/** Most of it comes, and then the connection is gone. */
function cutOff(body: Buffer): Reaction {
  return (_, response, wire) => {
    response.writeHead(200, { ...type, "Content-Length": body.length });
    response.write(body.subarray(0, -200), () => setTimeout(() => wire.destroy(), 20));
  };
}

test("a page that breaks off near its end is asked for again, and none of its objects is there twice", async (t) => {
  const last = protobuf(page(["last"]));
  const once = await names(t, { begin: [cutOff(page(many, "t1")), protobuf(page(many, "t1"))], t1: last });
  assert.deepEqual(once.names, [...many, "last"]);
  const first = protobuf(page(["first"], "t1"));
  const later = await names(t, { begin: first, t1: [cutOff(page(many)), protobuf(page(many))] });
  assert.deepEqual(later.names, ["first", ...many]);
});

test("a page of which the last object cannot be read is asked for in JSON, and its list with it", async (t) => {
  const broken = page(many, "t1");
  broken[broken.length - 6] = 0xff;
  const { cluster, server, ...read } = await names(t, {
    begin: [protobuf(page(["first"], "t0")), inJson(["first", ...many])],
    t0: protobuf(broken),
    t1: protobuf(page(["never"])),
  });
  assert.deepEqual(read.names, ["first", ...many]);
  assert.equal(cluster.distrusted.get(resource), 1);
  // The page behind it was asked for meanwhile, on another connection: that can be heard of last.
  const begins = server.requests.filter(({ url }) => url?.includes("continue=") === false);
  assert.equal(begins.at(-1)?.headers.accept, "application/json");
});

test("a page in JSON between pages in protobuf is understood", async (t) => {
  const { names: read } = await names(t, {
    begin: protobuf(page(many, "t1")),
    t1: inJson(["between"], "t2"),
    t2: protobuf(page(["last"])),
  });
  assert.deepEqual(read, [...many, "between", "last"]);
});

test("a page that had begun when the one before it came in JSON after all makes its list one in JSON", async (t) => {
  const first = inJson(many, "t1");
  const { cluster, names: read } = await names(t, {
    begin: [cutOff(page(many, "t1")), first],
    t1: [protobuf(page(["last"])), inJson(["last"])],
  });
  assert.deepEqual(read, [...many, "last"]);
  assert.equal(cluster.distrusted.get(resource), 1);
});

test("an object without a name is passed over and counted, wherever its page is cut", async (t) => {
  const nameless = { metadata: { namespace: "shop", uid: "1" } };
  const body = encodeList(resource, [...many.map(claim), nameless], { continue: "t1" });
  const { skipped, names: read } = await names(t, {
    begin: protobuf(body),
    t1: protobuf(page(["last"])),
  });
  assert.deepEqual(read, [...many, "last"]);
  assert.deepEqual(skipped, ["PersistentVolumeClaim shop was skipped: metadata.name is missing"]);
});

function packed(body: Buffer): Reaction {
  return (_, response) => {
    response.writeHead(200, { ...type, "Content-Encoding": "gzip" }).end(body);
  };
}

test("pages that come as gzip are read as well", async (t) => {
  const first = packed(gzipSync(page(many, "t1")));
  const { names: read } = await names(t, { begin: first, t1: packed(gzipSync(page(["last"]))) });
  assert.deepEqual(read, [...many, "last"]);
});

test("of gzip that breaks off, or has a wrong sum, nothing is taken", async (t) => {
  const whole = gzipSync(page(many, "t1"));
  const wrong = Buffer.from(whole);
  wrong[wrong.length - 8] = (wrong[wrong.length - 8] ?? 0) ^ 1;
  for (const body of [whole.subarray(0, -100), wrong]) {
    const script = byToken({ begin: packed(body), t1: protobuf(page(["last"])) });
    const { cluster } = await openScripted(t, { [path]: script });
    await assert.rejects(cluster.collect([claims]), AccessError);
  }
});

test("gzip of more than an answer may be is refused", async (t) => {
  const script = byToken({ begin: packed(gzipSync(page(many, "t1"))), t1: protobuf(page(["last"])) });
  const limits = { answer: 300_000 };
  const { cluster } = await openScripted(t, { [path]: script }, { limits });
  await assert.rejects(cluster.collect([claims]), { kind: "too-large" });
});

test("-v=9 tells of a page how long it was", async (t) => {
  const body = page(many, "t1");
  const lines: string[] = [];
  const opened = await openScripted(
    t,
    { [path]: byToken({ begin: protobuf(body), t1: protobuf(page(["last"])) }) },
    { verbosity: 9, log: (line) => void lines.push(plain(line)) },
  );
  await opened.cluster.collect([claims]);
  const shown = lines.filter((line) => line.startsWith("Response Body"));
  const expected = [body, page(["last"])].map(
    ({ length }) => `Response Body: ${length} bytes that are not text`,
  );
  assert.deepEqual(shown.sort(), expected.sort());
});
