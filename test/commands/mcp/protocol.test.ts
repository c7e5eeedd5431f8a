/** What every client of the protocol may rely on, message by message. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { request, talk } from "./support/talk.ts";

const envelope = (version = "2026-07-28") => ({
  _meta: {
    "io.modelcontextprotocol/protocolVersion": version,
    "io.modelcontextprotocol/clientCapabilities": {},
  },
});

test("a client that begins with initialize gets its own revision, or the newest of that kind", async () => {
  for (const [asked, got] of [
    ["2025-11-25", "2025-11-25"],
    ["2025-06-18", "2025-06-18"],
    ["2024-11-05", "2024-11-05"],
    ["1999-01-01", "2025-11-25"],
    [7, "2025-11-25"],
  ] as const) {
    const params = { protocolVersion: asked, capabilities: {}, clientInfo: { name: "t", version: "1" } };
    const { replies, code } = await talk([
      request(0, "initialize", params),
      { jsonrpc: "2.0", method: "notifications/initialized" },
      request(1, "ping"),
    ]);
    assert.equal(replies[0]?.result?.protocolVersion, got);
    assert.deepEqual(replies[0]?.result?.serverInfo, {
      name: "pvguard",
      title: "kubectl pvguard",
      version: "v1.2.3",
    });
    assert.match(replies[0]?.result?.instructions, /No tool changes anything/);
    assert.deepEqual(replies[1], { jsonrpc: "2.0", id: 1, result: {} }, "older clients know no more fields");
    assert.equal(replies.length, 2, "a notification gets no answer");
    assert.equal(code, 0, "the end of the input is the way to end it");
  }
});

test("a client of 2026-07-28 needs no handshake, and each result has a type", async () => {
  const { to } = await talk([
    request("probe", "server/discover", envelope()),
    request("tools", "tools/list", envelope()),
    request("page", "resources/read", { ...envelope(), uri: "pvguard://explain/PVG101" }),
    request("call", "tools/call", { ...envelope(), name: "explain", arguments: { object: "PVG101" } }),
  ]);
  assert.deepEqual(to("probe").result?.supportedVersions, ["2026-07-28"]);
  for (const id of ["probe", "tools", "page", "call"]) {
    assert.equal(to(id).result?.resultType, "complete");
    const meta = to(id).result?._meta;
    assert.equal(meta["io.modelcontextprotocol/serverInfo"].name, "pvguard");
  }
  for (const id of ["probe", "tools", "page"]) {
    assert.equal(to(id).result?.cacheScope, "private");
    assert.ok(Number.isInteger(to(id).result?.ttlMs));
  }
});

test("a revision that is unknown is refused with those that are known", async () => {
  const { to } = await talk([request(1, "tools/list", envelope("2099-01-01"))]);
  assert.equal(to(1).error?.code, -32022);
  assert.ok(to(1).error?.data.supported.includes("2026-07-28"));
  assert.equal(to(1).error?.data.requested, "2099-01-01");
});

test("a revision that is no text, a cursor that is an object: the client is told, and is answered further", async () => {
  const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
  const { to, code } = await talk([
    `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":${deep}}}}`,
    request(2, "resources/list", { cursor: { toString: 1 } }),
    request(3, "ping"),
  ]);
  assert.equal(to(1).error?.code, -32022);
  assert.equal(to(2).error?.code, -32602);
  assert.deepEqual(to(3).result, {});
  assert.equal(code, 0);
});

test("a line that is not UTF-8 is an error, and never read as another name", async () => {
  const text = JSON.stringify(
    request(1, "tools/call", { name: "explain", arguments: { object: "PVG101?" } }),
  );
  const bytes = Buffer.from(text);
  bytes[bytes.indexOf("?")] = 0xff;
  const { replies, to, code } = await talk([bytes, request(2, "ping")]);
  assert.equal(replies.length, 2);
  assert.deepEqual(replies[0]?.error, { code: -32700, message: "Parse error" });
  assert.equal(replies[0]?.id, null);
  assert.deepEqual(to(2).result, {});
  assert.equal(code, 0);
});

test("what is no request gets an error, and the next request its answer", async () => {
  const { replies, to } = await talk([
    "{",
    "[]",
    '"ping"',
    JSON.stringify([request(1, "ping")]),
    { jsonrpc: "1.0", id: 2, method: "ping" },
    { jsonrpc: "2.0", id: 3, method: 4 },
    { jsonrpc: "2.0", id: null, method: "ping" },
    { jsonrpc: "2.0", id: { a: 1 }, method: "ping" },
    { jsonrpc: "2.0", id: 5, method: "ping", params: [1] },
    "",
    { jsonrpc: "2.0", id: 6, result: {} },
    { jsonrpc: "2.0", method: "notifications/unheard/of" },
    request(7, "sampling/createMessage"),
    request(8, "__proto__"),
    request(9, "ping"),
  ]);
  assert.deepEqual(
    replies.filter(({ id }) => id === null).map(({ error }) => error?.code),
    [-32700, -32600, -32600, -32600, -32600, -32600, -32600],
  );
  assert.equal(to(3).error?.code, -32600);
  assert.equal(to(5).error?.code, -32602);
  assert.equal(to(7).error?.code, -32601, "at once: a newer client asks so which revision this is");
  assert.equal(to(8).error?.code, -32601);
  assert.deepEqual(to(9).result, {});
});

test("a line that is too long is passed over, however it is cut into pieces", async () => {
  const { replies } = await talk(["x".repeat((1 << 20) + 1), request(1, "ping")]);
  assert.deepEqual(
    replies.map(({ id, error }) => [id, error?.code]),
    [
      [null, -32600],
      [1, undefined],
    ],
  );
});

test("a second request with the id of one that is under way is refused", async () => {
  const slow = {
    name: "why",
    arguments: { object: "pvc/a", from: ["test/scenarios/before-claim/cluster.yaml"] },
  };
  const { replies } = await talk([request(1, "tools/call", slow), request(1, "ping"), request(2, "ping")]);
  assert.equal(replies.filter(({ id }) => id === 1).length, 2);
  assert.equal(replies.find(({ id, error }) => id === 1 && error)?.error?.code, -32600);
});

test("resources are the pages of explain and the published schemas, in pages", async () => {
  const uris: string[] = [];
  let cursor: string | undefined;
  do {
    const { to } = await talk([request(1, "resources/list", cursor === undefined ? {} : { cursor })]);
    const result = to(1).result ?? assert.fail();
    for (const { uri } of result.resources) uris.push(uri);
    assert.ok(JSON.stringify(result).length < 30_000);
    cursor = result.nextCursor;
  } while (cursor !== undefined);
  assert.equal(new Set(uris).size, uris.length);
  for (const uri of ["pvguard://schema/report.v1alpha1.json", "pvguard://explain/PVG101"])
    assert.ok(uris.includes(uri), uri);
  const read = await talk(uris.map((uri, at) => request(at, "resources/read", { uri })));
  for (const { result } of read.replies) assert.ok(result?.contents[0].text.length > 100);
  assert.equal(read.replies.length, uris.length);
});

test("what is no resource, tool or cursor is an error of the request", async () => {
  const { replies } = await talk([
    request(1, "resources/read", { uri: "file:///etc/passwd" }),
    request(2, "resources/read", { uri: "pvguard://explain/..%2F..%2Fx" }),
    request(3, "resources/read", { uri: "pvguard://explain/%E0%A4%A" }),
    request(4, "resources/read", { uri: "pvguard://schema/__proto__" }),
    request(5, "resources/read", {}),
    request(6, "resources/list", { cursor: "-1" }),
    request(7, "tools/call", { name: "apply_fix", arguments: {} }),
    request(8, "tools/call", { name: "constructor" }),
  ]);
  assert.deepEqual(
    replies.map(({ error }) => error?.code),
    Array.from({ length: 8 }, () => -32602),
  );
});
