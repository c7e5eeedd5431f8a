import { setFlagsFromString } from "node:v8";

interface Flag {
  /** As on a command line. */
  readonly set: string;
  /** V8 takes compiled code only where no flag says anything else. */
  readonly usual: string;
}

/**
 * Lists are packed, and hardly anything else that is made while they are read or judged lives long. So young objects get
 * no more room than they have by now; V8 would double it again and again, up to 32 MB and more, all of which is written
 * to. And the others are looked through when they take 40 % more than after the last time; V8 would wait for some 20 MB.
 */
const packing: readonly Flag[] = [
  numeric("semi-space-growth-factor", 1, 2),
  numeric("heap-growing-percent", 40, 0),
  // What judges has not run for a few collections when its turn comes: V8 would let go of it, and compile it once more.
  { set: "--no-flush-bytecode", usual: "--flush-bytecode" },
];

/**
 * Who makes objects is done soon: V8 looks through them less often when their room becomes eight times as large at once,
 * and not twice.
 */
const making: readonly Flag[] = [numeric("semi-space-growth-factor", 8, 2)];

/** Until lists are packed, what is loaded and connected lives: four times as much room is found at once, and stays. */
const loading: readonly Flag[] = [numeric("semi-space-growth-factor", 4, 2)];

/** What decides when V8 optimizes code, and its value where nobody sets it. */
interface Optimizing {
  readonly functions: Readonly<Record<string, number>>;
  /** Later versions wait for longer by themselves. */
  readonly webAssembly?: number;
}

const mostByMaglev: Optimizing = {
  functions: { "invocation-count-for-maglev": 400, "invocation-count-for-maglev-osr": 100 },
};

const optimizing: Readonly<Record<number, Optimizing>> = {
  20: { functions: { "interrupt-budget": 67_584 }, webAssembly: 1_800_000 },
  22: { functions: { "invocation-count-for-turbofan": 3000 } },
  24: mostByMaglev,
  26: mostByMaglev,
};

/**
 * What is repeated most is WebAssembly. Of our own functions, hundreds are called often enough for V8 to optimize them,
 * and are hardly called any more when that is done: so it waits until they have run thirty-two times as long, and of
 * what judges, which is called for each suspect, eight times. Of WebAssembly V8 of Node.js 20
 * waits four times as long, so as not to do it for a few objects.
 */
function lateOptimizing({ functions, webAssembly }: Optimizing, work: Work): readonly Flag[] {
  const times = work === "judges" ? 8 : 32;
  return [
    ...Object.entries(functions).map(([name, usual]) => numeric(name, times * usual, usual)),
    ...(webAssembly === undefined ? [] : [numeric("wasm-tiering-budget", 4 * webAssembly, webAssembly)]),
  ];
}

function numeric(name: string, value: number, usual: number): Flag {
  return { set: `--${name}=${value}`, usual: `--${name}=${usual}` };
}

/** What a cluster's lists become, or that there are none yet that are to be packed. */
export type Work = "packs lists" | "makes objects" | "loads" | "judges";

const heap: Readonly<Record<Work, readonly Flag[]>> = {
  "packs lists": packing,
  "makes objects": making,
  loads: loading,
  judges: packing,
};

/** What of Node.js itself is loaded under other flags is compiled anew: the way to a server, and most pack what they send. */
export async function beforeFlags(): Promise<void> {
  await Promise.all([import("node:tls"), import("node:zlib")]);
}

/** Sets the flags for this work, and returns what takes them back. Another V8 may not know them, and would say so. */
export function setFlags(nodeVersion: string, work: Work): () => void {
  const known = optimizing[Number.parseInt(nodeVersion, 10)];
  const flags = known === undefined ? [] : [...heap[work], ...lateOptimizing(known, work)];
  for (const { set } of flags) setFlagsFromString(set);
  return () => {
    for (const { usual } of flags) setFlagsFromString(usual);
  };
}
