/** Which test files there are, and which of two processes runs each: starting a process per file costs most of the time. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

/** Suites with scripts of their own. */
const slow = ["cluster/", "slow/"];

/** Where nothing has been measured: about a millisecond for so many bytes of a test file. */
const bytesPerMillisecond = 20;

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

/** Two groups that take about the same time, by the `times` in milliseconds that are known. */
export function groupsOf(
  files: readonly string[],
  times: ReadonlyMap<string, number>,
): readonly [readonly string[], readonly string[]] {
  const groups: [string[], string[]] = [[], []];
  const sums = [0, 0];
  const costly = files
    .map((file) => ({ file, time: times.get(file) ?? statSync(join(root, file)).size / bytesPerMillisecond }))
    .sort((a, b) => b.time - a.time);
  for (const { file, time } of costly) {
    const shorter = (sums[0] ?? 0) <= (sums[1] ?? 0) ? 0 : 1;
    groups[shorter].push(file);
    sums[shorter] = (sums[shorter] ?? 0) + time;
  }
  return groups;
}

/** The files of a group, as `test/run.ts` gives them to its process. */
export function filesIn(environment: string | undefined): readonly string[] {
  return (environment ?? "").split("\n").filter((file) => file !== "");
}
