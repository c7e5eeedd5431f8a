import type { IncomingMessage } from "node:http";
import { say, words } from "../../model/index.ts";
import {
  type AccessError,
  type Connection,
  type Credential,
  type HeaderList,
  unable,
} from "../kubeconfig/index.ts";
import type { Agents } from "./agents.ts";
import { Break } from "./break.ts";
import type { Opened, Pace, Parcel } from "./exchange.ts";
import { json } from "./json-body.ts";
import type { Room } from "./limiter.ts";
import { Misframed } from "./raw/body.ts";
import { type PlainQuestion, rawExchange } from "./raw/exchange.ts";
import type { RequestLog } from "./request-log.ts";
import type { Limits, LiveSurroundings } from "./surroundings.ts";
import { proxyAuthorization } from "./tls-options.ts";
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

/** One request and its whole answer. */
export async function ask(
  line: Line,
  url: URL,
  credential: Credential,
  parcel: Parcel,
  signal: AbortSignal | undefined = line.surroundings.signal,
): Promise<Received> {
  try {
    return await askOnce(line, url, credential, parcel, signal);
  } catch (problem) {
    if (!(problem instanceof Break && problem.cause instanceof Misframed)) throw problem;
    leaveToNode(line.reader);
    return await askOnce(line, url, credential, parcel, signal);
  }
}

async function askOnce(
  line: Line,
  url: URL,
  credential: Credential,
  parcel: Parcel,
  signal: AbortSignal | undefined,
): Promise<Received> {
  const opened = await open(line, url, credential, "reading", line.limits, signal, parcel);
  try {
    return await readWhole(line, opened, parcel);
  } catch (problem) {
    // An answer that is not read to its end would keep its connection, and its time limit running.
    opened.close();
    throw problem;
  }
}

async function readWhole(line: Line, { message, read }: Opened, parcel: Parcel): Promise<Received> {
  const { headers, statusCode: status = 0 } = message;
  const { surroundings, limits, compression, log, room } = line;
  const begin = parcel.method === "GET" && status === 200 ? parcel.begin : undefined;
  const body = await wholeBody(headers, begin, limits, room);
  const began = surroundings.now();
  try {
    await read(body.add);
    const whole = await body.end();
    const milliseconds = surroundings.now() - began;
    if (whole.came === "value") {
      compression.came(whole.size, milliseconds);
      log.taken(whole.size);
      return { status, headers, bytes: nothing, taken: whole };
    }
    const { bytes } = whole;
    compression.came(bytes.length, milliseconds);
    log.body(bytes);
    return { status, headers, bytes };
  } catch (problem) {
    body.drop();
    throw problem;
  }
}

const nothing = Buffer.alloc(0);
const reading: Parcel = { method: "GET" };

/** Sends a request and returns with the headers of the answer. Redirects are not followed: they would carry the token. */
export async function open(
  line: Line,
  url: URL,
  credential: Credential,
  use: "reading" | "watching",
  pace: Pace,
  signal: AbortSignal | undefined,
  parcel: Parcel = reading,
): Promise<Opened> {
  const { connection, surroundings, log, reader } = line;
  const proxied = connection.proxy !== undefined && url.protocol === "http:";
  const headers = headersOf(line, credential, use, parcel);
  const isPlain = use === "reading" && parcel.method === "GET" && connection.proxy === undefined;
  const pool = isPlain && reader.is === "raw" ? await line.agents.direct(credential.certificate) : undefined;
  log.sent(parcel.method, url, headers);
  const begin = surroundings.now();
  const question: PlainQuestion = {
    url,
    headers: proxied ? [...headers, ...Object.entries(proxyAuthorization(connection.proxy.url))] : headers,
    signal,
  };
  const plain = pool === undefined ? "odd" : await rawExchange(question, pace, pool);
  if (pool !== undefined && plain === "odd") leaveToNode(reader);
  const opened = plain === "odd" ? await askedByNode(line, credential, question, use, pace, parcel) : plain;
  const status = opened.message.statusCode ?? 0;
  try {
    log.answered(parcel.method, url, status, opened.message.rawHeaders, surroundings.now() - begin);
    if (status < 300 || status >= 400) return opened;
    throw redirected(opened.message.headers.location, url);
  } catch (problem) {
    opened.close();
    throw problem;
  }
}

async function askedByNode(
  { agents, connection }: Line,
  { certificate }: Credential,
  question: PlainQuestion,
  use: "reading" | "watching",
  pace: Pace,
  parcel: Parcel,
): Promise<Opened> {
  const [agent, { exchange }] = await Promise.all([agents.for(use, certificate), import("./exchange.ts")]);
  const via = question.url.protocol === "http:" ? connection.proxy?.url : undefined;
  return await exchange({ ...question, parcel, agent, via }, pace);
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
export interface Compression {
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
