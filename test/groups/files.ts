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
 * Two groups that take about the same time, by the `times` in milliseconds that are known. Of files whose time is not
 * known each group gets half of every folder, by size: the files of one folder do the same kind of work.
 */
export function groupsOf(
  files: readonly string[],
  times: ReadonlyMap<string, number>,
): readonly [readonly string[], readonly string[]] {
  const dealt = dealer();
  const byTime = files.flatMap((file) => {
    const time = times.get(file);
    return time === undefined ? [] : [{ file, weight: time }];
  });
  dealt.deal(byTime);
  const bySize = files
    .filter((file) => !times.has(file))
    .map((file) => ({ file, weight: statSync(join(root, file)).size }));
  for (const folder of new Set(bySize.map(({ file }) => folderOf(file))))
    dealt.deal(bySize.filter(({ file }) => folderOf(file) === folder));
  return dealt.groups;
}

interface Weighed {
  readonly file: string;
  readonly weight: number;
}

function dealer() {
  const groups: [string[], string[]] = [[], []];
  return {
    groups,
    /** Each to the group that has less of what is dealt now; the first to the group that has fewer files in all. */
    deal(weighed: readonly Weighed[]): void {
      const sums = [0, 0];
      for (const { file, weight } of [...weighed].sort((a, b) => b.weight - a.weight)) {
        const difference = (sums[0] ?? 0) - (sums[1] ?? 0) || groups[0].length - groups[1].length;
        const less = difference <= 0 ? 0 : 1;
        groups[less].push(file);
        sums[less] = (sums[less] ?? 0) + weight;
      }
    },
  };
}

function folderOf(file: string): string {
  return file.split("/").slice(0, -1).join("/");
}

/** The files of a group, as `test/run.ts` gives them to its process. */
export function filesIn(environment: string | undefined): readonly string[] {
  return (environment ?? "").split("\n").filter((file) => file !== "");
}
