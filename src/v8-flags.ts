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
  // The code that judges has not run for a few collections when it starts: V8 would discard it and compile it again.
  { set: "--no-flush-bytecode", usual: "--flush-bytecode" },
];

/**
 * A command that makes objects ends soon: V8 collects garbage less often if the room for young objects becomes eight
 * times as large at once, and not twice.
 */
const making: readonly Flag[] = [numeric("semi-space-growth-factor", 8, 2)];

/** Until lists are packed, what is loaded and connected lives: four times as much room is found at once, and stays. */
const loading: readonly Flag[] = [numeric("semi-space-growth-factor", 4, 2)];

/** The flags that decide when V8 optimizes code, and their default values. */
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
 * What is repeated most is WebAssembly. V8 would optimize hundreds of our own functions that are hardly called
 * afterwards. So it waits until they have run 32 times as long. It waits 8 times as long for the code that judges, which
 * runs for each suspect. V8 of Node.js 20 waits four times as long with WebAssembly, so that it does not optimize it for
 * a few objects.
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

/** Loads node:tls and node:zlib early: Node.js compiles its own modules again if they are loaded under other flags. */
export async function beforeFlags(): Promise<void> {
  await Promise.all([import("node:tls"), import("node:zlib")]);
}

/** Sets the flags for this work, and returns what restores them. Another V8 may not know them, and would print that. */
export function setFlags(nodeVersion: string, work: Work): () => void {
  const known = optimizing[Number.parseInt(nodeVersion, 10)];
  const flags = known === undefined ? [] : [...heap[work], ...lateOptimizing(known, work)];
  for (const { set } of flags) setFlagsFromString(set);
  return () => {
    for (const { usual } of flags) setFlagsFromString(usual);
  };
}
