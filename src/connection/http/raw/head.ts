import type { IncomingHttpHeaders } from "node:http";

/** The status line and the headers of an answer, as Node.js gives them. */
export interface Head {
  readonly statusCode: number;
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn, as they came. */
  readonly rawHeaders: string[];
}

/** A name with its value, or `undefined` where a line is no header. */
type HeaderLine = readonly [name: string, value: string] | undefined;

/** Of these only the first counts. nodejs/node lib/_http_incoming.js `matchKnownFields`, v22. */
const firstCounts =
  /^(age|authorization|content-length|content-type|etag|expires|host|last-modified|location|retry-after|server|user-agent)$/;
const headerLine = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*?)[ \t]*$/;
const statusLine = /^HTTP\/1\.1 ([1-9]\d\d)(?: [\t\x20-\x7e\x80-\xff]*)?$/;

const opening = "HTTP/1.1 ";
const strayEnd = /(?:^|[^\r])\n|\r[^\n]|\0/;

/** Whether these bytes can become the begin of a head. Whoever waits for the rest of another waits in vain. */
export function isBeginOfHead(bytes: Buffer): boolean {
  const text = bytes.toString("latin1");
  return opening.startsWith(text.slice(0, opening.length)) && !strayEnd.test(text);
}

/** The head in these bytes, which end before the empty line. `undefined`: it is not written as it should be. */
export function readHead(bytes: Buffer): Head | undefined {
  const [first = "", ...lines] = bytes.toString("latin1").split("\r\n");
  const status = statusLine.exec(first)?.[1];
  const read = lines.map(headerIn);
  if (status === undefined || read.includes(undefined)) return undefined;
  const pairs = read.filter((line) => line !== undefined);
  return { statusCode: Number(status), headers: byName(pairs), rawHeaders: pairs.flat() };
}

export function isHeader(line: string): boolean {
  return headerLine.test(line);
}

function headerIn(line: string): HeaderLine {
  const [, name, value] = headerLine.exec(line) ?? [];
  return name === undefined || value === undefined ? undefined : [name, value];
}

function byName(pairs: readonly (readonly [string, string])[]): IncomingHttpHeaders {
  const headers: IncomingHttpHeaders = Object.create(null);
  for (const [given, value] of pairs) {
    const name = given.toLowerCase();
    if (name === "set-cookie") headers[name] = [...(headers[name] ?? []), value];
    else if (headers[name] === undefined) headers[name] = value;
    else if (!firstCounts.test(name)) headers[name] = `${String(headers[name])}, ${value}`;
  }
  return headers;
}
