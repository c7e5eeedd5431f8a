/** Runs every `*.test.ts` below `test/`, or those whose path contains one of the arguments. Slow suites live apart. */
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { makePacker } from "../build/packer.ts";
import { bundled } from "./groups/bundle.ts";
import { groupsOfAll, testFiles } from "./groups/files.ts";

const wanted = process.argv.slice(2);
const files = testFiles(wanted);
if (files.length === 0) {
  process.stderr.write("no test file matches\n");
  process.exit(1);
}
await makePacker();
const all = wanted.length === 0;
const [first, second] = groupsOfAll(files);
const groups = ["groups/first.ts", "groups/second.ts"];
const each = "groups/each.ts";
const { folder, path } = await bundled([...groups, each, ...files]);
const reporter = process.env.CI === undefined && all ? "dot" : "spec";
// After Ctrl-C the tests end, and then the folder goes as always.
process.once("SIGINT", () => {});
const run = spawnSync(
  process.execPath,
  [
    "--enable-source-maps",
    // Most of what tests allocate is garbage at once: collecting it less often is a tenth of the time.
    "--min-semi-space-size=32",
    "--max-semi-space-size=64",
    // The other processor is busy: threads that help to collect would only wait for it.
    "--single-threaded-gc",
    "--test",
    // Node leaves a processor free unless told otherwise.
    "--test-concurrency=2",
    `--test-reporter=${reporter}`,
    "--test-reporter-destination=stdout",
    // A part of the tests runs for long or is small: then a process for each file is no loss, and neither processor waits.
    ...(all ? groups.map(path) : ["--import", path(each), ...files.map(path)]),
  ],
  {
    cwd: join(import.meta.dirname, ".."),
    stdio: "inherit",
    env: {
      ...process.env,
      PVGUARD_FIRST_GROUP: first.map(path).join("\n"),
      PVGUARD_SECOND_GROUP: second.map(path).join("\n"),
    },
  },
);
rmSync(folder, { recursive: true, force: true });
if (reporter === "dot" && run.status === 0) process.stdout.write(`${files.length} test files: all passed\n`);
process.exit(run.status ?? 1);
