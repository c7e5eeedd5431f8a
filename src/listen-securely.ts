import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { ServerOptions } from "node:https";
import { createServer } from "node:https";
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import type { Listening, PageAnswer, SecureAddress, SecureRequest } from "./cli/index.ts";
import type { Phrase } from "./kubernetes/index.ts";
import { say, words } from "./kubernetes/index.ts";
import { acceptedIn, limits, opened } from "./listen.ts";

/** An AdmissionReview has an object twice at most, and etcd takes none that is larger than 1.5 MiB. */
const mostBytes = 4 * 1024 ** 2;

/**
 * In milliseconds. The API server keeps idle connections for 90 seconds, and is not to meet one that was closed.
 * kubernetes/kubernetes staging/src/k8s.io/apimachinery/pkg/util/net/http.go SetOldTransportDefaults, which
 * takes that of Go's http.DefaultTransport, 1.36.
 */
const keepAlive = 120_000;

/**
 * Each API server keeps 25 idle ones, and opens one more for each deletion at the same time: one that is refused here would not be
 * judged at all. kubernetes/kubernetes staging/src/k8s.io/client-go/transport/cache.go idleConnsPerHost, 1.36.
 */
const mostConnections = 128;

/** How often to look whether the certificate was replaced, in milliseconds. */
const lookAgain = 10_000;

type Answers = (asked: SecureRequest) => Promise<PageAnswer>;

/**
 * Answers GET, and POST requests with JSON, over TLS; `/healthz` by itself. The certificate is read again when its files change; where they
 * cannot be used, the one before is kept. Throws what the operating system or OpenSSL says of the first.
 */
export async function listenSecurely(
  { address, certFile, keyFile, clientCaFile, tell }: SecureAddress,
  answer: Answers,
): Promise<Listening> {
  const read = async () => {
    const [cert, key, ca] = await Promise.all(
      [certFile, keyFile, clientCaFile].map((path) => (path === undefined ? undefined : readFile(path))),
    );
    return { cert, key, ...(ca === undefined ? {} : { ca }) };
  };
  let known = await read().catch(unreadable);
  // The kubelet has no certificate, and asks for /healthz: who has none is refused later.
  const asksForCertificate =
    clientCaFile === undefined ? {} : { requestCert: true, rejectUnauthorized: false };
  const mayAsk = (socket: Socket) => clientCaFile === undefined || isCertified(socket);
  const options = {
    ...limits,
    keepAliveTimeout: keepAlive,
    // Who connects and says nothing would hold one of the few connections for two minutes.
    handshakeTimeout: limits.headersTimeout,
    ...known,
    ...asksForCertificate,
    minVersion: "TLSv1.2",
  } as const;
  const server = serverOf(options).on("request", (request, response) => {
    respond(request, response, mayAsk(request.socket) ? answer : "refused").catch(() => response.destroy());
  });

  async function renew(): Promise<void> {
    const now = await read();
    const isSame = (["cert", "key", "ca"] as const).every(
      (part) => now[part]?.equals(known[part] ?? Buffer.alloc(0)) !== false,
    );
    if (isSame) return;
    server.setSecureContext({ ...now, minVersion: "TLSv1.2" });
    known = now;
    tell(words("the certificate was read again"));
  }

  let problem = "";
  const timer = setInterval(() => {
    renew().then(
      () => {
        problem = "";
      },
      (failed: unknown) => {
        const said = textOf(failed);
        if (said !== problem) tell(unusable(said));
        problem = said;
      },
    );
  }, lookAgain);
  const { url, close } = await opened(server, address, mostConnections).finally(() => timer.unref());
  return {
    url: url.replace(/^http:/, "https:"),
    close: async () => {
      clearInterval(timer);
      await close();
    },
  };
}

/** What OpenSSL says of a certificate and a key is about their files. */
function serverOf(options: ServerOptions) {
  try {
    return createServer(options);
  } catch (problem) {
    throw new Error(`the certificate or its key cannot be used (${textOf(problem)})`);
  }
}

function unreadable(problem: unknown): never {
  throw new Error(`a file of the certificate cannot be read (${textOf(problem)})`);
}

function textOf(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem);
}

function unusable(said: string): Phrase {
  return say`the new certificate cannot be used, and the one before is kept: ${said}`;
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answers | "refused",
): Promise<void> {
  const { status, headers, body } = await answered(request, answer);
  // What is left of a body that is too long is not read.
  if (!request.complete) response.shouldKeepAlive = false;
  response.writeHead(status, {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    ...headers,
    "Content-Length": body.length,
  });
  response.end(body);
}

async function answered(request: IncomingMessage, answer: Answers | "refused"): Promise<PageAnswer> {
  const path = (request.url ?? "").split("?")[0] ?? "";
  if (request.method === "GET" && (path === "/healthz" || path === "/readyz")) return plain(200, "ok");
  if (answer === "refused") return uncertified;
  const asked = await askedIn(request, path);
  if ("status" in asked) return asked;
  try {
    return await answer(asked);
  } catch {
    return plain(500, "internal error");
  }
}

/** What it asks for; or what is said to it, if it asks for nothing. */
async function askedIn(request: IncomingMessage, path: string): Promise<SecureRequest | PageAnswer> {
  const { method } = request;
  if (method === "GET") return { is: "page", path, accepts: acceptedIn(request.headers) };
  if (method !== "POST") return plain(405, "only GET and POST are allowed", { Allow: "GET, POST" });
  const type = (request.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") return plain(415, "only application/json is read");
  const body = await bodyOf(request);
  if (body === "too long") return plain(413, `more than ${mostBytes / 1024 ** 2} MiB`);
  if (body === "not text") return plain(400, "the body is not valid UTF-8");
  return { is: "posted", path, body: body.text };
}

const uncertified = plain(401, "a certificate of --client-ca-file is needed");

/** A session of TLS 1.3 that is resumed counts as authorized, also if it was begun without a certificate. */
function isCertified(socket: Socket): boolean {
  return socket instanceof TLSSocket && socket.authorized && socket.getPeerX509Certificate() !== undefined;
}

async function bodyOf(
  request: IncomingMessage,
): Promise<"too long" | "not text" | { readonly text: string }> {
  if (Number(request.headers["content-length"] ?? 0) > mostBytes) return "too long";
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > mostBytes) return "too long";
    chunks.push(chunk);
  }
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks)) };
  } catch {
    return "not text";
  }
}

function plain(status: number, line: string, headers: PageAnswer["headers"] = {}): PageAnswer {
  return {
    status,
    headers: { "Content-Type": "text/plain; charset=utf-8", ...headers },
    body: Buffer.from(`${line}\n`),
  };
}
