import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";

/** How answers are written: whole, packed, or in pieces as servers in Go write them. */
export type Framing = "whole" | "gzip" | "chunked" | "split";

export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly pieces: readonly Buffer[];
}

export async function write(response: ServerResponse, answer: Answer, framing: Framing): Promise<void> {
  const { status, type, pieces } = answer;
  const whole = Buffer.concat(pieces);
  response.setHeader("Content-Type", type);
  switch (framing) {
    case "whole":
      response.writeHead(status, { "Content-Length": whole.length }).end(whole);
      return;
    case "gzip":
      response.writeHead(status, { "Content-Encoding": "gzip" }).end(gzipSync(whole, { level: 1 }));
      return;
    case "chunked":
      response.writeHead(status);
      for (let at = 0; at < whole.length; at += 6000) response.write(whole.subarray(at, at + 6000));
      response.end();
      return;
    case "split":
      response.writeHead(status);
      await inPieces(response, whole, pieces);
      response.end();
  }
}

/** Four bytes, a few more, and then pieces as long as the objects, which begin and end in the midst of them. */
async function inPieces(response: ServerResponse, whole: Buffer, like: readonly Buffer[]): Promise<void> {
  const lengths = [4, 7, ...like.map(({ length }) => length)];
  let at = 0;
  for (const length of lengths) {
    response.write(whole.subarray(at, at + length));
    at += length;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
