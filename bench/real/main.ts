/** `npm run bench:real -- --help`: an audit of a real API server, beside what others take for less. */
import { startCluster } from "../../test/cluster/cluster.ts";
import { figures } from "../report/figures.ts";
import { table } from "../report/table.ts";
import { inTurns } from "../runner/rounds.ts";
import { openStage } from "../runner/stage.ts";
import { audit, kubectl, popeye } from "../scenes/commands.ts";
import { fill } from "./fill.ts";
import type { Options } from "./options.ts";
import { help, options } from "./options.ts";
import { untilServed } from "./served.ts";

const asked = options(process.argv.slice(2));
if (asked === undefined) process.stdout.write(help);
else await measure(asked);

async function measure({ pods, rounds, only }: Options): Promise<void> {
  const stage = await openStage({ nodes: [], programs: [] });
  // Only the API server and etcd: a controller would clean up what is wrong with the cluster.
  const cluster = await startCluster({ controllers: [] });
  try {
    const begin = Date.now();
    const { objects, expected } = await fill(cluster.etcd, pods, begin);
    await untilServed(cluster.api(), pods);
    process.stderr.write(`${objects} objects, stored and served after ${Date.now() - begin} ms\n`);
    const { kubeconfigPath: config } = cluster;
    const all = [
      audit("audit", "pvguard audit", stage.main, config),
      kubectl(pods, config),
      ...popeye(config),
    ];
    const variants = all.filter(({ id }) => only.includes(id));
    const env = { PATH: process.env.PATH ?? "", HOME: stage.folder };
    const means = { ...stage, env, expected, server: noServer };
    const outcomes = await inTurns(variants, rounds, means);
    process.stdout.write(
      `\n${pods} pods, ${objects} objects, Kubernetes' own API server\n\n${table(outcomes)}`,
    );
    const [first, ...others] = outcomes.map(figures);
    for (const { name, seconds, cpu } of first === undefined ? [] : others) {
      const wall = (seconds.median / (first?.seconds.median ?? 1)).toFixed(1);
      const work = (cpu.median / (first?.cpu.median ?? 1)).toFixed(1);
      process.stdout.write(`${name}: ${wall} times as long, ${work} times the CPU\n`);
    }
  } finally {
    await cluster.stop();
    stage.close();
  }
}

function noServer(): never {
  throw new Error("nobody counts what a real API server is asked");
}
