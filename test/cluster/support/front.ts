import { readFileSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, request } from "node:https";
import type { AddressInfo } from "node:net";
import { KubeConfig } from "@kubernetes/client-node";
import { authority } from "../../support/fault-server/certificates.ts";

/** A server of the test before an API server: it passes every request on, and sees it first. */
export interface Front {
  /** As the cluster's own, with this server in place of it. */
  readonly kubeconfigPath: string;
  /** What was asked for, with its query, and the status of the answer. */
  readonly seen: readonly { readonly url: URL; readonly status: number }[];
  close(): void;
}

/** `beforeEach` may take its time: the request waits. If it throws, the connection breaks. */
export async function startFront(
  kubeconfigPath: string,
  beforeEach: (url: URL) => Promise<void> = async () => {},
): Promise<Front> {
  const config = new KubeConfig();
  config.loadFromFile(kubeconfigPath);
  const cluster = config.getCurrentCluster();
  if (cluster === null) throw new Error(`${kubeconfigPath} names no server`);
  const behind = { server: cluster.server, ca: Buffer.from(cluster.caData ?? "", "base64") };
  const issuer = authority("front");
  const { certificate, key } = issuer.issue({ name: "kube-apiserver", hosts: ["127.0.0.1"] });
  const seen: { readonly url: URL; readonly status: number }[] = [];
  const server = createServer({ cert: certificate, key }, async (incoming, outgoing) => {
    const url = new URL(incoming.url ?? "/", behind.server);
    try {
      await beforeEach(url);
    } catch {
      outgoing.destroy();
      return;
    }
    seen.push({ url, status: await passOn(incoming, outgoing, url, behind.ca) });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const path = `${kubeconfigPath}.${(server.address() as AddressInfo).port}`;
  const text = readFileSync(kubeconfigPath, "utf8").replaceAll(behind.server, address);
  writeFileSync(
    path,
    text.replaceAll(cluster.caData ?? "", Buffer.from(issuer.certificate).toString("base64")),
    { mode: 0o600 },
  );
  return {
    kubeconfigPath: path,
    seen,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function passOn(incoming: IncomingMessage, outgoing: ServerResponse, url: URL, ca: Buffer): Promise<number> {
  const { method = "GET", headers } = incoming;
  return new Promise((resolve) => {
    const sent = request(url, { method, ca, headers: { ...headers, host: url.host } }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      resolve(answer.statusCode ?? 502);
    });
    sent.on("error", () => {
      outgoing.destroy();
      resolve(502);
    });
    incoming.pipe(sent);
  });
}
