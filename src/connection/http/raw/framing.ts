import type { Head } from "./head.ts";

/** How the end of a body is found, and whether the connection can be used again after it. */
export interface Framing {
  readonly body: { readonly by: "length"; readonly bytes: number } | { readonly by: "chunks" };
  readonly connection: "stays" | "closes";
}

/**
 * `undefined` for what is not quite usual: redirects, answers without a body, upgrades, a body that ends with the
 * connection, trailers, and every head from which two readers could read two different ends (RFC 9112, section 6.3).
 */
export function framingOf({ statusCode, headers, rawHeaders }: Head): Framing | undefined {
  const isUsual = statusCode === 200 || statusCode >= 400;
  if (!isUsual || headers.upgrade !== undefined || headers.trailer !== undefined) return undefined;
  const connection = connectionAfter(headers.connection);
  if (connection === undefined) return undefined;
  if (framingLines(rawHeaders) !== 1) return undefined;
  const length = headers["content-length"];
  if (length !== undefined) {
    return /^\d{1,15}$/.test(length)
      ? { body: { by: "length", bytes: Number(length) }, connection }
      : undefined;
  }
  const isChunked = headers["transfer-encoding"]?.toLowerCase() === "chunked";
  return isChunked ? { body: { by: "chunks" }, connection } : undefined;
}

function framingLines(rawHeaders: readonly string[]): number {
  let lines = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase();
    if (name === "content-length" || name === "transfer-encoding") lines++;
  }
  return lines;
}

function connectionAfter(header: string | undefined): Framing["connection"] | undefined {
  if (header === undefined) return "stays";
  const wishes = header.toLowerCase().split(/[ \t]*,[ \t]*/);
  if (!wishes.every((wish) => wish === "keep-alive" || wish === "close")) return undefined;
  return wishes.includes("close") ? "closes" : "stays";
}
