/**
 * A diagnosis of a snapshot file is that of the cluster it was taken of: the file keeps every field and annotation that
 * any rule reads. `npm test` takes some scenarios, the slow suite all of them.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { runCli } from "./support/run-cli.ts";
import { shareOf } from "./support/runs.ts";
import { commandLines, scenarios } from "./support/scenario.ts";

const now = Date.parse("2026-11-21T00:00:00Z");

/** These say what was read, not what it means. */
const aboutTheInput = ["takenAt", "clock", "source"];

/** These change a cluster, and take no file for one. */
const needsCluster = /^(fix|rescue|undo)\b/;

for (const { name, folder, goldens } of shareOf(scenarios(), 40)) {
  test(name, async () => {
    const manifests = join(folder, "cluster.yaml");
    const snapshot = await runCli(["snapshot", "--from", manifests], now);
    const lines = goldens.flatMap((file) => commandLines(readFileSync(file, "utf8")));
    const asked = lines.filter((line) => !needsCluster.test(line)).map(asJson);
    // Beside the cluster: lists of disks.
    const readFile = async (path: string) => readFileSync(join(folder, path), "utf8");
    for (const argv of asked) {
      const direct = await runCli([...argv, "--from", manifests], now, "", { readFile });
      const again = await runCli([...argv, "--from", "-"], now, snapshot.out, { readFile });
      assert.deepEqual(answerIn(again.out), answerIn(direct.out), argv.join(" "));
    }
  });
}

/** The words of a command line, without its own format. */
function asJson(line: string): readonly string[] {
  const words = line.split(" ").filter((word) => word !== "");
  const format = words.indexOf("-o");
  return [...(format < 0 ? words : words.toSpliced(format, 2)), "-o", "json"];
}

/** Of what does not exist only an error is said. */
function answerIn(json: string): object {
  if (json === "") return {};
  const fields = Object.entries(JSON.parse(json) as object);
  return Object.fromEntries(fields.filter(([field]) => !aboutTheInput.includes(field)));
}
