import http from "node:http";
import https from "node:https";
import type { ClientCertificate, Connection } from "../kubeconfig/index.ts";
import type { Limits } from "./limits.ts";
import { tlsOptions } from "./tls-options.ts";
import { TunnelAgent } from "./tunnel-agent.ts";

/** Keeps connections to the server open between requests, and opens no more than so many at a time. */
export function agentFor(
  connection: Connection,
  certificate: ClientCertificate | undefined,
  systemAuthorities: readonly string[] | undefined,
  limits: Pick<Limits, "inFlight" | "connect">,
): http.Agent {
  const options = { keepAlive: true, maxSockets: limits.inFlight, scheduling: "lifo" } as const;
  const { server, proxy } = connection;
  if (server.protocol === "http:") {
    return proxy?.url.protocol === "https:"
      ? new https.Agent({ ...options, rejectUnauthorized: true })
      : new http.Agent(options);
  }
  const tls = tlsOptions(connection, certificate, systemAuthorities);
  return proxy === undefined
    ? new https.Agent({ ...options, ...tls })
    : new TunnelAgent(options, tls, proxy.url, limits.connect);
}
