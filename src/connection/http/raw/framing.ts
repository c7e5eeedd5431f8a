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
  const encodings = valuesOf("transfer-encoding", rawHeaders);
  const lengths = valuesOf("content-length", rawHeaders);
  const [length = ""] = lengths;
  if (encodings.length === 0 && lengths.length === 1 && /^\d{1,15}$/.test(length)) {
    return { body: { by: "length", bytes: Number(length) }, connection };
  }
  const isChunked =
    lengths.length === 0 && encodings.length === 1 && encodings[0]?.toLowerCase() === "chunked";
  return isChunked ? { body: { by: "chunks" }, connection } : undefined;
}

function connectionAfter(header = "keep-alive"): Framing["connection"] | undefined {
  const wishes = header.toLowerCase().split(/[ \t]*,[ \t]*/);
  if (!wishes.every((wish) => wish === "keep-alive" || wish === "close")) return undefined;
  return wishes.includes("close") ? "closes" : "stays";
}

function valuesOf(name: string, rawHeaders: readonly string[]): readonly string[] {
  return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name);
}
