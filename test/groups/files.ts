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

/** Two groups of about the same size in bytes. */
export function groupsOf(files: readonly string[]): readonly [readonly string[], readonly string[]] {
  const groups: [string[], string[]] = [[], []];
  const sizes = [0, 0];
  const bySize = files
    .map((file) => ({ file, size: statSync(join(root, file)).size }))
    .sort((a, b) => b.size - a.size);
  for (const { file, size } of bySize) {
    const smaller = (sizes[0] ?? 0) <= (sizes[1] ?? 0) ? 0 : 1;
    groups[smaller].push(file);
    sizes[smaller] = (sizes[smaller] ?? 0) + size;
  }
  return groups;
}

/** The parts of paths that `test/run.ts` was given. */
export function wantedFrom(environment: string | undefined): readonly string[] {
  return (environment ?? "").split("\n").filter((part) => part !== "");
}
