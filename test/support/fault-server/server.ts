import type { IncomingMessage, ServerResponse } from "node:http";
import http from "node:http";
import https from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { Authority, Certificate } from "./certificates.ts";
import { authority } from "./certificates.ts";

/** What the server does with one request. */
export type Reaction = (request: IncomingMessage, response: ServerResponse, wire: Socket) => void;

/** Reactions to the requests for one path, in order; the last one stays. */
export type Script = Reaction | readonly Reaction[];

export interface FaultServer {
  readonly url: string;
  readonly port: number;
  /** PEM of the authority that signed the server's certificate. */
  readonly authority: string;
  /** Method and URL of every request, in the order in which they came. */
  readonly requests: readonly IncomingMessage[];
  /** How many connections were opened. */
  readonly connections: () => number;
  /** Largest number of requests that were being answered at one time. */
  readonly busiest: () => number;
  on(path: string, script: Script): void;
  close(): Promise<void>;
}

export interface FaultServerOptions {
  readonly tls?: "on" | "off";
  readonly certificate?: Certificate;
  /** Ask clients for a certificate of this authority. */
  readonly clients?: Authority;
  readonly host?: string;
}

/** Made once, since making keys takes time. */
export const testAuthority = authority("pvguard test authority");
const standardCertificate = testAuthority.issue({ name: "server", hosts: ["localhost", "127.0.0.1", "::1"] });

/** An API server that does to each request what its script says; a path without script is not found. */
export async function faultServer(options: FaultServerOptions = {}): Promise<FaultServer> {
  const scripts = new Map<string, Script>();
  const turns = new Map<string, number>();
  const requests: IncomingMessage[] = [];
  const wires = new Map<string, Socket>();
  let opened = 0;
  let busy = 0;
  let busiest = 0;

  function react(request: IncomingMessage, response: ServerResponse): void {
    requests.push(request);
    busiest = Math.max(busiest, ++busy);
    response.once("close", () => busy--);
    const path = request.url?.split("?")[0] ?? "";
    const script = scripts.get(path) ?? notFound;
    const turn = turns.get(path) ?? 0;
    turns.set(path, turn + 1);
    const reaction =
      typeof script === "function" ? script : (script[Math.min(turn, script.length - 1)] ?? notFound);
    const wire = wires.get(wireKey(request.socket)) ?? request.socket;
    reaction(request, response, wire);
  }

  const { certificate, key } = options.certificate ?? standardCertificate;
  const server =
    options.tls === "off"
      ? http.createServer(react)
      : https.createServer(
          {
            cert: certificate,
            key,
            ...(options.clients === undefined
              ? {}
              : { requestCert: true, rejectUnauthorized: true, ca: options.clients.certificate }),
          },
          react,
        );
  server.on("connection", (wire: Socket) => {
    opened++;
    wires.set(wireKey(wire), wire);
    wire.on("error", () => {});
  });
  server.on("tlsClientError", () => {});
  const host = options.host ?? "127.0.0.1";
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${options.tls === "off" ? "http" : "https"}://${host.includes(":") ? `[${host}]` : host}:${port}`,
    port,
    authority: testAuthority.certificate,
    requests,
    connections: () => opened,
    busiest: () => busiest,
    on: (path, script) => {
      scripts.set(path, script);
    },
    async close() {
      for (const wire of wires.values()) wire.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A TLS socket and the TCP socket below it have the same remote port. */
function wireKey(socket: Socket): string {
  return `${socket.remoteAddress}:${socket.remotePort}`;
}

const notFound: Reaction = (_, response) => {
  response.writeHead(404, { "Content-Type": "text/plain" }).end("404 page not found\n");
};
