/** Runs every `*.test.ts` below `test/`, or those whose path contains one of the arguments. Slow suites live apart. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { makePacker } from "../build/packer.ts";
import { groupsOf, testFiles } from "./groups/files.ts";
import { lastTimes, recording } from "./groups/times.ts";

const wanted = process.argv.slice(2);
const files = testFiles(wanted);
if (files.length === 0) {
  process.stderr.write("no test file matches\n");
  process.exit(1);
}
await makePacker();
const all = wanted.length === 0;
const [first, second] = groupsOf(files, lastTimes());
const reporter = process.env.CI === undefined && all ? "dot" : "spec";
const run = spawnSync(
  process.execPath,
  [
    "--import",
    "tsx",
    // Most of what tests allocate is garbage at once: collecting it less often is a tenth of the time.
    "--max-semi-space-size=64",
    "--test",
    // Node leaves a processor free unless told otherwise.
    "--test-concurrency=2",
    `--test-reporter=${reporter}`,
    "--test-reporter-destination=stdout",
    ...(all ? recording() : []),
    "test/groups/first.ts",
    "test/groups/second.ts",
  ],
  {
    cwd: join(import.meta.dirname, ".."),
    stdio: "inherit",
    env: {
      ...process.env,
      PVGUARD_FIRST_GROUP: first.join("\n"),
      PVGUARD_SECOND_GROUP: second.join("\n"),
    },
  },
);
process.exit(run.status ?? 1);
