/** What asks by Node's own HTTP: loaded by who is not answered by the reader of our own. */

import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import http from "node:http";
import https from "node:https";
import { isIP, Socket } from "node:net";
import type { ConnectionOptions, TLSSocket } from "node:tls";
import { connect as connectTls } from "node:tls";
import type { HeaderList } from "../kubeconfig/index.ts";
import type { Phase } from "./failure.ts";
import { Break, ProxyFailure, TimeLimit } from "./failure.ts";
import type { Limits } from "./surroundings.ts";
import { addressOf, nameToAskFor, proxyAuthorization } from "./tls-options.ts";
import type { BeginReader } from "./whole-body.ts";

/** What is sent besides the headers. Only the executor builds one that changes something. */
export type Parcel =
  | {
      readonly method: "GET";
      /** The formats that can be read; JSON unless it says so. */
      readonly accept?: string;
      readonly begin?: BeginReader | undefined;
    }
  | {
      readonly method: "PUT" | "PATCH" | "POST" | "DELETE";
      readonly contentType: string;
      readonly body: Uint8Array;
    };

interface Question {
  readonly parcel: Parcel;
  readonly url: URL;
  readonly headers: HeaderList;
  readonly agent: http.Agent;
  /** The HTTP proxy to connect to, if there is one: the request then names the whole URL. */
  readonly via: URL | undefined;
  readonly signal: AbortSignal | undefined;
}

export interface Opened {
  readonly message: Pick<IncomingMessage, "statusCode" | "headers" | "rawHeaders">;
  /** Reads the body until its end; the chunks are as they came. */
  read(take: (chunk: Buffer) => void): Promise<void>;
  /** For a stream that is no longer wanted. */
  close(): void;
}

/** Which limits hold for the body: one answer, or a stream that may be silent for long. */
export type Pace = Pick<Limits, "connect" | "handshake" | "headers" | "idle" | "request">;

const longestTimer = 2 ** 31 - 1;

/** Sends the request and waits for the headers of the answer, each step within its time limit. */
export function exchange(question: Question, pace: Pace): Promise<Opened> {
  const { url, via, agent, signal, parcel } = question;
  const target = via ?? url;
  const request = (target.protocol === "https:" ? https : http).request({
    agent,
    method: parcel.method,
    ...addressOf(target),
    path: via === undefined ? `${url.pathname}${url.search}` : url.href,
    headers: { ...byName(question.headers), ...lengthOf(parcel), Host: url.host },
    ...(signal === undefined ? {} : { signal }),
  });
  let phase: Phase = "connect";
  let stepTimer: NodeJS.Timeout | undefined;
  const broken = (cause: unknown) => new Break(cause, phase, request.reusedSocket ? "used" : "new");
  const expire = (limit: TimeLimit) => request.destroy(limit);
  const wholeTimer = setTimeout(
    () => expire(new TimeLimit("request", pace.request)),
    Math.min(pace.request, longestTimer),
  );

  function enter(next: Phase, milliseconds: number): void {
    phase = next;
    clearTimeout(stepTimer);
    stepTimer = setTimeout(() => expire(new TimeLimit(next, milliseconds)), milliseconds);
  }

  function finish(): void {
    clearTimeout(stepTimer);
    clearTimeout(wholeTimer);
  }

  function follow(socket: Socket): void {
    const sent = () => enter("headers", pace.headers);
    const connected = () => ("encrypted" in socket ? enter("handshake", pace.handshake) : sent());
    if (socket.connecting) socket.once("connect", connected).once("secureConnect", sent);
    else sent();
  }

  enter("connect", pace.connect);
  request.once("socket", follow);

  function read(message: IncomingMessage, take: (chunk: Buffer) => void): Promise<void> {
    enter("body", pace.idle);
    return new Promise((resolve, reject) => {
      const fail = (cause: unknown) => {
        finish();
        message.destroy();
        reject(broken(cause));
      };
      request.once("error", fail);
      message.on("data", (chunk: Buffer) => {
        enter("body", pace.idle);
        try {
          take(chunk);
        } catch (problem) {
          fail(problem);
        }
      });
      message.once("error", fail);
      message.once("end", () => {
        finish();
        resolve();
      });
    });
  }

  return new Promise((resolve, reject) => {
    request.on("error", (cause) => {
      finish();
      reject(broken(cause));
    });
    request.once("response", (message) => {
      clearTimeout(stepTimer);
      resolve({
        message,
        read: (take) => read(message, take),
        close: () => {
          finish();
          request.destroy();
        },
      });
    });
    request.end(parcel.method === "GET" ? undefined : parcel.body);
  });
}

