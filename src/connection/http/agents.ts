import type http from "node:http";
import type { ClientCertificate, Connection } from "../kubeconfig/index.ts";
import { systemAuthorities } from "../kubeconfig/index.ts";
import type { Pool } from "./raw/pool.ts";
import { poolOf } from "./raw/pool.ts";
import type { Limits, LiveSurroundings } from "./surroundings.ts";
import { tlsOptions } from "./tls-options.ts";

/** The connections that stay open. Those for watching are apart, since each is taken for as long as the watch lasts. */
export interface Agents {
  for(use: "reading" | "watching", certificate: ClientCertificate | undefined): Promise<http.Agent>;
  /** Connections without anything between here and the server. */
  direct(certificate: ClientCertificate | undefined): Promise<Pool>;
  close(): void;
}

export function agents(connection: Connection, surroundings: LiveSurroundings, limits: Limits): Agents {
  const { server, proxy, trust } = connection;
  const isSecure = server.protocol === "https:";
  const opened: (() => void)[] = [];
  const pool = onePerCertificate<Pool>();
  const agent = { reading: onePerCertificate<http.Agent>(), watching: onePerCertificate<http.Agent>() };
  let authorities: Promise<readonly string[]> | undefined;

  async function system(isNeeded: boolean): Promise<readonly string[]> {
    if (!isNeeded) return [];
    authorities ??= systemAuthorities(surroundings);
    return await authorities;
  }

  async function trusted(): Promise<readonly string[]> {
    return await system(isSecure && trust.authorities === undefined && trust.verification === "on");
  }

  return {
    async for(use, certificate) {
      // The raw reader does not need node:http, so it is loaded only here.
      const [ofServer, ofProxy, { agentFor }] = await Promise.all([
        trusted(),
        system(proxy?.url.protocol === "https:"),
        import("./exchange.ts"),
      ]);
      return agent[use](certificate, () => {
        const tls = isSecure ? tlsOptions(connection, certificate, ofServer) : undefined;
        const sockets = use === "reading" ? limits.inFlight : Number.POSITIVE_INFINITY;
        const made = agentFor(
          tls,
          proxy && { url: proxy.url, authorities: ofProxy },
          sockets,
          limits.connect,
        );
        opened.push(() => made.destroy());
        return made;
      });
    },
    async direct(certificate) {
      const ofServer = await trusted();
      return pool(certificate, () => {
        const tls = isSecure ? tlsOptions(connection, certificate, ofServer) : undefined;
        const made = poolOf(server, tls, limits);
        opened.push(() => made.close());
        return made;
      });
    },
    close() {
      for (const close of opened) close();
    },
  };
}

/** Makes another when the certificate is another than the last time. */
function onePerCertificate<T>(): (certificate: ClientCertificate | undefined, make: () => T) => T {
  let last: { readonly made: T; readonly certificate: string | undefined } | undefined;
  return (certificate, make) => {
    if (last === undefined || last.certificate !== certificate?.certificate) {
      last = { made: make(), certificate: certificate?.certificate };
    }
    return last.made;
  };
}
