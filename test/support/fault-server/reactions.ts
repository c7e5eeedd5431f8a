import { gzipSync } from "node:zlib";
import type { Reaction } from "./server.ts";

type HeaderMap = Readonly<Record<string, string>>;

export function json(body: unknown, status = 200, headers: HeaderMap = {}): Reaction {
  return text(JSON.stringify(body), status, { "Content-Type": "application/json", ...headers });
}

export function text(body: string | Uint8Array, status = 200, headers: HeaderMap = {}): Reaction {
  return (_, response) => {
    response.writeHead(status, headers).end(body);
  };
}

export function protobuf(body: Uint8Array, status = 200): Reaction {
  return text(body, status, { "Content-Type": "application/vnd.kubernetes.protobuf" });
}

/** A Status object, as the API server reports a failure. */
export function status(
  code: number,
  reason: string,
  message: string,
  more: object = {},
  headers: HeaderMap = {},
): Reaction {
  const body = {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message,
    reason,
    code,
    ...more,
  };
  return json(body, code, headers);
}

export function packed(body: string | Uint8Array): Reaction {
  return text(gzipSync(body), 200, { "Content-Type": "application/json", "Content-Encoding": "gzip" });
}

/** The connection is torn down before anything is said. */
export const reset: Reaction = (_, __, wire) => {
  wire.resetAndDestroy();
};

/** The first `bytes` of the body come, and then the connection is gone. `chunked` says no length beforehand. */
export function cut(body: string, bytes: number, framing: "length" | "chunked" = "length"): Reaction {
  return (_, response, wire) => {
    const whole = Buffer.from(body);
    response.writeHead(200, {
      "Content-Type": "application/json",
      ...(framing === "length" ? { "Content-Length": whole.length } : {}),
    });
    response.flushHeaders();
    response.write(whole.subarray(0, bytes), () => setTimeout(() => wire.destroy(), 5));
    if (bytes === 0) setTimeout(() => wire.destroy(), 5);
  };
}

/** The request is taken, and nothing ever comes. */
export const hang: Reaction = () => {};

/** The body comes one byte at a time. */
export function slow(body: string, every: number): Reaction {
  return (_, response) => {
    response.writeHead(200, { "Content-Type": "application/json" });
    let at = 0;
    const timer = setInterval(() => {
      if (at >= body.length) response.end();
      else response.write(body[at++]);
    }, every);
    response.once("close", () => clearInterval(timer));
  };
}

/** The headers come, and then part of the body, and then nothing. */
export function stall(body: string): Reaction {
  return (_, response) => {
    response.writeHead(200, { "Content-Type": "application/json" });
    response.write(body);
  };
}

/** The answer comes after a while. */
export function late(milliseconds: number, reaction: Reaction): Reaction {
  return (request, response, wire) => {
    setTimeout(() => reaction(request, response, wire), milliseconds);
  };
}
