/** `npm run bench:real -- --pods 20000 --rounds 3`: an audit of a real API server, beside what others take for less. */
import { parseArgs } from "node:util";
import { startCluster } from "../../test/cluster/cluster.ts";
import { figures } from "../report/figures.ts";
import { table } from "../report/table.ts";
import { inTurns } from "../runner/rounds.ts";
import { openStage } from "../runner/stage.ts";
import { audit, kubectl, popeye } from "../scenes/commands.ts";
import { fill } from "./fill.ts";
import { untilServed } from "./served.ts";

const { values } = parseArgs({
  options: {
    pods: { type: "string", default: "20000" },
    rounds: { type: "string", default: "3" },
    only: { type: "string", default: "audit,kubectl,popeye" },
  },
});
const stage = await openStage();
// Only the API server and etcd: a controller would clean up what is wrong with the cluster.
const cluster = await startCluster({ controllers: [] });
try {
  const begin = Date.now();
  const { objects, expected } = await fill(cluster.etcd, Number(values.pods), begin);
  await untilServed(cluster.api(), Number(values.pods));
  process.stderr.write(`${objects} objects, stored and served after ${Date.now() - begin} ms\n`);
  const { kubeconfigPath: config } = cluster;
  const all = [
    audit("audit", "pvguard audit", stage.main, config),
    kubectl(Number(values.pods), config),
    ...popeye(config),
  ];
  const variants = all.filter(({ id }) => values.only.split(",").includes(id));
  const env = { PATH: process.env.PATH ?? "", HOME: stage.folder };
  const means = { ...stage, env, expected, server: noServer };
  const outcomes = await inTurns(variants, Number(values.rounds), means);
  process.stdout.write(
    `\n${values.pods} pods, ${objects} objects, Kubernetes' own API server\n\n${table(outcomes)}`,
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

function noServer(): never {
  throw new Error("nobody counts what a real API server is asked");
}
