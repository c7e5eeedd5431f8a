import http from "node:http";
import https from "node:https";
import { isIP, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from "node:tls";
import type { ClientCertificate, Connection } from "../kubeconfig/index.ts";
import { addressOf, nameToAskFor, proxyAuthorization } from "./address.ts";
import type { Limits } from "./limits.ts";
import { ProxyFailure } from "./proxy-failure.ts";
import { tlsOptions } from "./tls-options.ts";

/** What asks by Node's own HTTP: loaded together, by who is not answered by the reader of our own. */
export { exchange } from "./exchange.ts";

/** Whom this computer trusts, where the kubeconfig does not say whom to trust. */
interface SystemTrust {
  readonly server: readonly string[] | undefined;
  readonly proxy: readonly string[] | undefined;
}

/** Keeps connections to the server open between requests, and opens no more than so many at a time. */
export function agentFor(
  connection: Connection,
  certificate: ClientCertificate | undefined,
  system: SystemTrust,
  limits: Pick<Limits, "inFlight" | "connect">,
): http.Agent {
  const options = { keepAlive: true, maxSockets: limits.inFlight, scheduling: "lifo" } as const;
  const { server, proxy } = connection;
  const authorities = system.proxy ?? [];
  if (server.protocol === "http:") {
    if (proxy?.url.protocol !== "https:") return new http.Agent(options);
    // Else Node.js would have the proxy prove that it is the server.
    const servername = nameToAskFor(addressOf(proxy.url).host);
    return new https.Agent({ ...options, servername, rejectUnauthorized: true, ca: [...authorities] });
  }
  const tls = tlsOptions(connection, certificate, system.server);
  return proxy === undefined
    ? new https.Agent({ ...options, ...tls })
    : new TunnelAgent(options, tls, { url: proxy.url, authorities }, limits.connect);
}

interface Proxy {
  readonly url: URL;
  /** In PEM: who may have signed for it, if it is an HTTPS proxy. */
  readonly authorities: readonly string[];
}

/** Reaches an HTTPS server through an HTTP proxy's CONNECT. Sockets are handed over ready for the request. */
class TunnelAgent extends https.Agent {
  readonly #tls: ConnectionOptions;
  readonly #proxy: Proxy;
  readonly #timeLimit: number;

  constructor(options: http.AgentOptions, tls: ConnectionOptions, proxy: Proxy, timeLimit: number) {
    super(options);
    this.#tls = tls;
    this.#proxy = proxy;
    this.#timeLimit = timeLimit;
  }

  override createConnection(
    options: https.RequestOptions,
    handOver: (problem: Error | null, stream: Duplex) => void = () => {},
  ): undefined {
    const authority = `${bracketed(options.host ?? "")}:${options.port}`;
    openTunnel(this.#proxy, authority, this.#timeLimit)
      .then((socket) => secure(socket, this.#tls))
      .then(
        (secured) => handOver(null, secured),
        (problem: Error) => handOver(problem, new Socket()),
      );
    return undefined;
  }
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

function secure(socket: Socket, tls: ConnectionOptions): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const secured = connectTls({ ...tls, socket });
    secured.once("error", reject);
    secured.once("secureConnect", () => {
      secured.off("error", reject);
      resolve(secured);
    });
  });
}

function bracketed(host: string): string {
  return isIP(host) === 6 ? `[${host}]` : host;
}
