import { randomBytes } from "node:crypto";
import { KubeConfig } from "@kubernetes/client-node";
import type { Client } from "../../../../src/connection/http/client.ts";
import { client } from "../../../../src/connection/http/client.ts";
import { connect } from "../../../../src/connection/kubeconfig/index.ts";
import { kubeconfigFor, liveSurroundings } from "../../../support/fault-server/surroundings.ts";
import { startCluster } from "../../cluster.ts";
import type { Api } from "../../support/api.ts";

/** An API server where only the test acts. */
export interface Ground {
  readonly api: Api;
  readonly client: Client;
  readonly namespace: string;
  close(): Promise<void>;
}

export async function ground(): Promise<Ground> {
  const cluster = await startCluster({ controllers: [] });
  const config = new KubeConfig();
  config.loadFromFile(cluster.kubeconfigPath);
  const authority = config.getCurrentCluster()?.caData ?? "";
  const entry = { server: cluster.server, "certificate-authority-data": authority };
  const text = kubeconfigFor(entry, { token: config.getUser("admin")?.token });
  const outside = liveSurroundings(text, { limits: { inFlight: 64 } });
  const opened = client(await connect({}, outside), outside);
  const api = cluster.api();
  const namespace = `races-${randomBytes(4).toString("hex")}`;
  await api.create({ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
  return {
    api,
    client: opened,
    namespace,
    async close() {
      opened.close();
      await cluster.stop();
    },
  };
}
