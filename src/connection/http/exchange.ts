import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import type { Socket } from "node:net";
import type { HeaderList } from "../kubeconfig/index.ts";
import { addressOf } from "./address.ts";
import type { BeginReader } from "./beginning.ts";
import { Break, type Phase, TimeLimit } from "./break.ts";
import type { Limits } from "./limits.ts";

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
  /** Through an HTTP proxy, the request names the whole URL. */
  readonly form: "path" | "absolute";
  /** The host to connect to, when it is not the server itself. */
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
    path: question.form === "absolute" ? url.href : `${url.pathname}${url.search}`,
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
