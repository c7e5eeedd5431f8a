/** Which test files there are, and which of two processes runs each: starting a process per file costs most of the time. */
import { readdirSync, statSync } from "node:fs";
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
 * Two groups that take about the same time. Of all files, the first group gets these folders: what they run is what the
 * others of the group run too, and so it is optimized once. Of some files, each group gets half of every folder, by size.
 */
const firstFolders = /^(?:commands|executor|scenarios|cli|render|docs|catalog)\b/;

/** They allocate much outside of the heap, and each time all of the heap is collected: they run while it is small. */
const early = /^sources\/packed\b/;

type Groups = readonly [readonly string[], readonly string[]];

export function groupsOfAll(files: readonly string[]): Groups {
  const isFirst = (file: string) => firstFolders.test(file);
  const second = files.filter((file) => !isFirst(file));
  return [
    files.filter(isFirst),
    [...second.filter((file) => early.test(file)), ...second.filter((file) => !early.test(file))],
  ];
}

export function groupsOfSome(files: readonly string[]): Groups {
  const groups: [string[], string[]] = [[], []];
  for (const folder of new Set(files.map(folderOf))) {
    const sums = [0, 0];
    for (const { file, size } of sized(files.filter((each) => folderOf(each) === folder))) {
      const difference = (sums[0] ?? 0) - (sums[1] ?? 0) || groups[0].length - groups[1].length;
      const less = difference <= 0 ? 0 : 1;
      groups[less].push(file);
      sums[less] = (sums[less] ?? 0) + size;
    }
  }
  return groups;
}

/** The largest first. */
function sized(files: readonly string[]) {
  return files
    .map((file) => ({ file, size: statSync(join(root, file)).size }))
    .sort((a, b) => b.size - a.size);
}

function folderOf(file: string): string {
  return file.split("/").slice(0, -1).join("/");
}

/** The files of a group, as `test/run.ts` gives them to its process. */
export function filesIn(environment: string | undefined): readonly string[] {
  return (environment ?? "").split("\n").filter((file) => file !== "");
}