/**
 * The length is always said: without it Node frames the body of a DELETE so that the API server does not read it, and
 * the preconditions in it are lost.
 */
function lengthOf(parcel: Parcel): Record<string, string> {
  if (parcel.method === "GET") return {};
  return { "Content-Type": parcel.contentType, "Content-Length": String(parcel.body.length) };
}

function byName(headers: HeaderList): Record<string, string[]> {
  const grouped: Record<string, string[]> = Object.create(null);
  for (const [name, value] of headers) grouped[name] = [...(grouped[name] ?? []), asBytes(value)];
  return grouped;
}

/** Node writes headers as Latin-1; Kubernetes expects UTF-8. */
function asBytes(value: string): string {
  return Buffer.from(value, "utf8").toString("latin1");
}

/**
 * Keeps connections to the server open between requests, and opens no more than so many at a time.
 *
 * @param tls for an HTTPS server
 * @param connect how long it may take to reach the proxy
 */
export function agentFor(
  tls: ConnectionOptions | undefined,
  proxy: Proxy | undefined,
  maxSockets: number,
  connect: number,
): http.Agent {
  const options = { keepAlive: true, maxSockets, scheduling: "lifo" } as const;
  if (tls !== undefined) {
    return proxy === undefined
      ? new https.Agent({ ...options, ...tls })
      : tunnelAgent(options, tls, proxy, connect);
  }
  if (proxy?.url.protocol !== "https:") return new http.Agent(options);
  // Else Node.js would have the proxy prove that it is the server.
  const servername = nameToAskFor(addressOf(proxy.url).host);
  return new https.Agent({ ...options, servername, rejectUnauthorized: true, ca: [...proxy.authorities] });
}

interface Proxy {
  readonly url: URL;
  /** In PEM: who may have signed for it, if it is an HTTPS proxy. */
  readonly authorities: readonly string[];
}

/** Reaches an HTTPS server through an HTTP proxy's CONNECT. Sockets are handed over ready for the request. */
function tunnelAgent(
  options: http.AgentOptions,
  tls: ConnectionOptions,
  proxy: Proxy,
  timeLimit: number,
): https.Agent {
  const agent = new https.Agent(options);
  agent.createConnection = ({ host, port }, handOver = () => {}) => {
    const authority = `${isIP(host ?? "") === 6 ? `[${host}]` : host}:${port}`;
    openTunnel(proxy, authority, timeLimit)
      .then((socket) => secure(socket, tls))
      .then(
        (secured) => handOver(null, secured),
        (problem: Error) => handOver(problem, new Socket()),
      );
    return undefined;
  };
  return agent;
}

function openTunnel({ url, authorities }: Proxy, authority: string, timeLimit: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === "https:" ? https : http).request({
      method: "CONNECT",
      ...addressOf(url),
      path: authority,
      headers: { Host: authority, ...proxyAuthorization(url) },
      agent: false,
      rejectUnauthorized: true,
      ca: [...authorities],
      timeout: timeLimit,
    });
    request.once("timeout", () => request.destroy(new Error(`no answer within ${timeLimit} ms`)));
    request.once("error", (cause) => reject(new ProxyFailure(cause)));
    request.once("response", (answer) => {
      answer.destroy();
      reject(new ProxyFailure(undefined, answer.statusCode));
    });
    request.once("connect", (answer, socket) => {
      socket.setTimeout(0);
      if (answer.statusCode === 200) return resolve(socket);
      socket.destroy();
      reject(new ProxyFailure(undefined, answer.statusCode));
    });
    request.end();
  });
}

async function secure(socket: Socket, tls: ConnectionOptions): Promise<TLSSocket> {
  const secured = connectTls({ ...tls, socket });
  await once(secured, "secureConnect");
  return secured;
}
