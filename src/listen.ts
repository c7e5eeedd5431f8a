import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { Server as SecureServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { isIP } from "node:net";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { ListenAddress, Listening, PageAnswer, PageRequest } from "./cli/index.ts";

/** No client that reads these pages needs more than this. Times are milliseconds. */
export const limits = {
  maxHeaderSize: 8192,
  headersTimeout: 5000,
  requestTimeout: 10_000,
  keepAliveTimeout: 5000,
  connectionsCheckingInterval: 1000,
} as const;
const mostConnections = 64;
/** Of a client that sends nothing, or takes nothing of its answer. */
const idle = 30_000;
/** How long answers under way may take when the server ends. */
const grace = 4000;

/** With every answer: a browser keeps nothing of it, guesses nothing, and shows it inside of no other page. */
const always = {
  "Cache-Control": "no-store",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  Vary: "Accept, Accept-Encoding",
} as const;

const notAllowed: PageAnswer = {
  status: 405,
  headers: { Allow: "GET, HEAD", "Content-Type": "text/plain; charset=utf-8" },
  body: Buffer.from("only GET and HEAD are allowed\n"),
};
/** As `kubectl proxy` answers, by its `--accept-hosts`. */
const misnamed: PageAnswer = {
  ...notAllowed,
  status: 403,
  headers: { "Content-Type": "text/plain; charset=utf-8" },
  body: Buffer.from("ask for localhost or an IP address: the Host header has another name\n"),
};
const broken: PageAnswer = { ...notAllowed, status: 500, headers: {}, body: Buffer.from("internal error\n") };

/** Answers GET and HEAD over plain HTTP, and nothing else. Over the loopback, only by the name of this machine. */
export async function listen(
  { host, port }: ListenAddress,
  answer: (asked: PageRequest) => PageAnswer,
): Promise<Listening> {
  const server = createServer(limits, (request, response) => {
    respond(request, response, isMisnamed(request) ? () => misnamed : answer).catch(() => response.destroy());
  });
  return await opened(server, { host, port });
}

/** Has a server listen, with limits on its connections, and closes it when its answers have been given. */
export async function opened(
  server: Server | SecureServer,
  { host, port }: ListenAddress,
  connections = mostConnections,
): Promise<Listening> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.maxConnections = connections;
  server.timeout = idle;
  await new Promise<void>((settle, fail) => {
    server.once("error", fail);
    server.listen({ port, ...(host === undefined ? {} : { host }) }, settle);
  });
  // What goes wrong from now on is one connection's.
  server.removeAllListeners("error").on("error", () => {});
  const at = server.address() as AddressInfo;
  const name = at.family === "IPv6" ? `[${at.address}]` : at.address;
  return {
    url: `http://${name}:${at.port}/`,
    close: () =>
      new Promise<void>((settle) => {
        server.prependListener("request", (_, response) => {
          response.shouldKeepAlive = false;
        });
        // Node.js does not count these as idle.
        for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
        const idleOnes = setInterval(() => server.closeIdleConnections(), 50);
        const all = setTimeout(() => server.closeAllConnections(), grace);
        server.close(() => {
          clearInterval(idleOnes);
          clearTimeout(all);
          settle();
        });
      }),
  };
}

/** Over the loopback, under a name that any DNS server can give to 127.0.0.1 while a browser shows its page (DNS rebinding). */
function isMisnamed({ headers: { host }, socket }: IncomingMessage): boolean {
  if (host === undefined || !/^(?:::ffff:)?127\.|^::1$/.test(socket.localAddress ?? "")) return false;
  const name = host.replace(/:\d*$/, "").toLowerCase();
  return name !== "localhost" && isIP(name.replace(/^\[(.*)\]$/, "$1")) === 0;
}

async function respond(
  { method = "", url = "", headers }: IncomingMessage,
  response: ServerResponse,
  answer: (asked: PageRequest) => PageAnswer,
): Promise<void> {
  // The absolute form too, as RFC 9112 (section 3.2.2) wants it.
  const path = url.replace(/^https?:\/\/[^/?]*\/?/i, "/").split("?")[0] ?? "";
  const accepts = acceptedIn(headers);
  const isReading = method === "GET" || method === "HEAD";
  const { status, headers: own, body } = isReading ? answered(answer, { path, accepts }) : notAllowed;
  const isPacked = body.length >= leastPacked && names(headers["accept-encoding"]?.toString(), "gzip");
  const sent = isPacked ? await packed(body) : body;
  response.writeHead(status, {
    ...always,
    ...own,
    "Content-Length": sent.length,
    ...(isPacked ? { "Content-Encoding": "gzip" } : {}),
  });
  response.end(sent);
}

function answered(answer: (asked: PageRequest) => PageAnswer, asked: PageRequest): PageAnswer {
  try {
    return answer(asked);
  } catch {
    return broken;
  }
}

/** Which types the client asks for by their names. */
export function acceptedIn({ accept }: IncomingHttpHeaders): PageRequest["accepts"] {
  return (type) => names(accept, type);
}

/** Whether a header such as `gzip;q=0.5, br` names this, and does not rule it out. */
function names(header: string | undefined, wanted: string): boolean {
  return (header ?? "").split(",").some((part) => {
    const [name = "", ...parameters] = part.split(";").map((each) => each.trim().toLowerCase());
    return name === wanted && !parameters.some((each) => /^q=0(?:\.0*)?$/.test(each));
  });
}

/** Less is not worth it. */
const leastPacked = 1024;
const packedOf = new WeakMap<Uint8Array, Promise<Buffer>>();

function packed(body: Uint8Array): Promise<Buffer> {
  const known = packedOf.get(body) ?? promisify(gzip)(body);
  packedOf.set(body, known);
  return known;
}
