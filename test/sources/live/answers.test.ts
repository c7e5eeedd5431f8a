import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import type { LiveSurroundings } from "../../../src/connection/http/surroundings.ts";
import { test } from "../../support/fault-server/both-readers.ts";
import { clusterFor, dial, failureOf, serve } from "../../support/fault-server/client.ts";
import {
  cut,
  hang,
  json,
  late,
  packed,
  slow,
  stall,
  status,
  text,
} from "../../support/fault-server/reactions.ts";
import type { Script } from "../../support/fault-server/server.ts";

const fine = JSON.stringify({ kind: "Fine", text: "x".repeat(400) });
const ok = text(fine, 200, { "Content-Type": "application/json" });

async function ask(t: TestContext, script: Script, more: Partial<LiveSurroundings> = {}) {
  const server = await serve(t, { tls: "off" });
  server.on("/a", script);
  const { client, outside } = await dial(t, { server: server.url }, { surroundings: more });
  return { client, outside, server, asked: () => server.requests.length };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

test("F47 429 with seconds is waited for, and the wait is told", async (t) => {
  const busy = status(429, "TooManyRequests", "slow down", {}, { "Retry-After": "3" });
  const { client, outside } = await ask(t, [busy, ok]);
  assert.equal((await client.get("/a")).status, 200);
  assert.deepEqual(outside.waits, [3000]);
  assert.deepEqual(outside.noticed, ["Throttled by the API server. Trying again in 3 seconds."]);
});

test("F47 429 for ever ends within 20 seconds of waiting", async (t) => {
  const { client, outside, asked } = await ask(
    t,
    status(429, "TooManyRequests", "", {}, { "Retry-After": "8" }),
  );
  assert.equal((await client.get("/a")).status, 429);
  assert.equal(asked(), 3);
  assert.ok(sum(outside.waits) <= 20_000);
});

test("F48 429 with a date is measured by the server's own clock", async (t) => {
  const headers = { "Retry-After": "Fri, 20 Nov 2026 09:00:05 GMT", Date: "Fri, 20 Nov 2026 09:00:00 GMT" };
  const { client, outside } = await ask(t, [status(429, "TooManyRequests", "", {}, headers), ok]);
  await client.get("/a");
  assert.deepEqual(outside.waits, [5000]);
});

test("F49 429 without a header is backed off from", async (t) => {
  const { client, outside } = await ask(t, status(429, "TooManyRequests", ""));
  await client.get("/a");
  assert.deepEqual(outside.waits, [1000, 2000, 4000]);
});

test("F50 a wait of a day is refused", async (t) => {
  const { client, outside, asked } = await ask(
    t,
    status(429, "TooManyRequests", "", {}, { "Retry-After": "86400" }),
  );
  const failure = await failureOf(client.get("/a"));
  assert.equal(failure.line, "error: the server asks to wait 86400 seconds before it is asked again");
  assert.equal(failure.kind, "throttled");
  assert.deepEqual([asked(), outside.waits], [1, []]);
});

for (const code of [500, 502, 503, 504]) {
  test(`F51 ${code} is tried three times`, async (t) => {
    const page = text("<html>bad \u001b[2J gateway</html>", code, { "Content-Type": "text/html" });
    const broken = await ask(t, page);
    const answer = await broken.client.get("/a");
    assert.deepEqual([answer.status, answer.body, broken.asked()], [code, undefined, 3]);
    const mended = await ask(t, [page, page, ok]);
    assert.equal((await mended.client.get("/a")).status, 200);
  });
}

for (const framing of ["length", "chunked"] as const) {
  for (const bytes of [0, 1, 17, 200, fine.length - 1]) {
    test(`F54 a body that breaks off after ${bytes} bytes (${framing}) is read again, and the half is never used`, async (t) => {
      const { client, asked } = await ask(t, [cut(fine, bytes, framing), ok]);
      assert.deepEqual((await client.get("/a")).body, JSON.parse(fine));
      assert.equal(asked(), 2);
    });
  }
}

test("F54 a body that always breaks off is a failure", async (t) => {
  const { client, asked } = await ask(t, cut(fine, 17));
  assert.equal((await failureOf(client.get("/a"))).kind, "broken");
  assert.equal(asked(), 4);
});

for (const [what, body, type, expected] of [
  [
    "truncated JSON",
    '{"kind":"PodList","items":[{',
    "application/json",
    /JSON that breaks off or is malformed$/,
  ],
  ["nothing", "", "application/json", /not Kubernetes JSON \(application\/json\)$/],
  ["a login page", "<html>sign in", "text/html", /not Kubernetes JSON \(text\/html\)$/],
  ["JSON in the name of HTML", fine, "text/html", /not Kubernetes JSON \(text\/html\)$/],
  ["a list", "[]", "application/json", /not Kubernetes JSON/],
] as const) {
  test(`F55 200 with ${what}`, async (t) => {
    const { client, asked } = await ask(t, text(body, 200, { "Content-Type": type }));
    const failure = await failureOf(client.get("/a"));
    assert.match(failure.line, expected);
    assert.equal(failure.kind, "protocol");
    assert.equal(asked(), 1);
  });
}

for (const [what, script, limits, said] of [
  ["no answer at all", hang, { headers: 60 }, "no answer from HOST within 0.06s"],
  ["a body that stops", stall('{"kind":'), { idle: 60 }, "the answer of HOST stopped for 0.06s"],
  ["a byte now and then", slow(fine, 20), { request: 300 }, "no answer from HOST within 0.3s"],
] as const) {
  test(`F56 ${what} ends at the time limit`, async (t) => {
    const { client, server, asked } = await ask(t, script, { limits });
    const failure = await failureOf(client.get("/a"));
    assert.equal(failure.kind, "timeout");
    const host = `127.0.0.1:${server.port}`;
    assert.equal(failure.line, `Unable to connect to the server: ${said.replace("HOST", host)}`);
    assert.equal(asked(), 1);
  });
}

test("F56 --request-timeout is the limit of one request", async (t) => {
  const server = await serve(t, { tls: "off" });
  server.on("/a", late(150, ok));
  const impatient = await dial(t, { server: server.url }, { flags: { requestTimeout: "50ms" } });
  assert.equal((await failureOf(impatient.client.get("/a"))).kind, "timeout");
  const patient = await dial(
    t,
    { server: server.url },
    { flags: { requestTimeout: "5s" }, surroundings: { limits: { headers: 100, request: 100 } } },
  );
  assert.equal((await patient.client.get("/a")).status, 200);
});

test("F57 a redirect is not followed, and the token stays here", async (t) => {
  const elsewhere = await serve(t);
  const server = await serve(t);
  server.on("/a", text("", 302, { Location: `${elsewhere.url}/login?next=x` }));
  const { client } = await dial(t, clusterFor(server), { user: { token: "t" } });
  const failure = await failureOf(client.get("/a"));
  assert.equal(
    failure.line,
    `Unable to connect to the server: unexpected redirect to host 127.0.0.1:${elsewhere.port}`,
  );
  assert.equal(failure.kind, "redirect");
  assert.equal(elsewhere.requests.length, 0);
});

test("F58 a small body that unpacks to a large one is not unpacked", async (t) => {
  const bomb = packed(`{"kind":"${" ".repeat(4 << 20)}"}`);
  const { client } = await ask(t, bomb, { limits: { answer: 1 << 20 } });
  assert.equal((await failureOf(client.get("/a"))).kind, "too-large");
});

test("F58 a large body is not read to its end", async (t) => {
  const { client } = await ask(t, ok, { limits: { answer: 100 } });
  assert.deepEqual(await failureOf(client.get("/a")), {
    kind: "too-large",
    line: "the server's answer is larger than 100 bytes",
    hint: "",
  });
});

test("F59 legal sizes are fine: an object of 1.5 MB", async (t) => {
  const { client } = await ask(t, json({ kind: "List", items: [{ text: "x".repeat(1_500_000) }] }));
  assert.equal((await client.get("/a")).status, 200);
});

test("F62 JSON that is nested 20,000 deep is refused before it is walked", async (t) => {
  const deep = `{"kind":"Deep","x":${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
  const { client } = await ask(t, text(deep, 200, { "Content-Type": "application/json" }));
  assert.equal(
    (await failureOf(client.get("/a"))).line,
    "the server's answer cannot be trusted: it is nested deeper than 200",
  );
});

test("F63 a byte order mark is passed over", async (t) => {
  const { client } = await ask(t, text(`\uFEFF${fine}`, 200, { "Content-Type": "application/json" }));
  assert.deepEqual((await client.get("/a")).body, JSON.parse(fine));
});

test("F63 bytes that are not UTF-8 are refused", async (t) => {
  const bytes = Buffer.concat([Buffer.from('{"kind":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]);
  const { client } = await ask(t, text(bytes, 200, { "Content-Type": "application/json" }));
  assert.equal((await failureOf(client.get("/a"))).line, "the server's answer is not UTF-8");
});

for (const [what, body, verdict] of [
  ["in the answer", '{"items":[],"items":[{}]}', "refused"],
  ["in metadata", '{"metadata":{"uid":"1","uid":"2"}}', "refused"],
  ["in an item", '{"items":[{"a":1},{"spec":{},"spec":{}}]}', "refused"],
  ["in an item's metadata", '{"items":[{},{"metadata":{"finalizers":["a"],"finalizers" : []}}]}', "refused"],
  ["in an annotation's text", '{"metadata":{"annotations":{"a":"{\\"b\\":1,\\"b\\":2}"}}}', "read"],
  ["in two items, one each", '{"items":[{"metadata":{"uid":"1"}},{"metadata":{"uid":"2"}}]}', "read"],
] as const) {
  test(`F63 a key that comes twice ${what} is ${verdict}`, async (t) => {
    const { client } = await ask(t, text(body, 200, { "Content-Type": "application/json" }));
    if (verdict === "read") assert.equal((await client.get("/a")).status, 200);
    else
      assert.match(
        (await failureOf(client.get("/a"))).line,
        /^the server's answer cannot be trusted: the key \w+ comes twice$/,
      );
  });
}

test("answers are asked for and unpacked as gzip, unless compression is off", async (t) => {
  const server = await serve(t, { tls: "off" });
  server.on("/a", (request, response, wire) =>
    (request.headers["accept-encoding"] === "gzip" ? packed(fine) : ok)(request, response, wire),
  );
  for (const [cluster, flags, expected] of [
    [{}, {}, "gzip"],
    [{ "disable-compression": true }, {}, undefined],
    [{}, { disableCompression: true }, undefined],
  ] as const) {
    const { client } = await dial(t, { server: server.url, ...cluster }, { flags });
    assert.deepEqual((await client.get("/a")).body, JSON.parse(fine));
    assert.equal(server.requests.at(-1)?.headers["accept-encoding"], expected);
  }
});

test("requests say who asks, for whom, and by what program", async (t) => {
  const server = await serve(t);
  server.on("/prefix/a", ok);
  const user = { token: "t", as: "bøb", "as-groups": ["g", "h"] };
  const { client } = await dial(t, { ...clusterFor(server), server: `${server.url}/prefix/` }, { user });
  await client.get("/a", { limit: 5, continue: "a b&c" });
  const [request] = server.requests;
  assert.equal(request?.method, "GET");
  assert.equal(request?.url, "/prefix/a?limit=5&continue=a+b%26c");
  assert.equal(request?.headers.authorization, "Bearer t");
  assert.equal(request?.headers["user-agent"], "kubectl-pvguard/0.0.0-test");
  assert.equal(Buffer.from(String(request?.headers["impersonate-user"]), "latin1").toString("utf8"), "bøb");
  const groups = request?.rawHeaders.flatMap((name, at, all) =>
    name === "Impersonate-Group" ? [all[at + 1]] : [],
  );
  assert.deepEqual(groups, ["g", "h"]);
});

test("a token that no header may hold is told without being shown", async (t) => {
  const server = await serve(t);
  const { client } = await dial(t, clusterFor(server), { user: { token: "se\ncret" } });
  const failure = await failureOf(client.get("/a"));
  assert.equal(failure.kind, "config");
  assert.doesNotMatch(failure.line, /cret/);
});

test("the request log grows with -v and never shows a credential", async (t) => {
  const server = await serve(t);
  server.on("/a", ok);
  const counts: number[] = [];
  for (const verbosity of [5, 6, 7, 8, 9]) {
    const { client, outside } = await dial(t, clusterFor(server), {
      user: { token: "s3cret" },
      surroundings: { verbosity },
    });
    await client.get("/a");
    counts.push(outside.logged.length);
    const log = outside.logged.join("\n");
    assert.doesNotMatch(log, /s3cret/);
    if (verbosity >= 6) assert.match(log, /GET https:\/\/127\.0\.0\.1:\d+\/a 200 in 0 milliseconds/);
    if (verbosity >= 7) assert.match(log, /Authorization: Bearer <masked>/);
    if (verbosity >= 9) assert.match(log, /Response Body: \{"kind":"Fine"/);
  }
  assert.equal(counts[0], 0);
  assert.deepEqual(
    counts,
    [...counts].sort((a, b) => a - b),
  );
});

test("warnings are collected once each, without those that hold control characters", async (t) => {
  const Warning = '299 - "a \\"b\\"", 299 - "c, d" "date", 199 - "other", 299 - "e\tf"';
  const { client } = await ask(t, text(fine, 200, { "Content-Type": "application/json", Warning }));
  await client.get("/a");
  await client.get("/a");
  assert.deepEqual([...client.warnings], ['a "b"', "c, d"]);
});

test("F68 the server's clock is compared with ours", async (t) => {
  const { client } = await ask(
    t,
    text(fine, 200, { "Content-Type": "application/json", Date: "Fri, 20 Nov 2026 12:05:00 GMT" }),
  );
  assert.equal(client.clockAhead(), undefined);
  await client.get("/a");
  assert.equal(client.clockAhead(), 300_000);
});
