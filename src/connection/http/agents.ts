import type http from "node:http";
import { type ClientCertificate, type Connection, systemAuthorities } from "../kubeconfig/index.ts";
import type { Limits } from "./limits.ts";
import { type Pool, poolOf } from "./raw/pool.ts";
import type { LiveSurroundings } from "./surroundings.ts";
import { tlsOptions } from "./tls-options.ts";

/** The connections that stay open. Those for watching are apart, since each is taken for as long as the watch lasts. */
export interface Agents {
  for(use: "reading" | "watching", certificate: ClientCertificate | undefined): Promise<http.Agent>;
  /** Connections without anything between here and the server. */
  direct(certificate: ClientCertificate | undefined): Promise<Pool>;
  /** Closes those that are not in use: another agent needs as many. */
  closeIdle(): void;
  close(): void;
}

export function agents(connection: Connection, surroundings: LiveSurroundings, limits: Limits): Agents {
  const open = new Map<string, { readonly agent: http.Agent; readonly certificate: string | undefined }>();
  let direct: { readonly pool: Pool; readonly certificate: string | undefined } | undefined;
  let authorities: Promise<readonly string[]> | undefined;

  function system(): Promise<readonly string[]> {
    authorities ??= systemAuthorities(surroundings);
    return authorities;
  }

  async function trusted(): Promise<readonly string[] | undefined> {
    const needed =
      connection.server.protocol === "https:" &&
      connection.trust.authorities === undefined &&
      connection.trust.verification === "on";
    return needed ? await system() : undefined;
  }

  async function trustedAsProxy(): Promise<readonly string[] | undefined> {
    return connection.proxy?.url.protocol === "https:" ? await system() : undefined;
  }

  return {
    async for(use, certificate) {
      // The raw reader does not need node:http, so it is loaded only here.
      const [server, proxy, { agentFor }] = await Promise.all([
        trusted(),
        trustedAsProxy(),
        import("./by-node.ts"),
      ]);
      const known = open.get(use);
      if (known !== undefined && known.certificate === certificate?.certificate) return known.agent;
      const sockets = use === "reading" ? limits : { ...limits, inFlight: Number.POSITIVE_INFINITY };
      const agent = agentFor(connection, certificate, { server, proxy }, sockets);
      open.set(use, { agent, certificate: certificate?.certificate });
      return agent;
    },
    async direct(certificate) {
      const extra = await trusted();
      if (direct !== undefined && direct.certificate === certificate?.certificate) return direct.pool;
      const { server } = connection;
      const tls = server.protocol === "https:" ? tlsOptions(connection, certificate, extra) : undefined;
      direct = {
        pool: poolOf(server, tls, limits),
        certificate: certificate?.certificate,
      };
      return direct.pool;
    },
    closeIdle() {
      direct?.pool.closeIdle();
    },
    close() {
      direct?.pool.close();
      for (const { agent } of open.values()) agent.destroy();
      open.clear();
    },
  };
}
