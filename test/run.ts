/** Runs every `*.test.ts` below `test/`, or those whose path contains one of the arguments. Slow suites live apart. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { testFiles } from "./groups/files.ts";

const wanted = process.argv.slice(2);
if (testFiles(wanted).length === 0) {
  process.stderr.write("no test file matches\n");
  process.exit(1);
}
const reporter = process.env.CI === undefined && wanted.length === 0 ? "dot" : "spec";
const groups = ["test/groups/first.ts", "test/groups/second.ts"];
const run = spawnSync(
  process.execPath,
  ["--import", "tsx", "--test", `--test-reporter=${reporter}`, ...groups],
  {
    cwd: join(import.meta.dirname, ".."),
    stdio: "inherit",
    env: { ...process.env, PVGUARD_TESTS: wanted.join("\n") },
  },
);
process.exit(run.status ?? 1);
