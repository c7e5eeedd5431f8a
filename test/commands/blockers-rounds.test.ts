/** How many round trips `blockers` takes: it asks ahead, as `why` does. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { answeringInRounds } from "../support/rounds.ts";
import type { Change } from "./support/application.ts";
import { application } from "./support/application.ts";
import { runCommand } from "./support/run-command.ts";

const noon = Date.parse("2026-11-20T12:00:00Z");

const terminating: Change = (object) => {
  object.metadata = { ...object.metadata, deletionTimestamp: "2026-11-20T11:00:00Z" };
};
const deleted = application({ PersistentVolumeClaim: terminating });

const cases = [
  { what: "a claim that is well", line: "blockers pvc/data -n app", objects: application(), most: 3 },
  { what: "a Terminating claim", line: "blockers pvc/data -n app", objects: deleted, most: 3 },
  { what: "all claims of a namespace", line: "blockers pvc -n app", objects: deleted, most: 4 },
  { what: "a pod", line: "blockers pod/db-0 -n app", objects: application(), most: 4 },
];

for (const { what, line, objects, most } of cases) {
  test(`${what}: at most ${most} rounds`, async () => {
    const { source, rounds } = answeringInRounds(objects, noon);
    const { out } = await runCommand(line.split(" "), source, { now: () => noon });
    assert.ok(rounds.length <= most, rounds.map((requests) => requests.join(" ")).join("\n"));
    assert.match(out, line.includes("pod/") ? /db-0/ : /pod\/db-0/);
  });
}
