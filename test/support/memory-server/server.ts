import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import http from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import { authority } from "../fault-server/certificates.ts";
import type { User } from "./access/users.ts";
import { unauthorized } from "./access/users.ts";
import { usualUsers } from "./access/usual-users.ts";
import type { ApiAnswer, ApiRequest } from "./http/exchange.ts";
import type { World } from "./http/serve.ts";
import { serve } from "./http/serve.ts";
import type { JsonObject } from "./objects/json.ts";
import type { ServedKind } from "./objects/kinds.ts";
import { usualKinds } from "./objects/kinds.ts";
import { keyIn, loaded } from "./objects/load.ts";
import { Refusal } from "./objects/refusal.ts";
import { Store } from "./objects/store.ts";
import { wireTo } from "./wire.ts";
import type { Interleave } from "./write/context.ts";

interface MemoryServerOptions {
  readonly users?: readonly User[];
  readonly kinds?: readonly ServedKind[];
  readonly now?: () => number;
  /** Without a network it is quick: for many tests that are not about connections. */
  readonly transport?: "tls" | "memory";
  /** What the server says instead of what it would say by itself. */
  readonly instead?: (request: ApiRequest) => ApiAnswer | undefined;
}

/** A Kubernetes API server without a cluster: no controllers, no defaults but those that deletion depends on. */
export interface MemoryServer {
  readonly url: string;
  /** PEM: who vouches for the server. */
  readonly authority: string;
  /** Through which it is reached, where it has no network. */
  readonly agent?: http.Agent;
  /** As in `PUT /api/v1/persistentvolumes/disk?dryRun=All`, in the order of arrival. */
  readonly requests: readonly string[];
  /** The same, with what they carried. */
  readonly received: readonly ApiRequest[];
  tokenOf(user: string): string;
  /** Puts objects there as they are, with their status, uid and deletionTimestamp. */
  load(objects: readonly JsonObject[]): void;
  /** Everything as it is now. */
  objects(): readonly JsonObject[];
  /** Without asking anybody, whatever holds it. */
  remove(object: JsonObject): void;
  /** What happens while a write is under way, from now on. */
  interleave(between: Interleave): void;
  /** Forgets the past, as etcd does when it is compacted: tokens of lists and old watches expire. */
  compact(): void;
  close(): Promise<void>;
}

export async function memoryServer(options: MemoryServerOptions = {}): Promise<MemoryServer> {
  const { users = usualUsers, kinds = usualKinds, now = Date.now, transport = "tls" } = options;
  const store = new Store();
  const requests: string[] = [];
  const received: ApiRequest[] = [];
  let between: Interleave = () => {};
  const world: World = { store, kinds, now, interleave: (pause, object) => between(pause, object) };
  const listener = (incoming: IncomingMessage, response: ServerResponse) => {
    requests.push(`${incoming.method} ${incoming.url}`);
    response.setHeader("Date", new Date(now()).toUTCString());
    void respond(world, users, incoming, response, (request) => {
      received.push(request);
      return options.instead?.(request);
    });
  };
  return {
    ...(transport === "tls" ? await overTls(listener) : inMemory(listener)),
    requests,
    received,
    tokenOf(name) {
      const user = users.find((each) => each.name === name);
      if (user === undefined) throw new Error(`no user ${name}`);
      return user.token;
    },
    load: (objects) => loaded(objects, store, kinds),
    objects: () => store.under("").map(([, object]) => object),
    remove: (object) => store.remove(keyIn(object, kinds)),
    interleave(chosen) {
      between = chosen;
    },
    compact: () => store.compact(),
  };
}

type Reached = Pick<MemoryServer, "url" | "authority" | "agent" | "close">;

async function overTls(listener: http.RequestListener): Promise<Reached> {
  const issuer = authority("memory");
  const { certificate, key } = issuer.issue({ name: "kube-apiserver", hosts: ["127.0.0.1"] });
  const server = https.createServer({ cert: certificate, key }, listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    authority: issuer.certificate,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function inMemory(listener: http.RequestListener): Reached {
  return { ...wireTo(http.createServer(listener)), authority: "", close: async () => {} };
}

async function respond(
  world: World,
  users: readonly User[],
  incoming: IncomingMessage,
  response: ServerResponse,
  note: (request: ApiRequest) => ApiAnswer | undefined,
): Promise<void> {
  response.setHeader("Audit-Id", randomUUID());
  response.setHeader("Cache-Control", "no-cache, private");
  response.setHeader("X-Kubernetes-PF-FlowSchema-UID", "00000000-0000-0000-0000-000000000000");
  try {
    const token = incoming.headers.authorization?.replace(/^Bearer /, "");
    const user = users.find((each) => each.token === token);
    const request = await read(incoming);
    const scripted = note(request);
    if (user === undefined) throw unauthorized();
    const answer = scripted ?? (await serve(world, user, request, response));
    if (answer !== undefined) send(response, answer.code, answer.body);
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    for (const [name, value] of Object.entries(problem.headers)) response.setHeader(name, value);
    send(response, problem.code, problem.body);
  }
}

async function read(incoming: IncomingMessage): Promise<ApiRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const url = new URL(incoming.url ?? "/", "http://localhost");
  return {
    method: incoming.method ?? "GET",
    path: url.pathname,
    query: url.searchParams,
    contentType: (incoming.headers["content-type"] ?? "").split(";")[0] ?? "",
    body: Buffer.concat(chunks).toString("utf8"),
  };
}

function send(response: ServerResponse, code: number, body: JsonObject | string): void {
  const isText = typeof body === "string";
  const type = isText ? "text/plain; charset=utf-8" : "application/json";
  const text = isText ? body : JSON.stringify(body);
  response.writeHead(code, { "Content-Type": type, "Content-Length": Buffer.byteLength(text) });
  response.end(text);
}
