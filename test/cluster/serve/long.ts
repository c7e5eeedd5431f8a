/**
 * `npx tsx test/cluster/serve/long.ts 30`: runs `serve` for so many minutes while objects change, the API server goes away
 * and forgets, and prints what came of it as a table.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { makePacker } from "../../../build/packer.ts";
import { when } from "../support/eventually.ts";
import type { Stage } from "./stage.ts";
import { playServe } from "./stage.ts";

/** In seconds. */
const interval = 10;
const outage = 60;

interface Seen {
  /** Seconds from each change to its metric. */
  readonly changes: number[];
  /** Seconds from the server's return to a good audit. */
  readonly returns: number[];
  readonly memory: { readonly minute: number; readonly megabytes: number }[];
}

async function change(stage: Stage, { changes }: Seen): Promise<void> {
  const count = async (wanted: number, began: number) => {
    await when("the change", stage.findings, (now) => now === wanted, 120);
    changes.push((performance.now() - began) / 1000);
  };
  const name = await stage.breakOne();
  await count(9, performance.now());
  // Not in step with the audits.
  await sleep(Math.random() * interval * 1000);
  const began = performance.now();
  await stage.mend(name);
  await count(8, began);
}

async function goAway(stage: Stage, { returns }: Seen): Promise<void> {
  await stage.cluster.stopProgram("kube-apiserver");
  await sleep(outage * 1000);
  await stage.cluster.restartProgram("kube-apiserver");
  const began = performance.now();
  const last = () => stage.serving.metric("pvguard_last_audit_ok");
  await when("a good audit", last, (value) => value === 1, 120);
  returns.push((performance.now() - began) / 1000);
}

async function play(stage: Stage, minutes: number): Promise<Seen> {
  const seen: Seen = { changes: [], returns: [], memory: [] };
  const began = performance.now();
  const minute = () => (performance.now() - began) / 60_000;
  const note = () => seen.memory.push({ minute: minute(), megabytes: stage.serving.memory() });
  const noting = setInterval(note, 10_000);
  for (let round = 1; minute() < minutes; round++) {
    if (round % 4 === 0) stage.forgetOnce();
    await change(stage, seen);
    if (round % 10 === 0) await goAway(stage, seen);
  }
  clearInterval(noting);
  return seen;
}

function table(
  stage: Stage,
  { changes, returns, memory }: Seen,
  counts: readonly (number | undefined)[],
): string {
  const [ok, failed, requests] = counts;
  const sorted = [...changes].sort((a, b) => a - b);
  const at = (part: number) => sorted[Math.floor((sorted.length - 1) * part)]?.toFixed(1);
  const between = (from: number, to: number) => {
    const those = memory
      .filter(({ minute }) => minute >= from && minute < to)
      .map(({ megabytes }) => megabytes);
    return `${Math.min(...those).toFixed(0)}-${Math.max(...those).toFixed(0)} MB`;
  };
  const end = memory.at(-1)?.minute ?? 0;
  const gone = stage.front.seen.filter(({ status }) => status === 410).length;
  const fifths = [0, 1, 2, 3, 4].map((part) => between((end / 5) * part, (end / 5) * (part + 1)));
  return [
    `audits: ${ok} ok, ${failed} failed`,
    `requests: ${requests} counted by serve, ${stage.front.seen.length} seen by the server before the API server`,
    `answers 410: ${gone}`,
    `outages of ${outage} s: ${returns.length}; a good audit ${returns.map((each) => each.toFixed(1)).join(", ")} s after the end`,
    `changes: ${changes.length}; in the metrics after ${at(0)} s (least), ${at(0.5)} s (median), ${at(1)} s (most)`,
    `resident memory, by fifths of the ${end.toFixed(0)} minutes: ${fifths.join(", ")}`,
  ].join("\n");
}

await makePacker();
const stage = await playServe(interval);
try {
  await when("the first report", stage.findings, (count) => count === 8);
  const seen = await play(stage, Number(process.argv[2] ?? 30));
  const metric = stage.serving.metric;
  const counts = [
    await metric("pvguard_audits_total", 'result="ok"'),
    await metric("pvguard_audits_total", 'result="failed"'),
    await metric("pvguard_api_requests_total"),
  ];
  process.stdout.write(`${table(stage, seen, counts)}\n`);
  process.stdout.write(`exit code after SIGTERM: ${await stage.serving.end("SIGTERM")}\n`);
} finally {
  process.stderr.write(stage.serving.said());
  await stage.close();
}
