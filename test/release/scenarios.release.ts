/** Every scenario once more, by the Linux executable: it prints what the golden session shows. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { asTyped, commandLines, scenarios, wordsOf } from "../support/scenario.ts";
import { executableOf } from "./release.ts";

const executable = executableOf("linux", "amd64");

/** A fix that is carried out has a cluster in the process of the test, and is not run here. */
const elsewhere = /^fix /;

interface Ended {
  readonly out: string;
  readonly err: string;
  readonly code: number;
}

/** In the folder of the scenario, which can have lists of disks. */
function ran(argv: readonly string[], cwd: string): Promise<Ended> {
  const env = { PATH: process.env.PATH ?? "", HOME: "/nonexistent" };
  return new Promise((settle) => {
    execFile(executable, [...argv], { cwd, env, maxBuffer: 2 ** 26 }, (problem, out, err) =>
      settle({ out, err, code: typeof problem?.code === "number" ? problem.code : 0 }),
    );
  });
}

describe("by the executable", { concurrency: 2 }, () => {
  for (const { name, folder, goldens } of scenarios())
    test(name, async () => {
      for (const file of goldens) {
        const golden = readFileSync(file, "utf8");
        const lines = commandLines(golden);
        if (lines.some((line) => elsewhere.test(line))) continue;
        const shown: string[] = [];
        for (const line of lines) {
          const argv = [...wordsOf(line), "--from", join(folder, "cluster.yaml")];
          const { out, err, code } = await ran(argv, folder);
          const status = code === 0 ? "" : `(exit code ${code})\n`;
          shown.push(`$ kubectl pvguard ${line}\n${asTyped(`${out}${err}`, folder)}${status}`);
        }
        assert.equal(shown.join("\n"), golden, file);
      }
    });
});
