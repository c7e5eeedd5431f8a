/** What the comparison says of pvguard is so: the command of each cell runs, and shows the thing. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { config } from "../../src/commands/index.ts";
import type { KubeObject } from "../../src/kubernetes/index.ts";
import { guarded } from "../commands/guard-serve/guarded.ts";
import { memorySource } from "../commands/support/memory-source.ts";
import { runCommand } from "../commands/support/run-command.ts";
import { claim, claimRefTo, ebs, pod, volume } from "../support/objects.ts";
import { runCli } from "../support/run-cli.ts";
import { snapshotOf } from "../support/snapshot.ts";
import type { Shown } from "./shown/rows.ts";
import { shown } from "./shown.ts";

const text = readFileSync(join(import.meta.dirname, "..", "..", "docs", "compare.md"), "utf8");
const rows = text.split("\n").flatMap((line) => {
  const [, code, feature, own, ...marks] = line.split("|").map((cell) => cell.trim());
  return code !== undefined && /^[ABD]\d+$/.test(code)
    ? [{ code, feature: feature ?? "", own: own ?? "", marks: marks.slice(0, -1) }]
    : [];
});

test("it has the rows of the sections that are covered, once each", () => {
  const wanted = [
    ...Array.from({ length: 25 }, (_, at) => `A${at + 1}`),
    ...Array.from({ length: 32 }, (_, at) => `B${at + 1}`),
    ...Array.from({ length: 13 }, (_, at) => `D${at + 1}`),
  ];
  assert.deepEqual(
    rows.map(({ code }) => code),
    wanted,
  );
  for (const { code, marks } of rows) {
    assert.equal(marks.length, 21, code);
    for (const mark of marks) assert.match(mark, /^[Yp·]$/, code);
  }
});

/** Does a line have all words of a cell's command, in their order, with something in place of what is to be filled in? */
function isPlay(line: string, cell: string): boolean {
  const words = line.split(" ");
  return cell.split(" ").every((wanted) => {
    const at = words.findIndex((word) => patternOf(wanted).test(word));
    return words.splice(0, at + 1).length > 0;
  });
}

