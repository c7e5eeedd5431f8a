/**
 * `npx tsx test/cluster/serve/outages.ts 20`: runs `serve` for so many minutes behind a server that goes away now and then.
 * It prints how long `serve` takes to recover, and what the process holds in memory after a collection of garbage.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { makePacker } from "../../../build/packer.ts";
import { startCluster } from "../cluster.ts";
import { when } from "../support/eventually.ts";
import { startFront } from "../support/front.ts";
import { persistentVolumeClaim } from "../support/manifests.ts";
import type { Serving } from "./running.ts";
import { startServe } from "./running.ts";

/** In seconds. */
const interval = 10;
const outage = 60;
const quiet = 90;

/** `silent`: requests get no answer. `gone`: connections break. */
type Absence = "silent" | "gone";

interface Held {
  readonly minute: number;
  /** In MB. */
  readonly heap: number;
  readonly resident: number;
}

/** Loaded into the process that is measured: every 15 s it collects all garbage, and notes what is left. */
const meter = (file: string) => `
const v8 = require("node:v8"), vm = require("node:vm"), fs = require("node:fs");
v8.setFlagsFromString("--expose-gc");
const collect = vm.runInNewContext("gc");
if (process.argv.includes("serve")) setInterval(() => {
  collect(); collect();
  const { heapUsed, rss } = process.memoryUsage();
  fs.appendFileSync(${JSON.stringify(file)}, JSON.stringify([process.uptime() / 60, heapUsed / 2 ** 20, rss / 2 ** 20]) + "\\n");
}, 15000).unref();
`;

function heldIn(file: string): readonly Held[] {
  const lines = readFileSync(file, "utf8").trim().split("\n");
  return lines.map((line) => {
    const [minute = 0, heap = 0, resident = 0]: number[] = JSON.parse(line);
    return { minute, heap, resident };
  });
}

/** Seconds from the return of the server to a report of a state after it, and to `ready`. */
async function recovered(serving: Serving, returned: number): Promise<number> {
  const takenAt = () => serving.metric("pvguard_audit_timestamp_seconds");
  // The metric has whole seconds.
  await when("a report from after the return", takenAt, (at = 0) => at * 1000 >= returned - 1000, 180);
  return (Date.now() - returned) / 1000;
}

const spread = (values: readonly number[]) => {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (part: number) => sorted[Math.floor((sorted.length - 1) * part)]?.toFixed(1);
  return `${at(0)} s (least), ${at(0.5)} s (median), ${at(1)} s (most)`;
};

await makePacker();
const folder = mkdtempSync(join(tmpdir(), "pvguard-outages-"));
const [preload, notes] = [join(folder, "meter.cjs"), join(folder, "notes")];
writeFileSync(preload, meter(notes));
const cluster = await startCluster({});
let absent: Absence | undefined;
const front = await startFront(cluster.kubeconfigPath, async () => {
  while (absent === "silent") await sleep(100);
  if (absent === "gone") throw new Error("gone");
});
const options = process.env.NODE_OPTIONS;
process.env.NODE_OPTIONS = `--require ${preload}`;
const serving = await startServe(front.kubeconfigPath, `--interval=${interval}s`, "--older-than=0s");
process.env.NODE_OPTIONS = options ?? "";
try {
  const claim = { name: "always", namespace: "default" };
  await cluster.api().create(persistentVolumeClaim(claim, { storageClassName: "nope" }));
  await when(
    "a report",
    () => serving.metric("pvguard_audits_total", 'result="ok"'),
    (count = 0) => count > 1,
  );
  const returns: Record<Absence, number[]> = { silent: [], gone: [] };
  const end = Date.now() + Number(process.argv[2] ?? 20) * 60_000;
  for (let round = 0; Date.now() < end; round += 1) {
    await sleep(quiet * 1000 * (0.8 + 0.4 * Math.random()));
    const kind: Absence = round % 2 === 0 ? "silent" : "gone";
    absent = kind;
    await sleep(outage * 1000);
    absent = undefined;
    returns[kind].push(await recovered(serving, Date.now()));
  }
  for (const [kind, seconds] of Object.entries(returns))
    process.stdout.write(
      `${kind}, ${seconds.length} outages of ${outage} s: a new report after ${spread(seconds)}\n`,
    );
  const count = (result: string) => serving.metric("pvguard_audits_total", `result="${result}"`);
  process.stdout.write(`audits: ${await count("ok")} ok, ${await count("failed")} failed\n`);
  const held = heldIn(notes);
  const last = held.at(-1)?.minute ?? 0;
  for (let from = 0; from < last; from += 2) {
    const those = held.filter(({ minute }) => minute >= from && minute < from + 2);
    const mean = (of: (each: Held) => number) =>
      those.reduce((sum, each) => sum + of(each), 0) / those.length;
    process.stdout.write(
      `minute ${from}: heap ${mean(({ heap }) => heap).toFixed(2)} MB, resident ${mean(({ resident }) => resident).toFixed(1)} MB\n`,
    );
  }
} finally {
  await serving.end("SIGKILL");
  front.close();
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}
