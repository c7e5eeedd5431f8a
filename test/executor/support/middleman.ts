import http, { type IncomingMessage, type ServerResponse } from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";
import type { MemoryServer } from "../../support/memory-server/index.ts";

/** A request on its way to the server. */
export interface Passing {
  readonly method: string;
  /** With the query. */
  readonly url: string;
  readonly body: string;
}

export interface Answer {
  readonly code: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What becomes of a request. */
export type Fate =
  | "passes"
  /** The server never gets it, and the connection breaks. */
  | "lost-before"
  /** The server carries it out, and the connection breaks. */
  | "lost-after"
  /** The connection breaks at once, and the server gets it only then. */
  | "lost-then-done"
  /** The server never gets it, and no answer ever comes. */
  | "hangs"
  /** Somebody else answers. */
  | { readonly answer: Answer }
  /** The server carries it out, and somebody else answers. */
  | { readonly doneAndAnswer: Answer };

export interface Middleman {
  readonly url: string;
  readonly seen: readonly Passing[];
  /** Decides over each request from now on. `count`: how many of its method there were before it. */
  decide(fate: (request: Passing, count: number) => Fate | Promise<Fate>): void;
}

/** Stands between the executor and a server, and lets things go wrong. */
export async function middleman(context: TestContext, server: MemoryServer): Promise<Middleman> {
  const seen: Passing[] = [];
  let decide: (request: Passing, count: number) => Fate | Promise<Fate> = () => "passes";

  async function pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await read(incoming);
    const count = seen.filter(({ method }) => method === request.method).length;
    seen.push(request);
    const fate = await decide(request, count);
    if (fate === "hangs") return;
    if (fate === "lost-before") return drop(response);
    if (typeof fate === "object" && "answer" in fate) return give(response, fate.answer);
    if (fate === "lost-then-done") drop(response);
    const answer = await forward(server, request, incoming.headers["content-type"] ?? "");
    if (fate === "passes") return give(response, answer);
    if (fate === "lost-after") return drop(response);
    if (typeof fate === "object") give(response, fate.doneAndAnswer);
  }

  const between = http.createServer((incoming, response) => void pass(incoming, response));
  await new Promise<void>((resolve) => between.listen(0, "127.0.0.1", resolve));
  context.after(() => {
    between.close();
    between.closeAllConnections();
  });
  return {
    url: `http://127.0.0.1:${(between.address() as AddressInfo).port}`,
    seen,
    decide: (next) => {
      decide = next;
    },
  };
}

export function status(code: number, reason: string | undefined, message: string, more: object = {}): Answer {
  const body = { kind: "Status", apiVersion: "v1", status: "Failure", message, reason, code, ...more };
  return { code, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
}

function drop(response: ServerResponse): void {
  response.socket?.resetAndDestroy();
}

function give(response: ServerResponse, { code, headers, body }: Answer): void {
  response.writeHead(code, { ...headers, "Content-Length": Buffer.byteLength(body) }).end(body);
}

async function read(incoming: IncomingMessage): Promise<Passing> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const { method = "", url = "" } = incoming;
  return { method, url, body: Buffer.concat(chunks).toString("utf8") };
}

function forward(server: MemoryServer, { method, url, body }: Passing, type: string): Promise<Answer> {
  const headers = {
    authorization: `Bearer ${server.tokenOf("admin")}`,
    accept: "application/json",
    ...(body === "" ? {} : { "content-type": type, "content-length": Buffer.byteLength(body) }),
  };
  return new Promise((resolve, reject) => {
    const sent = https.request(
      new URL(url, server.url),
      { method, headers, ca: server.authority, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => {
          const kept = ["content-type", "audit-id"].flatMap((name) => {
            const value = response.headers[name];
            return typeof value === "string" ? [[name, value] as const] : [];
          });
          const text = Buffer.concat(chunks).toString("utf8");
          resolve({ code: response.statusCode ?? 0, headers: Object.fromEntries(kept), body: text });
        });
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}
