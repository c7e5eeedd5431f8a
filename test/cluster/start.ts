/** `npm run cluster`: starts a control plane, says how to use it, and waits for Ctrl-C. `--with csi,scheduler,nodes`: more of a cluster. */
import { NoBinaries } from "./binaries/go.ts";
import { startCluster } from "./cluster.ts";
import { startCsi } from "./csi/csi.ts";
import { startNodes } from "./nodes/nodes.ts";
import { users } from "./users/users.ts";

const parts = ["csi", "scheduler", "nodes"] as const;
type Part = (typeof parts)[number];

const driver = "disks.example.com";

class Usage extends Error {}

function wanted([flag, value = "", ...others]: readonly string[]): readonly Part[] {
  if (flag === undefined) return [];
  const named = value.split(",");
  const isPart = (name: string): name is Part => (parts as readonly string[]).includes(name);
  if (flag !== "--with" || others.length > 0 || !named.every(isPart))
    throw new Usage(`usage: npm run cluster -- [--with ${parts.join(",")}]`);
  return named.filter(isPart);
}

/** Everything that was asked for; what was started last is stopped first. */
async function start(more: readonly Part[], stops: (() => Promise<void>)[]): Promise<void> {
  const scheduler = more.includes("scheduler") ? (["kube-scheduler"] as const) : [];
  const cluster = await startCluster({ controllers: ["kube-controller-manager", ...scheduler] });
  stops.push(() => cluster.stop());
  if (more.includes("csi")) {
    const csi = await startCsi(cluster.kubeconfigPath, ["csi-provisioner", "csi-attacher"], driver);
    stops.push(() => csi.stop());
    say(`StorageClass ${driver}; its disks are files in ${csi.logs}`);
  }
  if (more.includes("nodes")) {
    const drivers = more.includes("csi") ? [driver] : [];
    const places = more.includes("scheduler") ? "a scheduler" : "no scheduler";
    const nodes = await startNodes(cluster.api(), ["node-1", "node-2"], drivers, places);
    stops.push(() => nodes.stop());
    say("node-1 and node-2 take pods; `kubectl annotate node NAME pvguard.dev/silent=` stops a kubelet");
  }
  process.stdout.write(`export KUBECONFIG=${cluster.kubeconfigPath}\n`);
  say(`${cluster.server}, contexts: ${users.map((user) => user.name).join(", ")}`);
  say(`logs: ${cluster.logs}\nCtrl-C stops it.`);
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

async function interrupted(): Promise<void> {
  await new Promise<void>((resolve) => {
    const alive = setInterval(() => undefined, 60_000);
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.once(signal, () => {
        clearInterval(alive);
        resolve();
      });
    }
  });
}

async function main(): Promise<number> {
  const more = wanted(process.argv.slice(2));
  const stops: (() => Promise<void>)[] = [];
  try {
    await start(more, stops);
    await interrupted();
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
  return 0;
}

process.exitCode = await main().catch((error: unknown) => {
  const isKnown = error instanceof NoBinaries || error instanceof Usage;
  say(isKnown ? error.message : String((error as Error).stack));
  return 1;
});
