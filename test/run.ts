/** Runs every `*.test.ts` below `test/`, or those whose path contains one of the arguments. Slow suites live apart. */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join, relative } from "node:path";

const root = join(import.meta.dirname, "..");
const slow = ["test/cluster/", "test/slow/"];
const wanted = process.argv.slice(2);

function isWanted(file: string): boolean {
  if (!file.endsWith(".test.ts")) return false;
  if (wanted.length > 0) return wanted.some((part) => file.includes(part));
  return !slow.some((folder) => file.startsWith(folder));
}

const files = readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
  .map((file) => relative(root, join(root, "test", file)))
  .filter(isWanted)
  .sort();
if (files.length === 0) {
  process.stderr.write("no test file matches\n");
  process.exit(1);
}
const reporter = process.env.CI === undefined && wanted.length === 0 ? "dot" : "spec";
const run = spawnSync(
  process.execPath,
  ["--import", "tsx", "--test", `--test-reporter=${reporter}`, ...files],
  {
    cwd: root,
    stdio: "inherit",
  },
);
process.exit(run.status ?? 1);
