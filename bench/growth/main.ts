/** `npm run bench:growth -- --help`: how what a command takes grows with one thing in the cluster. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { bundle } from "../../build/bundle.ts";
import { ownProgram } from "../../test/cluster/binaries/own.ts";
import { machineTold } from "../report/machine.ts";
import { cache, root } from "../runner/folders.ts";
import type { Cost } from "../runner/measure.ts";
import { measured } from "../runner/measure.ts";
import type { Growth } from "./growth.ts";
import { cpuOf, growthLine, growthOf, growthTold, withGrowth } from "./growth.ts";
import type { Shape } from "./shape.ts";
import { readAt } from "./shape.ts";
import { shapes } from "./shapes.ts";

const help = `Usage: npm run bench:growth -- [--sizes 1000,2000,4000,8000] [--rounds 2] [--shape WORDS]... [--command WORDS]...
                               [--list] [--program dist/main.cjs] [--write]

  --sizes     how large the one thing is (1000,2000,4000,8000)
  --rounds    how often each command is run; the least counts (2)
  --shape     only shapes whose name has these words; can be given several times
  --command   only commands that begin with these words; can be given several times
  --list      name the shapes and their commands, and measure nothing
  --program   another build of pvguard: its main.cjs
  --write     put the table into docs/performance.md

A minute is enough for one: npm run bench:growth -- --shape Released --command "why pv" --sizes 500,1000,2000 --rounds 1
`;

const { values } = parseArgs({
  options: {
    sizes: { type: "string", default: "1000,2000,4000,8000" },
    rounds: { type: "string", default: "2" },
    shape: { type: "string", multiple: true, default: [""] },
    command: { type: "string", multiple: true, default: [""] },
    list: { type: "boolean", default: false },
    program: { type: "string" },
    write: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});
const chosen = shapes.filter(({ name }) => values.shape.some((words) => name.includes(words)));
if (values.help) process.stdout.write(help);
else if (values.list)
  process.stdout.write(chosen.map(({ name, commands }) => `${[name, ...commands].join("\n  ")}\n`).join(""));
else await measureAll(values.sizes.split(",").map(Number), Number(values.rounds));

async function measureAll(sizes: readonly number[], rounds: number): Promise<void> {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "growth-"));
  try {
    const meter = await ownProgram(join(root, "bench", "program"), "pvguard-bench");
    const main = values.program ?? (await built(folder));
    const found: Growth[] = [];
    for (const shape of chosen)
      for (const growth of await growthsOf(shape, { folder, meter, main, sizes, rounds })) found.push(growth);
    const machine = `${machineTold()}, with a load average of ${busy()}`;
    const all = shapes.reduce((sum, { commands }) => sum + commands.length, 0);
    const part = growthTold(found, sizes, machine, all);
    const page = join(root, "docs", "performance.md");
    if (values.write) writeFileSync(page, withGrowth(readFileSync(page, "utf8"), part));
    else process.stdout.write(`\n${part}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Of the last minutes: the benchmark itself takes about one core. */
function busy(): string {
  return (loadavg()[2] ?? 0).toFixed(1);
}

async function built(folder: string): Promise<string> {
  const dist = join(folder, "dist");
  await bundle(dist);
  return join(dist, "main.cjs");
}

function isChosen(command: string): boolean {
  return values.command.some((words) => command.startsWith(words));
}

interface Means {
  readonly folder: string;
  readonly meter: string;
  readonly main: string;
  readonly sizes: readonly number[];
  readonly rounds: number;
}

async function growthsOf(shape: Shape, means: Means): Promise<readonly Growth[]> {
  const { folder, sizes, rounds } = means;
  const files = new Map([1, ...sizes].map((size) => [size, join(folder, `${size}.json`)]));
  const counts = new Map<number, number>();
  for (const [size, file] of files) {
    const items = shape.of(size);
    counts.set(size, items.length);
    writeFileSync(file, JSON.stringify({ apiVersion: "v1", kind: "List", items }));
  }
  const growths: Growth[] = [];
  for (const command of shape.commands.filter(isChosen)) {
    const points: { size: number; objects: number; cost: Cost }[] = [];
    for (const [size, file] of files) {
      const costs: Cost[] = [];
      for (let round = 0; round < rounds; round += 1)
        costs.push(await once({ command, size, file, read: shape.read }, means));
      const [least] = costs.sort((one, other) => cpuOf(one) - cpuOf(other));
      if (least !== undefined) points.push({ size, objects: counts.get(size) ?? 0, cost: least });
    }
    const growth = growthOf(shape.name, command, points);
    process.stderr.write(`${shape.name}: ${growthLine(growth).join("  ")}\n`);
    growths.push(growth);
  }
  return growths;
}

interface Run {
  readonly command: string;
  readonly size: number;
  readonly file: string;
  readonly read: string | undefined;
}

async function once({ command, size, file, read }: Run, { folder, meter, main }: Means): Promise<Cost> {
  const words = command.replace("-last", `-${size - 1}`).split(" ");
  const argv = [
    process.execPath,
    main,
    ...words,
    "--from",
    file,
    "--at",
    readAt,
    read === undefined ? "--complete" : `--complete=${read}`,
  ];
  const { cost } = await measured(
    meter,
    folder,
    argv,
    { PATH: process.env.PATH ?? "", HOME: folder },
    "nothing",
  );
  // Findings, refusals and what could not be told are answers, too.
  if (cost.code === 2 || cost.code > 5) throw new Error(`${argv.join(" ")} ended with ${cost.code}`);
  return cost;
}
