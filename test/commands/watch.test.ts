import assert from "node:assert/strict";
import { test } from "node:test";
import type { KubeObject } from "../../src/kubernetes/index.ts";
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
const finished = pod({ name: "import", namespace: "shop", phase: "Succeeded", claims: ["data"] });

/** A cluster that has changed each time the command looks again. */
function changing(...states: readonly (readonly KubeObject[])[]) {
  let at = 0;
  const current = () => memorySource(snapshotOf(states[at] ?? []), "shop");
  return {
    ...current(),
    start: () => current().start(),
    select: (query: Parameters<ReturnType<typeof current>["select"]>[0]) => current().select(query),
    collect: (demands: Parameters<ReturnType<typeof current>["collect"]>[0]) => current().collect(demands),
    async *watch() {
      for (at = 1; at <= states.length; at += 1) yield "look" as const;
    },
  };
}

test("a claim is followed until it is gone", async () => {
  const { out, code } = await runCommand(
    ["why", "pvc/data", "-w"],
    changing([held, finished], [held, finished], [held]),
  );
  const lines = out.slice(out.indexOf("Details:")).split("\n").slice(1);
  assert.match(lines.join("\n"), /pod\/import \(shop\) no longer holds/);
  assert.match(lines.join("\n"), /no longer exists\n$/);
  assert.equal(code, 0);
});

test("who interrupts a watch is told 130", async () => {
  const interruption = new AbortController();
  const source = changing([held, finished]);
  const { code } = await runCommand(
    ["why", "pvc/data", "-w"],
    {
      ...source,
      async *watch() {
        yield "look" as const;
        interruption.abort();
      },
    },
    { interrupted: interruption.signal },
  );
  assert.equal(code, 130);
});

test("files are written again after each change, and keep the last answer", async () => {
  const files: string[] = [];
  const line = ["why", "pvc/data", "-w", "-o", "json=a.json"];
  const source = changing([held, finished], [held]);
  const { code, out } = await runCommand(line, source, {
    saveOutput: async (_, pieces) => void files.push([...pieces].join("")),
  });
  const holders = files.map((text) => /FinishedPodUsesClaim/.test(text));
  assert.deepEqual([holders, code], [[true, false], 0]);
  assert.match(out, /no longer exists/);
});

const refusals: readonly (readonly [readonly string[], string])[] = [
  [["pvc", "-w"], "error: --watch needs the name of an object\n"],
  [
    ["pvc/data", "-w", "--from", "x"],
    "error: --watch needs a cluster: files given with --from do not change\n",
  ],
  [["pvc/data", "-w", "-ojson"], "error: --watch cannot be used with this output format\n"],
];

for (const [words, message] of refusals) {
  test(`refused: why ${words.join(" ")}`, async () => {
    const { err, code } = await runCommand(["why", ...words], changing([held]));
    assert.deepEqual([err, code], [message, 2]);
  });
}
