/** Whatever a server writes, our own reader makes of it what that of Node.js does. */
import assert from "node:assert/strict";
import type { Socket } from "node:net";
import type { TestContext } from "node:test";
import { test } from "node:test";
import fc from "fast-check";
import type { Client } from "../../../../src/connection/http/client.ts";
import { AccessError } from "../../../../src/connection/kubeconfig/index.ts";
import { dial } from "../../../support/fault-server/client.ts";
import { cutAt, inChunks } from "../../../support/fault-server/framings.ts";
import { plain } from "../../../support/fault-server/surroundings.ts";
import { wireServer } from "../../../support/fault-server/wire-server.ts";
import { runs } from "../../../support/runs.ts";

interface Script {
  readonly bytes: Buffer;
  readonly cuts: readonly number[];
}

async function outcome(client: Client): Promise<object> {
  try {
    const { status, headers, bytes } = await client.raw("/a");
    return { status, headers: { ...headers }, bytes: bytes.toString("latin1") };
  } catch (problem) {
    if (!(problem instanceof AccessError)) throw problem;
    // Node.js tells of a malformed chunk in either way, by whether it came together with the head.
    if (problem.kind === "broken" || problem.kind === "protocol") return { kind: "broken or no HTTP" };
    return { kind: problem.kind, line: plain(problem.phrase).replace(/127\.0\.0\.1:\d+/, "server") };
  }
}

async function both(context: TestContext) {
  let script: Script = { bytes: Buffer.alloc(0), cuts: [] };
  const server = await wireServer(context, async (socket: Socket) => {
    const { bytes, cuts } = script;
    for (const piece of cutAt(bytes, cuts)) {
      socket.write(piece);
      await new Promise((settle) => setImmediate(settle));
    }
    socket.end();
  });
  // The server always ends; a machine that stands still for some seconds is not to look like one that does not.
  const limits = { tries: 1, idle: 60_000, headers: 60_000, request: 60_000 };
  const ask = async (reader: "raw" | "node") => {
    const { client } = await dial(context, { server: server.url }, { surroundings: { reader, limits } });
    const told = await outcome(client);
    client.close();
    return { told, odd: client.line.reader.odd };
  };
  return async (next: Script) => {
    script = next;
    const raw = await ask("raw");
    const node = await ask("node");
    assert.deepEqual(raw.told, node.told, JSON.stringify(next.bytes.toString("latin1")));
    return raw;
  };
}

const body = fc.uint8Array({ maxLength: 600 }).map((array) => Buffer.from(array));
const cuts = fc.array(fc.nat(900), { maxLength: 6 });
const status = fc.constantFrom("200 OK", "200", "404 Not Found", "429 Too Many Requests", "503 x");
const header = fc.constantFrom(
  "Content-Type: application/json",
  "content-type:text/html",
  'Warning: 299 - "one"',
  'Warning: 299 - "two"',
  "Date: Fri, 20 Nov 2026 12:00:00 GMT",
  "Connection: keep-alive",
  "Connection: close",
  "Audit-Id:   spaces around   ",
  "X-Latin: \u00e9",
  "Set-Cookie: a=b",
);
const head = (first: string, lines: readonly string[]) =>
  Buffer.from(`${[first, ...lines].join("\r\n")}\r\n\r\n`, "latin1");

const usual = fc
  .record({
    status,
    headers: fc.array(header, { maxLength: 5 }),
    body,
    chunks: cuts,
    isChunked: fc.boolean(),
  })
  .map(({ status: line, headers, body: bytes, chunks, isChunked }) =>
    isChunked
      ? Buffer.concat([
          head(`HTTP/1.1 ${line}`, [...headers, "Transfer-Encoding: chunked"]),
          inChunks(bytes, chunks, ";x=y"),
        ])
      : Buffer.concat([head(`HTTP/1.1 ${line}`, [...headers, `Content-Length: ${bytes.length}`]), bytes]),
  );

test("answers that are as they should be are read the same, without asking twice", async (context) => {
  const ask = await both(context);
  await fc.assert(
    fc.asyncProperty(usual, cuts, async (bytes, at) => {
      const { odd } = await ask({ bytes, cuts: at });
      assert.equal(odd, 0);
    }),
    { numRuns: runs(12, 0.1) },
  );
});

test("answers that break off anywhere are read the same", async (context) => {
  const ask = await both(context);
  await fc.assert(
    fc.asyncProperty(usual, cuts, fc.nat(900), async (bytes, at, end) => {
      await ask({ bytes: bytes.subarray(0, Math.min(end, bytes.length - 1)), cuts: at });
    }),
    { numRuns: runs(8, 0.1) },
  );
});

test("answers with one byte changed are read the same", async (context) => {
  const ask = await both(context);
  await fc.assert(
    fc.asyncProperty(
      usual,
      fc.nat(150),
      fc.constantFrom(0, 9, 10, 13, 32, 48, 57, 58, 59, 200),
      async (bytes, at, byte) => {
        const changed = Buffer.from(bytes);
        changed[at % changed.length] = byte;
        await ask({ bytes: changed, cuts: [] });
      },
    ),
    { numRuns: runs(12, 0.1) },
  );
});

const odd: readonly (readonly [string, string])[] = [
  ["two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 5\r\n\r\n{}{}{"],
  ["the same length twice", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n{}"],
  ["a list of lengths", "HTTP/1.1 200 OK\r\nContent-Length: 2, 2\r\n\r\n{}"],
  ["a signed length", "HTTP/1.1 200 OK\r\nContent-Length: +2\r\n\r\n{}"],
  [
    "a length and chunks",
    "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
  ],
  ["another encoding", "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"],
  [
    "chunked twice",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
  ],
  ["no framing", "HTTP/1.1 200 OK\r\n\r\n{}"],
  ["an older version", "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\n{}"],
  [
    "an answer before the answer",
    "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}",
  ],
  ["no content", "HTTP/1.1 204 No Content\r\n\r\n"],
  ["a redirect", "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1/b\r\nContent-Length: 0\r\n\r\n"],
  [
    "announced trailers",
    "HTTP/1.1 200 OK\r\nTrailer: X\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX: y\r\n\r\n",
  ],
  [
    "an upgrade that nobody asked for",
    "HTTP/1.1 200 OK\r\nUpgrade: h2c\r\nConnection: upgrade\r\nContent-Length: 2\r\n\r\n{}",
  ],
  ["a header over two lines", "HTTP/1.1 200 OK\r\nX: a\r\n b\r\nContent-Length: 2\r\n\r\n{}"],
  ["a space before the colon", "HTTP/1.1 200 OK\r\nContent-Length : 2\r\n\r\n{}"],
  ["line feeds alone", "HTTP/1.1 200 OK\nContent-Length: 2\n\n{}"],
  ["no HTTP", "220 mail.example ESMTP\r\n\r\n"],
  ["a TLS alert", "\x15\x03\x01\x00\x02\x02\x46\r\n\r\n"],
  ["a malformed chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}}\r\n0\r\n\r\n"],
  ["headers that are too long", `HTTP/1.1 200 OK\r\nX: ${"x".repeat(20_000)}\r\nContent-Length: 2\r\n\r\n{}`],
];

for (const [what, text] of odd) {
  test(`left to the reader of Node.js: ${what}`, async (context) => {
    const ask = await both(context);
    const read = await ask({ bytes: Buffer.from(text, "latin1"), cuts: [] });
    assert.equal(read.odd, 1);
  });
}
