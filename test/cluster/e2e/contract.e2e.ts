/** The suite that the in-memory server passes too. No controllers run, so only the suite changes the objects. */
import { suite } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { KubeConfig } from "@kubernetes/client-node";
import type { ContractServer } from "../../contract/index.ts";
import { contract } from "../../contract/index.ts";
import type { Cluster } from "../cluster.ts";
import { startCluster } from "../cluster.ts";

async function start(): Promise<ContractServer> {
  const cluster = await startCluster({
    controllers: [],
    extraArgs: { "kube-apiserver": ["--etcd-compaction-interval=1s", "--feature-gates=WatchList=true"] },
  });
  const config = new KubeConfig();
  config.loadFromFile(cluster.kubeconfigPath);
  const authority = config.getCurrentCluster()?.caData ?? "";
  return {
    url: cluster.server,
    authority: Buffer.from(authority, "base64").toString("utf8"),
    tokenOf: (user) => config.getUser(user)?.token ?? "",
    forgetThePast: () => forget(cluster),
    race: { decidedBy: "chance" },
    close: () => cluster.stop(),
  };
}

/** etcd forgets the past when it is compacted, and the API server forgets its own cache when it restarts. */
async function forget(cluster: Cluster): Promise<void> {
  await sleep(4000);
  await cluster.restartProgram("kube-apiserver");
}

suite("an API server", () => contract(start));
