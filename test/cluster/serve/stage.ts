/** A control plane whose past can be forgotten, a server before it that counts, and `serve` before that. */
import { setTimeout as sleep } from "node:timers/promises";
import { apiServerArgs } from "../api-server/arguments.ts";
import type { Cluster } from "../cluster.ts";
import { startCluster } from "../cluster.ts";
import { newName } from "../support/e2e.ts";
import { when } from "../support/eventually.ts";
import type { Front } from "../support/front.ts";
import { startFront } from "../support/front.ts";
import { persistentVolumeClaim } from "../support/manifests.ts";
import type { Serving } from "./running.ts";
import { startServe } from "./running.ts";

const claims = "v1/persistentvolumeclaims";
const namespace = "default";

export interface Stage {
  readonly cluster: Cluster;
  readonly front: Front;
  readonly serving: Serving;
  /** A claim that will never be bound, which is a finding. */
  breakOne(): Promise<string>;
  mend(name: string): Promise<void>;
  /** How many findings there are about such claims. */
  findings(): Promise<number | undefined>;
  /** The server forgets what the next list of several pages began with. */
  forgetOnce(): void;
  close(): Promise<void>;
}

/** In pages this small, lists take several requests. */
export const audits = ["--older-than=0s", "--chunk-size=5"] as const;

export async function playServe(interval: number, more: readonly string[] = []): Promise<Stage> {
  const args = ["--etcd-compaction-interval=1s", ...apiServerArgs, ...more];
  const cluster = await startCluster({ extraArgs: { "kube-apiserver": args } });
  const api = cluster.api();
  let forget = false;
  const breakOne = async (name = newName("data")) => {
    await api.create(persistentVolumeClaim({ name, namespace }, { storageClassName: "nope" }));
    return name;
  };
  for (let each = 0; each < 8; each++) await breakOne(`always-${each}`);
  const untilForgotten = async (url: URL) => {
    if (!forget || !url.searchParams.has("continue")) return;
    forget = false;
    await when(
      "the server has forgotten the list",
      async () => {
        const annotations = { now: newName("") };
        await api.patch(claims, { name: "always-0", namespace }, { metadata: { annotations } });
        await sleep(500);
        return (await api.send("GET", `${url.pathname}${url.search}`)).status;
      },
      (status) => status === 410,
    );
  };
  const front = await startFront(cluster.kubeconfigPath, untilForgotten);
  const serving = await startServe(front.kubeconfigPath, `--interval=${interval}s`, ...audits);
  return {
    cluster,
    front,
    serving,
    breakOne: () => breakOne(),
    mend: (name) => api.remove(claims, { name, namespace }),
    findings: () => serving.metric("pvguard_findings{", 'namespace="default"'),
    forgetOnce() {
      forget = true;
    },
    async close() {
      await serving.end("SIGKILL");
      front.close();
      await cluster.stop();
    },
  };
}
