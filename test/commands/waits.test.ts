import assert from "node:assert/strict";
import { test } from "node:test";
import type { Surroundings } from "../../src/commands/index.ts";
import { flatten, words } from "../../src/kubernetes/index.ts";
import { claim, pod } from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";
import { memorySource } from "./support/memory-source.ts";
import { runCommand } from "./support/run-command.ts";

const held = claim({
  name: "data",
  namespace: "shop",
  phase: "Bound",
  volumeName: "pv-1",
  deletionTimestamp: true,
  finalizers: ["kubernetes.io/pvc-protection"],
});
const source = memorySource(
  snapshotOf([held, pod({ name: "import", namespace: "shop", phase: "Succeeded", claims: ["data"] })]),
  "shop",
);

/** What a person at a terminal is told while the command waits, and what is told when nothing is waited for. */
async function told(argv: readonly string[], more: Partial<Surroundings> = {}): Promise<readonly string[]> {
  const all: string[] = [];
  const open: string[] = [];
  const busy: Surroundings["busy"] = async (doing, work) => {
    const text = flatten(doing, String);
    open.push(text);
    all.push(text);
    try {
      return await work((next) => void all.push(flatten(next, String)));
    } finally {
      assert.equal(open.pop(), text);
    }
  };
  await runCommand(argv, source, {
    open: async (_, tell) => {
      tell?.(words("Reading: 1 kind"));
      return source;
    },
    openWhole: async (_, tell) => {
      tell?.(words("Reading: 1 file"));
      return { source, input: "dump", whole: () => undefined };
    },
    busy,
    ...more,
  });
  assert.deepEqual(open, []);
  return all;
}

for (const [line, expected] of [
  ["why pvc/data", ["Reading", "Reading: 1 kind"]],
  ["why pvc/data -o json", []],
  ["why pvc/data -w", ["Reading", "Reading: 1 kind", "Waiting for changes"]],
  ["blockers pvc/data", ["Reading", "Reading: 1 kind"]],
  ["audit", ["Reading", "Reading: 1 kind"]],
  ["audit -o json", []],
  ["snapshot", ["Reading everything that a diagnosis can need", "Reading: 1 kind"]],
  ["fix pvc/data --dry-run --from dump", ["Reading", "Reading: 1 file", "Reading"]],
] as const) {
  test(`${line} says what it waits for`, async () => {
    assert.deepEqual(await told(line.split(" ")), expected);
  });
}
