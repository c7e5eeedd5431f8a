/**
 * `npx tsx test/cluster/guard-serve/large.ts 500 1000 2000`: how long the API server waits for `guard-serve`, by the number of
 * claims in the namespace. Prints a row for each number, for the claim and for its namespace.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { makePacker } from "../../../build/packer.ts";
import { startCluster } from "../cluster.ts";
import type { Api } from "../support/api.ts";
import { boundPair } from "../support/manifests.ts";
import { pathOf } from "../support/paths.ts";
import { register, startGuard } from "./guarding.ts";

const namespace = "large";
const label = "large";
/** More than `--max-age`, so that no answer uses what another read. */
const pause = 2500;
const rounds = 3;
const flags = ["--mode=deny", ...process.argv.slice(2).filter((each) => each.startsWith("--"))];
const numbers = process.argv
  .slice(2)
  .filter((each) => !each.startsWith("--"))
  .map(Number);

/** A claim that is bound to a volume, as the controllers leave them. */
async function bindOne(api: Api, at: number): Promise<void> {
  const place = { name: `data-${at}`, namespace };
  const name = `pv-${at}`;
  const csi = { driver: "disks.example.com", volumeHandle: `vol-${at}` };
  const [volume, claim] = boundPair(name, place, {
    hostPath: undefined,
    csi,
    persistentVolumeReclaimPolicy: "Delete",
  });
  const [made] = await api.create(claim);
  const claimRef = {
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    ...place,
    uid: made?.metadata.uid,
  };
  await api.create({ ...volume, spec: { ...(volume.spec as object), claimRef } });
  const status = { status: { phase: "Bound" } };
  await api.patch("v1/persistentvolumeclaims", place, status, "/status");
  await api.patch("v1/persistentvolumes", { name }, status, "/status");
}

async function fill(api: Api, from: number, to: number): Promise<void> {
  let next = from;
  const work = async () => {
    while (next < to) await bindOne(api, next++);
  };
  await Promise.all(Array.from({ length: 8 }, work));
}

async function row(api: Api, what: string, path: string, cpu: () => number): Promise<void> {
  const tries: string[] = [];
  for (let round = 0; round < rounds; round++) {
    await sleep(pause);
    const [began, before] = [performance.now(), cpu()];
    const { status, warning } = await api.send("DELETE", path, { dryRun: ["All"] });
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const said = status === 403 ? "refused" : warning === undefined ? "passed" : `warned: ${warning}`;
    tries.push(`${seconds}s (${(cpu() - before).toFixed(1)}s of CPU) ${said}`);
  }
  process.stdout.write(`| ${what} | ${tries.join(" | ")} |\n`);
}

await makePacker();
const cluster = await startCluster({ controllers: [] });
process.env.PVGUARD_E2E_KUBECONFIG = cluster.kubeconfigPath;
const api = cluster.api();
try {
  await api.create({
    apiVersion: "v1",
    kind: "Namespace",
    metadata: { name: namespace, labels: { guarded: label } },
  });
  const guarding = await startGuard(...flags);
  await register(api, guarding, label);
  let count = 0;
  for (const number of numbers) {
    await fill(api, count, number);
    count = number;
    const claim = pathOf("v1/persistentvolumeclaims", { name: "data-0", namespace });
    await row(api, `a claim of ${count}`, claim, guarding.cpu);
    await row(api, `its namespace`, pathOf("v1/namespaces", { name: namespace }), guarding.cpu);
  }
  await guarding.end();
  process.stderr.write(guarding.said());
} finally {
  await cluster.stop();
}
