import assert from "node:assert/strict";
import { test } from "node:test";
import type { Demand } from "../../src/cluster/index.ts";
import type { Source } from "../../src/commands/index.ts";
import { Failure } from "../../src/commands/index.ts";
import type { KubeObject } from "../../src/kubernetes/index.ts";
import { say } from "../../src/kubernetes/index.ts";
import { claim, pod } from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";
import { memorySource } from "./support/memory-source.ts";
import { runCommand } from "./support/run-command.ts";

const stuck = (name: string, annotations: Record<string, string> = {}) =>
  claim({
    name,
    namespace: "shop",
    phase: "Bound",
    volumeName: `pv-${name}`,
    deletionTimestamp: true,
    finalizers: ["kubernetes.io/pvc-protection"],
    annotations,
  });
const user = (name: string) =>
  pod({ name: `uses-${name}`, namespace: "shop", phase: "Succeeded", claims: [name] });

type State = readonly KubeObject[] | "fails" | "no pods";

/** A cluster that is in another state at each audit. */
async function watched(states: readonly State[], line = "audit -n shop --rules PVG101 --watch", more = {}) {
  let at = 0;
  let last: readonly KubeObject[] = [];
  const asked: number[] = [];
  let every: number | undefined;
  const current = () => {
    const state = states[at] ?? [];
    if (state === "fails") throw new Failure("unreadable", say`error: the server is away`);
    if (state !== "no pods") last = state;
    return memorySource(snapshotOf(last), "shop");
  };
  const source: Source = {
    ...memorySource(snapshotOf([]), "shop"),
    start: () => current().start(),
    select: (query) => current().select(query),
    async collect(demands: readonly Demand[]) {
      asked[at] = (asked[at] ?? 0) + demands.length;
      const { readings, skipped } = await current().collect(demands);
      const isAway = states[at] === "no pods";
      const refused = ({ resource }: { readonly resource: string }) => isAway && resource === "v1/pods";
      return {
        readings: readings.map((each) =>
          refused(each)
            ? { read: false, resource: each.resource, scope: each.scope, reason: "Forbidden" as const }
            : each,
        ),
        skipped,
      };
    },
    async *watch(objects, _, pulse) {
      assert.deepEqual(objects, []);
      every = pulse;
      for (at = 1; at < states.length; at += 1) yield "look" as const;
    },
  };
  const ran = await runCommand(line.split(" "), source, more);
  const lines = ran.out.slice(ran.out.indexOf("Details:")).split("\n").slice(1).join("\n");
  return { ...ran, lines: lines.replaceAll(/\n +/g, " "), asked, every };
}

const both = [stuck("a"), user("a"), stuck("b"), user("b")];

test("what appears and what goes is told, and nothing where nothing changes", async () => {
  const only = [stuck("a"), user("a")];
  const { lines, code, every } = await watched([only, only, both, [stuck("b"), user("b")]]);
  assert.match(
    lines,
    /^\S+Z New warning PVG101 pvc\/b \(shop\): .+\n\S+Z No longer found: PVG101 pvc\/a \(shop\)\.?\n$/,
  );
  assert.deepEqual([code, every], [130, 30_000]);
});

test("what could not be checked again is not gone", async () => {
  const { lines } = await watched([both, "no pods", both, [stuck("a"), user("a")]]);
  assert.match(
    lines,
    /^\S+Z PVG101 can no longer check everything: .*pods.*\n\S+Z PVG101 can check everything again\.?\n\S+Z No longer found: PVG101 pvc\/b \(shop\)\.?\n$/,
  );
});

test("an audit that fails is told of once, and the next one goes on", async () => {
  const { lines, err, code } = await watched([both, "fails", "fails", [stuck("a"), user("a")]]);
  assert.equal(err.match(/the server is away/g)?.length, 1);
  assert.match(lines, /^\S+Z No longer found: PVG101 pvc\/b \(shop\)\.?\n$/);
  assert.equal(code, 130);
});

test("what is ignored from now on is not said to be gone", async () => {
  const { lines } = await watched([
    both,
    [stuck("a", { "pvguard.dev/ignore": "PVG101" }), user("a"), stuck("b"), user("b")],
  ]);
  assert.match(lines, /^\S+Z Ignored on request: PVG101 pvc\/a \(shop\)\.?\n$/);
});

test("no audit asks for more than the first, and each writes the files again", async () => {
  const files: string[] = [];
  const saveOutput = async (path: string) => void files.push(path);
  const line = "audit -n shop --watch --interval 1m -o json=a.json";
  const { asked, every } = await watched([both, both, both], line, { saveOutput });
  assert.ok((asked[1] ?? 0) <= (asked[0] ?? 0) && (asked[2] ?? 0) <= (asked[0] ?? 0), asked.join(" "));
  assert.deepEqual([files, every], [["a.json", "a.json", "a.json"], 60_000]);
});

const refusals = [
  ["audit -w --from x", "error: --watch needs a cluster: files given with --from do not change\n"],
  ["audit -w -o json", "error: --watch cannot be used with this output format\n"],
  ["audit -w --interval 0s", 'error: --interval must be a duration such as 10s, 1m or 1h, not "0s"\n'],
] as const;

for (const [line, message] of refusals) {
  test(`refused: ${line}`, async () => {
    const { err, code } = await watched([both], line);
    assert.deepEqual([err, code], [message, 2]);
  });
}
