import type { IncomingHttpHeaders } from "node:http";

/** The status line and the headers of an answer, as Node.js gives them. */
export interface Head {
  readonly statusCode: number;
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn, as they came. */
  readonly rawHeaders: string[];
}

/** Of these only the first counts. nodejs/node lib/_http_incoming.js `matchKnownFields`, v22. */
const firstCounts =
  /^(age|authorization|content-length|content-type|etag|expires|host|last-modified|location|retry-after|server|user-agent)$/;
const headerLine = "[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\\t\\x20-\\x7e\\x80-\\xff]*";
const aHeader = new RegExp(`^${headerLine}$`);
const aHead = new RegExp(
  `^HTTP/1\\.1 ([1-9]\\d\\d)(?: [\\t\\x20-\\x7e\\x80-\\xff]*)?(?:\\r\\n${headerLine})*$`,
);

const opening = "HTTP/1.1 ";
const strayEnd = /(?:^|[^\r])\n|\r[^\n]|\0/;

/** Whether these bytes can become the begin of a head. The rest of any other would never come. */
export function isBeginOfHead(bytes: Buffer): boolean {
  const text = bytes.toString("latin1");
  return opening.startsWith(text.slice(0, opening.length)) && !strayEnd.test(text);
}

/** The head that this is, without the empty line. `undefined`: it is not written as it should be. */
export function readHead(text: string): Head | undefined {
  const status = aHead.exec(text)?.[1];
  if (status === undefined) return undefined;
  const rawHeaders: string[] = [];
  const [, ...lines] = text.split("\r\n");
  for (const line of lines) {
    const colon = line.indexOf(":");
    rawHeaders.push(line.slice(0, colon), trimmed(line, colon + 1));
  }
  return { statusCode: Number(status), headers: byName(rawHeaders), rawHeaders };
}

export function isHeader(line: string): boolean {
  return aHeader.test(line);
}

/** Without blanks and tabs around it. `trim` takes away others, too. */
function trimmed(line: string, start: number): string {
  let from = start;
  let to = line.length;
  while (from < to && isBlank(line.charCodeAt(from))) from++;
  while (from < to && isBlank(line.charCodeAt(to - 1))) to--;
  return line.slice(from, to);
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

function byName(rawHeaders: readonly string[]): IncomingHttpHeaders {
  const headers: IncomingHttpHeaders = Object.create(null);
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? "";
    const value = rawHeaders[at + 1] ?? "";
    if (name === "set-cookie") headers[name] = [...(headers[name] ?? []), value];
    else if (headers[name] === undefined) headers[name] = value;
    else if (!firstCounts.test(name)) headers[name] = `${String(headers[name])}, ${value}`;
  }
  return headers;
}

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
