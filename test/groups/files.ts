/** Which test files there are, and which of two processes runs each: starting a process per file costs most of the time. */
import { readdirSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

/** Suites with scripts of their own. */
const slow = ["cluster/", "slow/"];

/** Paths below `test/`. `wanted`: parts of paths; none means all but the slow ones. */
export function testFiles(wanted: readonly string[]): readonly string[] {
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.ts") && isWanted(file, wanted))
    .sort();
}

function isWanted(file: string, wanted: readonly string[]): boolean {
  if (wanted.length > 0) return wanted.some((part) => `test/${file}`.includes(part));
  return !slow.some((folder) => file.startsWith(folder));
}

/**
 * Two groups that take about the same time. The first gets these folders: what they run is what the others of the group run
 * too, and so it is optimized once.
 */
const firstFolders = /^(?:commands|changes|scenarios|cli)\b/;

/** They allocate much outside of the heap, and each time all of the heap is collected: they run while it is small. */
const early = /^object-store\b/;

type Groups = readonly [readonly string[], readonly string[]];

export function groupsOfAll(files: readonly string[]): Groups {
  const isFirst = (file: string) => firstFolders.test(file);
  const second = files.filter((file) => !isFirst(file));
  return [
    files.filter(isFirst),
    [...second.filter((file) => early.test(file)), ...second.filter((file) => !early.test(file))],
  ];
}

/** The files of a group, as `test/run.ts` gives them to its process. */
export function filesIn(environment: string | undefined): readonly string[] {
  return (environment ?? "").split("\n").filter((file) => file !== "");
}
