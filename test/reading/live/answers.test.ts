import assert from "node:assert/strict";
import { test } from "../../support/fault-server/both-readers.ts";
import { clusterFor, dial, failureOf, serve } from "../../support/fault-server/client.ts";
import { cut, hang, json, packed, slow, stall, text } from "../../support/fault-server/reactions.ts";
import { ask, fine, ok } from "./support/ask.ts";

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
  ["truncated JSON", '{"kind":"PodList","items":[{', "application/json", /incomplete or malformed JSON$/],
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
    "the server's answer is not valid: it is nested deeper than 200",
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
        /^the server's answer is not valid: the key \w+ occurs twice$/,
      );
  });
}
