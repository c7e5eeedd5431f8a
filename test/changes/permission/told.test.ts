/**
 * Whether fix may do it, what must be accepted by name first, and in which words: in each situation, as a person has
 * read it. `UPDATE=1` writes `permissions.txt`.
 */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { permit } from "../../../src/changes/index.ts";
import { createCluster } from "../../../src/cluster/index.ts";
import { knowledge } from "../../../src/knowledge.ts";
import { plain } from "../../support/fault-server/surroundings.ts";
import { snapshotOf } from "../../support/snapshot.ts";
import type { Situation } from "./situations/common.ts";
import { deletions, others } from "./situations/deletions.ts";
import { editions } from "./situations/edits.ts";
import { nobodys } from "./situations/nobodys.ts";
import { removals } from "./situations/removals.ts";

const golden = join(import.meta.dirname, "permissions.txt");

function told({ what, act, objects, hidden }: Situation): string {
  const permission = permit(act, { cluster: createCluster(snapshotOf(objects, hidden)), knowledge });
  if (permission.state === "refused") {
    const { reason, message, instead } = permission.refusal;
    const more = instead === undefined ? [] : [`  Instead: ${plain(instead)}`];
    return [`${what}: refused, ${reason}`, `  ${plain(message)}`, ...more].join("\n");
  }
  const dangers = permission.accept.map(({ name, because }) => `  ${name}: ${plain(because)}`);
  return [`${what}: ${permission.state}`, ...dangers].join("\n");
}

const chapters = {
  "Take a finalizer off": [...removals, ...nobodys],
  Edit: editions,
  Delete: deletions,
  "Anything else": others,
};

const text = () =>
  Object.entries(chapters)
    .map(([chapter, situations]) => `# ${chapter}\n\n${situations.map(told).join("\n\n")}\n`)
    .join("\n");

if (process.env.UPDATE === "1") writeFileSync(golden, text());

const blocks = new Map(
  readFileSync(golden, "utf8")
    .split("\n\n")
    .map((block) => [block.slice(0, block.indexOf(": ")), block.trimEnd()] as const),
);

for (const situation of Object.values(chapters).flat())
  test(`what fix may do: ${situation.what}`, () => {
    assert.equal(told(situation), blocks.get(situation.what));
  });

test("a refusal without advice has none", () => {
  const { act, objects } = removals.find(({ what }) => what === "one that it does not have") ?? assert.fail();
  const permission = permit(act, { cluster: createCluster(snapshotOf(objects)), knowledge });
  assert.ok(permission.state === "refused");
  assert.deepEqual(Object.keys(permission.refusal), ["reason", "object", "message"]);
});

test("each situation is told once, and nothing else is", () => {
  assert.equal(readFileSync(golden, "utf8"), text());
});
