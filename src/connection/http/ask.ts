import type { IncomingMessage } from "node:http";
import { say, words } from "../../kubernetes/index.ts";
import type { AccessError, Connection, Credential, HeaderList } from "../kubeconfig/index.ts";
import { unable } from "../kubeconfig/index.ts";
import type { Agents } from "./agents.ts";
import type { Opened, Pace, Parcel } from "./exchange.ts";
import { Break } from "./failure.ts";
import { json } from "./json-body.ts";
import type { Room } from "./limiter.ts";
import { Misframed } from "./raw/body.ts";
import { rawExchange } from "./raw/exchange.ts";
import type { RequestLog } from "./request-log.ts";
import type { Limits, LiveSurroundings } from "./surroundings.ts";
import { proxyAuthorization } from "./tls-options.ts";
import type { WholeBody } from "./whole-body.ts";
import { wholeBody } from "./whole-body.ts";

/** What one request needs to know of the connection that it goes over. */
export interface Line {
  readonly connection: Connection;
  readonly agents: Agents;
  readonly surroundings: LiveSurroundings;
  readonly limits: Limits;
  /** For answers while they are unpacked. */
  readonly room: Room;
  readonly log: RequestLog;
  readonly compression: Compression;
  readonly reader: Reader;
}

/** Which reader answers are read with. One odd answer, and everything after it is left to that of Node.js. */
interface Reader {
  is: "raw" | "node";
  /** Answers that had to be asked for again. */
  odd: number;
}

export interface Received {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  /** None of a body that was taken while it came. */
  readonly bytes: Buffer;
  readonly taken?: { readonly value: unknown } | undefined;
}

/** Tries with a credential, and at once again with a fresh one if the server does not accept it and there is another. */
export async function loggedIn<T>(
  { credentials }: Connection,
  attempt: (credential: Credential) => Promise<T>,
  isRefused: (outcome: T) => boolean,
): Promise<T> {
  const credential = await credentials.current();
  const first = await attempt(credential);
  if (!isRefused(first) || (await credentials.renew(credential)) === "same") return first;
  return await attempt(await credentials.current());
}

/** One request. */
interface Asking {
  readonly url: URL;
  readonly credential: Credential;
  readonly parcel: Parcel;
  readonly signal: AbortSignal | undefined;
}

/** One request and its whole answer. */
export async function ask(line: Line, asking: Asking): Promise<Received> {
  try {
    return await askOnce(line, asking);
  } catch (problem) {
    if (!(problem instanceof Break && problem.cause instanceof Misframed)) throw problem;
    leaveToNode(line.reader);
    return await askOnce(line, asking);
  }
}

async function askOnce(line: Line, asking: Asking): Promise<Received> {
  const { surroundings, limits, compression, log, room } = line;
  const { parcel } = asking;
  const { message, read, close } = await open(line, asking, "reading", limits);
  const { headers, statusCode: status = 0 } = message;
  const begin = parcel.method === "GET" && status === 200 ? parcel.begin : undefined;
  let body: WholeBody | undefined;
  try {
    body = await wholeBody(headers, begin, limits, room);
    const began = surroundings.now();
    await read(body.add);
    const whole = await body.end();
    const isBytes = whole.came === "bytes";
    compression.came(isBytes ? whole.bytes.length : whole.size, surroundings.now() - began);
    if (isBytes) log.body(whole.bytes);
    else log.taken(whole.size);
    return isBytes
      ? { status, headers, bytes: whole.bytes }
      : { status, headers, bytes: Buffer.alloc(0), taken: whole };
  } catch (problem) {
    body?.drop();
    // An answer that is not read to its end would keep its connection, and its time limit running.
    close();
    throw problem;
  }
}

/** Sends a request and returns with the headers of the answer. Redirects are not followed: they would carry the token. */
export async function open(
  line: Line,
  { url, credential, parcel, signal }: Asking,
  use: "reading" | "watching",
  pace: Pace,
): Promise<Opened> {
  const { connection, surroundings, log, reader, agents } = line;
  const headers = headersOf(line, credential, use, parcel);
  const isPlain = use === "reading" && parcel.method === "GET" && connection.proxy === undefined;
  const pool = isPlain && reader.is === "raw" ? await agents.direct(credential.certificate) : undefined;
  log.sent(parcel.method, url, headers);
  const begin = surroundings.now();

  async function askedByNode(): Promise<Opened> {
    const [agent, { exchange }] = await Promise.all([
      agents.for(use, credential.certificate),
      import("./exchange.ts"),
    ]);
    const via = url.protocol === "http:" ? connection.proxy?.url : undefined;
    const proof = via === undefined ? [] : Object.entries(proxyAuthorization(via));
    return await exchange({ url, headers: [...headers, ...proof], signal, parcel, agent, via }, pace);
  }

  const plain = pool === undefined ? "odd" : await rawExchange({ url, headers, signal }, pace, pool);
  if (pool !== undefined && plain === "odd") leaveToNode(reader);
  const opened = plain === "odd" ? await askedByNode() : plain;
  const status = opened.message.statusCode ?? 0;
  try {
    const milliseconds = surroundings.now() - begin;
    log.answered(parcel.method, url, { status, headers: opened.message.rawHeaders, milliseconds });
    if (status < 300 || status >= 400) return opened;
    throw redirected(opened.message.headers.location, url);
  } catch (problem) {
    opened.close();
    throw problem;
  }
}

function headersOf(
  { connection, surroundings, compression }: Line,
  { authorization }: Credential,
  use: "reading" | "watching",
  parcel: Parcel,
): HeaderList {
  const encoding = use === "reading" ? compression.accepted() : undefined;
  return [
    ["Accept", (parcel.method === "GET" ? parcel.accept : undefined) ?? json.accept],
    ["User-Agent", surroundings.userAgent],
    ...(encoding === undefined ? [] : [["Accept-Encoding", encoding] as const]),
    ...connection.impersonation,
    ...(authorization === undefined ? [] : [["Authorization", authorization] as const]),
  ];
}

function leaveToNode(reader: Reader): void {
  reader.is = "node";
  reader.odd += 1;
}

function redirected(location: string | undefined, from: URL): AccessError {
  const target =
    location !== undefined && URL.canParse(location, from.href) ? new URL(location, from).host : "";
  return unable(
    "redirect",
    say`unexpected redirect to host ${target}`,
    words("pvguard does not follow redirects, because they would send the credential to another host."),
  );
}

/** Unpacked bytes that were looked at before the link counts as known. */
const enough = 4 * 1024 * 1024;
/** Bytes a second. Above it, packing takes longer than sending: kubernetes/kubernetes#112296. */
const fast = 60 * 1000 * 1000;

/** Whether answers are asked for as gzip: until the link turns out to be so fast that it does not pay. */
interface Compression {
  accepted(): "gzip" | undefined;
  /** A body came: its bytes when unpacked, and how long it took from its begin to its end. */
  came(bytes: number, milliseconds: number): void;
}

export function compression(wish: "on" | "off"): Compression {
  let bytes = 0;
  let milliseconds = 0;
  return {
    accepted() {
      if (wish === "off") return undefined;
      const isFast = bytes >= enough && milliseconds > 0 && bytes / (milliseconds / 1000) > fast;
      return isFast ? undefined : "gzip";
    },
    came(some, took) {
      bytes += some;
      milliseconds += took;
    },
  };
}
