import http from "node:http";
import https from "node:https";
import type { ClientCertificate, Connection } from "../kubeconfig/index.ts";
import { addressOf, nameToAskFor } from "./address.ts";
import type { Limits } from "./limits.ts";
import { tlsOptions } from "./tls-options.ts";
import { TunnelAgent } from "./tunnel-agent.ts";

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
