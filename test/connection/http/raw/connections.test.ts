import assert from "node:assert/strict";
import { test } from "node:test";
import { clusterFor, dial, failureOf, serve } from "../../../support/fault-server/client.ts";
import { json, late } from "../../../support/fault-server/reactions.ts";
import { wireServer } from "../../../support/fault-server/wire-server.ts";

const ok = json({ kind: "Fine" });
const answer = (body: string) => `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

test("one connection serves request after request, and four serve many at a time", async (t) => {
  const server = await serve(t);
  server.on("/a", ok);
  server.on("/b", late(30, ok));
  const { client } = await dial(t, clusterFor(server));
  for (let turn = 0; turn < 5; turn += 1) await client.get("/a");
  assert.equal(server.connections(), 1);
  await Promise.all(Array.from({ length: 12 }, () => client.get("/b")));
  assert.deepEqual([server.connections(), server.busiest()], [4, 4]);
  assert.deepEqual(client.line.reader, { is: "raw", odd: 0 });
});

test("a connection that the server closed meanwhile does no harm", async (t) => {
  const server = await wireServer(t, (socket) => {
    socket.write(answer('{"n":1}'));
  });
  const { client, outside } = await dial(t, { server: server.url });
  await client.get("/a");
  server.closeAll();
  await new Promise((settle) => setTimeout(settle, 20));
  assert.deepEqual((await client.get("/a")).body, { n: 1 });
  assert.equal(server.connections(), 2);
  // What it has not noticed before it asks, it asks again at once.
  assert.deepEqual(
    outside.waits.filter((wait) => wait > 0),
    [],
  );
});

test("what a server says without being asked is not the answer to the next question", async (t) => {
  const server = await wireServer(t, (socket, turn) => {
    socket.write(turn === 1 ? `${answer('{"n":1}')}${answer('{"n":"forged"}')}` : answer('{"n":2}'));
  });
  const { client } = await dial(t, { server: server.url });
  assert.deepEqual((await client.get("/a")).body, { n: 1 });
  // A new connection: the first one is not used again.
  assert.deepEqual((await client.get("/a")).body, { n: 1 });
  assert.equal(server.connections(), 2);
});

test("bytes that come while nobody asks end the connection", { timeout: 20_000 }, async (t) => {
  let end = () => {};
  const ended = new Promise<void>((settle) => {
    end = settle;
  });
  const server = await wireServer(t, (socket, turn) => {
    socket.once("close", () => end());
    socket.write(answer(`{"n":${turn}}`));
    setTimeout(() => socket.write(answer('{"n":"forged"}')), 10);
  });
  const { client } = await dial(t, { server: server.url });
  await client.get("/a");
  // The bytes can take long: the kernel brings them when it has time.
  await ended;
  assert.deepEqual((await client.get("/a")).body, { n: 1 });
  assert.equal(server.connections(), 2);
});

test("a connection that the server closed meanwhile is not used, and one that breaks is tried again", async (t) => {
  const server = await wireServer(t, (socket, turn) => {
    if (turn === 1) socket.write(answer('{"n":1}'));
    else socket.destroy();
  });
  const { client, outside } = await dial(t, { server: server.url });
  await client.get("/a");
  assert.deepEqual((await client.get("/a")).body, { n: 1 });
  assert.deepEqual([server.connections(), outside.waits], [2, [0]]);
});

test("after one odd answer everything is left to the reader of Node.js", async (t) => {
  const server = await wireServer(t, (socket) => {
    socket.end('HTTP/1.1 200 OK\r\n\r\n{"n":1}');
  });
  const { client } = await dial(t, { server: server.url });
  for (const requests of [2, 3]) {
    assert.deepEqual((await client.get("/a")).body, { n: 1 });
    assert.equal(server.requests(), requests);
  }
  assert.deepEqual(client.line.reader, { is: "node", odd: 1 });
});

test("an interruption ends a request in any phase", async (t) => {
  for (const text of ["", "HTTP/1.1 200", 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"n"']) {
    const server = await wireServer(t, (socket) => {
      socket.write(text);
    });
    const interruption = new AbortController();
    const { client } = await dial(
      t,
      { server: server.url },
      { surroundings: { signal: interruption.signal } },
    );
    setTimeout(() => interruption.abort(), 30);
    assert.equal((await failureOf(client.get("/a"))).kind, "interrupted");
    assert.equal((await failureOf(client.get("/a"))).kind, "interrupted");
  }
});

test("a fault of our own while an answer is read leaves neither a time limit nor a connection", async (t) => {
  const server = await serve(t);
  server.on("/a", ok);
  // Timers are not counted for the whole process: others, of Node.js itself, come and go.
  const running = new Set<NodeJS.Timeout>();
  const { setInterval: begin, clearInterval: end } = globalThis;
  t.mock.method(globalThis, "setInterval", (...of: Parameters<typeof begin>) => {
    const timer = begin(...of);
    running.add(timer);
    return timer;
  });
  t.mock.method(globalThis, "clearInterval", (timer: NodeJS.Timeout) => {
    running.delete(timer);
    end(timer);
  });
  for (let failing = 1; failing <= 4; failing++) {
    let calls = 0;
    const now = () => {
      if (++calls === failing) throw new Error("no clock");
      return 0;
    };
    const { client } = await dial(t, clusterFor(server), { surroundings: { now } });
    await client.get("/a").catch(() => undefined);
    assert.ok(calls >= failing);
    client.close();
    assert.deepEqual(
      [...running].filter((timer) => timer.hasRef()),
      [],
      `call ${failing}`,
    );
  }
});
