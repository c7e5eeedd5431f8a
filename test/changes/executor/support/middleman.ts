import type { IncomingMessage, ServerResponse } from "node:http";
import http from "node:http";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";
import { ask } from "../../../contract/requests.ts";
import type { MemoryServer } from "../../../support/memory-server/index.ts";
import { wireTo } from "../../../support/memory-server/wire.ts";

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
  /** The server never gets it, and a proxy answers. */
  | { readonly answer: Answer }
  /** The server carries it out, and a proxy answers. */
  | { readonly doneAndAnswer: Answer };

export interface Middleman {
  readonly url: string;
  readonly agent: http.Agent;
  /** Opens it to other processes, until the test ends; gives its URL. */
  listen(context: TestContext): Promise<string>;
  readonly seen: readonly Passing[];
  /** Decides over each request from now on. `count`: how many of its method there were before it. */
  decide(fate: (request: Passing, count: number) => Fate | Promise<Fate>): void;
}

/** Stands between the executor and a server, and lets things go wrong. */
export function middleman(server: MemoryServer): Middleman {
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
  return {
    ...wireTo(between),
    async listen(context) {
      await new Promise<void>((resolve) => between.listen(0, "127.0.0.1", resolve));
      context.after(() => {
        between.close();
        between.closeAllConnections();
      });
      return `http://127.0.0.1:${(between.address() as AddressInfo).port}`;
    },
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
  response.socket?.destroy();
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

async function forward(server: MemoryServer, { method, url, body }: Passing, type: string): Promise<Answer> {
  const { code, headers, text } = await ask(server, method, url, body === "" ? {} : { body, type });
  const kept = ["content-type", "audit-id"].flatMap((name) => {
    const value = headers[name];
    return typeof value === "string" ? [[name, value] as const] : [];
  });
  return { code, headers: Object.fromEntries(kept), body: text };
}