function patternOf(word: string): RegExp {
  const literal = word.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^${literal.replaceAll(/\b(NAME|FINALIZER|FILE)\b/g, "\\S+")}$`);
}

const folderOf = (scenario: string) => join(import.meta.dirname, "..", "scenarios", scenario, "cluster.yaml");
const example = join(import.meta.dirname, "..", "..", "docs", "example", "cluster.yaml");

async function checkShown({ line, in: scenario, says, never = [], exits = 0 }: Shown): Promise<void> {
  const words = line.split(" ");
  const from =
    words[0] === "explain" ? [] : ["--from", scenario === undefined ? example : folderOf(scenario)];
  const { out, err, code } = await runCli([...words, ...from], Date.parse("2026-11-21T00:00:00Z"));
  assert.equal(code, exits, `${line}: ${err}${out}`);
  // A line that is broken where it is full says the same.
  const unbroken = out.replaceAll(/\n +/g, " ");
  for (const wanted of says) {
    assert.ok(wanted.test(out) || wanted.test(unbroken), `${line}: ${wanted}: ${out}`);
  }
  for (const unwanted of never) assert.doesNotMatch(out, unwanted, line);
}

for (const { code, own } of rows) {
  test(`${code}: ${own}`, async () => {
    assert.match(own, /^(yes|partly|not yet)\b/);
    const lines = [...own.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? "");
    const played = shown[code] ?? [];
    if (own.startsWith("not yet")) return assert.deepEqual([lines, played], [[], []]);
    if (playedElsewhere.has(code)) return;
    assert.ok(lines.length > 0 && played.length > 0, "it is shown");
    for (const line of lines) {
      assert.ok(
        played.some((each) => isPlay(each.line, line)),
        `${line} is not played`,
      );
    }
    for (const each of played) await checkShown(each);
  });
}

const held = [
  claim({
    name: "data",
    deletionTimestamp: true,
    phase: "Bound",
    finalizers: ["kubernetes.io/pvc-protection"],
  }),
  pod({ name: "web", claims: ["data"] }),
];
const other = claim({ name: "other", deletionTimestamp: true, finalizers: ["kubernetes.io/pvc-protection"] });

async function audited(objects: readonly KubeObject[], flag: string, file: string) {
  const read = { readFile: async () => file };
  return await runCommand(["audit", "--rules=PVG101", flag, "f"], memorySource(snapshotOf(objects)), read);
}

/** What needs a file of its own, or a cluster that changes. */
const playedElsewhere = new Set(["A25", "B24", "B28", "B29", "B30", "B31", "D9", "D13"]);

test("B24: a disk that the backend lists, and that no volume refers to", async () => {
  const folder = folderOf("pvg316-disk-leaked");
  const list = join(folder.replace(/[^/]*$/, ""), "disks.json");
  const argv = ["audit", "--rules", "PVG316", "--disks", "f", "--from", folder];
  const readFile = async () => readFileSync(list, "utf8");
  const { out } = await runCli(argv, Date.parse("2026-11-21T00:00:00Z"), "", { readFile });
  assert.match(out, /disk\/vol-0a1b2c3d4e5f60002/);
});

test("B28: a finding that a file says to ignore is not shown, and counted", async () => {
  const config = `apiVersion: pvguard.dev/v1alpha1
kind: AuditConfig
ignore: [{code: PVG101, name: data, reason: known}]
`;
  const { out, code } = await audited(held, "--config", config);
  assert.match(out, /No problems found[\s\S]*1 ignored on request/);
  assert.equal(code, 0);
});

test("B29: what is new since an earlier report, and what was solved", async () => {
  const json = ["audit", "--rules=PVG101", "-o", "json"];
  const before = await runCommand(json, memorySource(snapshotOf(held)));
  const { out } = await audited([other], "--baseline", before.out);
  assert.match(out, /pvc\/other/);
  assert.match(out, /1 solved/);
});

test("B30: each cluster has its findings in the one report", async () => {
  const clusters: Readonly<Record<string, readonly KubeObject[]>> = { prod: held, lab: [other] };
  const { out } = await runCommand(
    ["audit", "--rules=PVG101", "--contexts", "prod,lab"],
    memorySource(snapshotOf([])),
    {
      kubeconfig: async () => ({ contexts: Object.keys(clusters), clusters: [], users: [] }),
      open: async (flags) =>
        memorySource(snapshotOf(clusters[flags.text(config.context) ?? ""] ?? []), "shop"),
    },
  );
  assert.match(out, /^2 clusters checked\.$/m);
  assert.match(
    out,
    /CLUSTER prod[\s\S]*why pvc\/data .*--context prod[\s\S]*CLUSTER lab[\s\S]*why pvc\/other .*--context lab/,
  );
});

test("B31: a folder of dumps, and what kubectl prints", async () => {
  const folder = join(import.meta.dirname, "..", "..", "docs", "example");
  const { out } = await runCli(
    ["audit", "--by", "rule", "--from", folder],
    Date.parse("2026-11-21T00:00:00Z"),
  );
  assert.match(out, /about 17 objects/);
});

test("D9: a claim is followed until it is gone", async () => {
  const first = memorySource(snapshotOf(held), "shop");
  let current = first;
  const { out } = await runCommand(["why", "pvc/data", "--watch"], {
    ...first,
    start: () => current.start(),
    select: (query) => current.select(query),
    collect: (demands) => current.collect(demands),
    async *watch() {
      current = memorySource(snapshotOf([]), "shop");
      yield "look" as const;
    },
  });
  assert.match(out, /no longer exists\n$/);
});

test("D9: an audit is followed", async () => {
  const first = memorySource(snapshotOf(held), "shop");
  let current = first;
  const { out, code } = await runCommand(["audit", "--rules=PVG101", "--watch"], {
    ...first,
    start: () => current.start(),
    select: (query) => current.select(query),
    collect: (demands) => current.collect(demands),
    async *watch() {
      current = memorySource(snapshotOf([]), "shop");
      yield "look" as const;
    },
  });
  assert.match(out, /No longer found: PVG101 pvc\/data \(\w+\)\n$/);
  assert.equal(code, 130);
});

test("A25: a policy and a webhook that refuse a deletion", async () => {
  const argv = ["guard", "--mode", "deny"];
  const { out } = await runCommand(argv, memorySource(snapshotOf([])));
  assert.match(out, /kind: ValidatingAdmissionPolicyBinding[\s\S]*validationActions:\s+- Deny/);
  const bound = claim({ name: "data", phase: "Bound", volumeName: "pv-data" });
  const disk = volume({ policy: "Delete", phase: "Bound", spec: ebs, claimRef: claimRefTo(bound) });
  const open = () => memorySource(snapshotOf([bound, disk]));
  await guarded(["--mode", "deny"], open, async ({ deletion }) => {
    assert.equal((await deletion(bound)).allowed, false);
  });
});

test("D13: an assistant gets the answer of why", async () => {
  const line = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "why", arguments: { object: "pvc/data", namespace: "shop" } },
  });
  const { out } = await runCommand(["mcp"], memorySource(snapshotOf(held), "shop"), {
    async *lines() {
      yield { is: "line", text: line };
    },
    pause: () => new Promise(() => {}),
  });
  assert.match(JSON.parse(out).result.content[0].text, /^pvc\/data .* has been Terminating/m);
});
