import assert from "node:assert/strict";
import { test } from "node:test";
import { offerLines } from "../../src/cli/completion/candidate.ts";
import type { Asking } from "../../src/cli/completion/objects.ts";
import { offerFor } from "../../src/cli/completion/offer.ts";
import { commands } from "../../src/commands/all.ts";
import type { FlagValues } from "../../src/commands/index.ts";
import { config } from "../../src/commands/index.ts";
import { rules } from "../../src/rules/index.ts";
import { memorySource } from "../commands/support/memory-source.ts";
import { claim, pod } from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";

const cluster = snapshotOf([
  claim({ name: "data", namespace: "shop" }),
  claim({ name: "logs", namespace: "shop" }),
  claim({ name: "ledger", namespace: "bank" }),
  claim({ name: "evil; rm -rf ~", namespace: "shop" }),
  claim({ name: "--yes", namespace: "shop" }),
  claim({ name: "x".repeat(254), namespace: "shop" }),
  pod({ name: "web-0", namespace: "shop" }),
]);

/** A second code of the same ten, after the first. */
function others(first: string): readonly string[] {
  const ten = first.slice(0, -1);
  return rules.flatMap(({ code }) => (code.startsWith(ten) && code !== first ? [`${first},${code}`] : []));
}

/** The lines without descriptions, as the shell gets them. */
async function completed(
  before: string,
  typed: string,
  asking: Partial<Asking> = {},
): Promise<readonly string[]> {
  const words = before === "" ? [] : before.split(" ");
  const made = await offerFor({ before: words, typed }, commands, {
    open: async () => memorySource(cluster, "shop"),
    kubeconfig: async () => ({ contexts: ["prod", "test"], clusters: ["c1"], users: ["bob"] }),
    ...asking,
  });
  return offerLines(made, typed.replace(/^--[^=]+=/, ""))
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.split("\t")[0] ?? "");
}

const templates = [
  "custom-columns=",
  "custom-columns-file=",
  "jsonpath=",
  "jsonpath-as-json=",
  "jsonpath-file=",
];

const rows: readonly (readonly [string, string, readonly string[]])[] = [
  ["", "wh", ["why", ":4"]],
  ["help", "expl", ["explain", ":4"]],
  ["-n shop", "blo", ["blockers", ":4"]],
  ["guard", "", ["serve", ":4"]],
  ["guard serve", "--mo", ["--mode", ":4"]],
  ["why", "persistentvolumec", ["persistentvolumeclaims", ":4"]],
  ["why pvc", "", ["data", "logs", ":4"]],
  ["why pvc data", "", ["logs", ":4"]],
  ["why pvc -n bank", "", ["ledger", ":4"]],
  ["why -nbank pvc", "", ["ledger", ":4"]],
  ["why", "pvc/d", ["pvc/data", ":4"]],
  ["why pvc/data", "pod/", ["pod/web-0", ":4"]],
  [
    "why pvc/data",
    "vol",
    [
      "volumeattachments/",
      "volumesnapshots/",
      "volumesnapshotcontents/",
      "volumeattributesclasses/",
      "volumesnapshotclasses/",
      ":6",
    ],
  ],
  ["why", "bogus/", [":4"]],
  ["why pvc -o", "j", ["json", "jsonpath=", "jsonpath-as-json=", "jsonpath-file=", ":4"]],
  ["why pvc -o", "jsonp", ["jsonpath=", "jsonpath-as-json=", "jsonpath-file=", ":6"]],
  ["why pvc -o", "jsonpath={.kind}", [":4"]],
  ["why pvc -o", "custom-columns-file=a", [":0"]],
  ["version -o", "j", ["json", ":4"]],
  ["why pvc", "--output=w", ["wide", ":4"]],
  ["audit -o", "json=re", [":0"]],
  ["audit -o json=a.json", "--output=csv=", [":0"]],
  ["audit -o json=a.json -o", "c", ["csv", "custom-columns=", "custom-columns-file=", ":4"]],
  ["why --context", "", ["prod", "test", ":4"]],
  ["audit --contexts", "", ["prod", "test", ":6"]],
  ["audit", "--contexts=prod,", ["prod,test", ":6"]],
  ["why --cluster", "", ["c1", ":4"]],
  ["why --user", "", ["bob", ":4"]],
  ["why --color", "a", ["auto", "always", ":4"]],
  ["why --from", "", [":0"]],
  ["audit --rules", "PVG10", [...Array.from({ length: 9 }, (_, at) => `PVG10${at + 1}`), ":6"]],
  ["audit", "--skip=PVG401,PVG40", [...others("PVG401"), ":6"]],
  ["why", "--field", ["--field-selector", ":4"]],
  ["fix pvc", "", ["data", "logs", ":4"]],
  ["fix", "pvc/d", ["pvc/data", ":4"]],
  ["fix", "volumesn", ["volumesnapshots", "volumesnapshotcontents", ":4"]],
  ["fix", "node", [":4"]],
  [
    "fix pvc/data --rule",
    "PVG20",
    ["PVG201", "PVG202", "PVG203", "PVG204", "PVG205", "PVG206", "PVG207", "PVG208", "PVG209", ":4"],
  ],
  ["fix", "--rule=PVG204", ["PVG204", ":4"]],
  ["fix pv/x --remedy", "set", ["set-retain", ":4"]],
  ["fix pv/x --accept", "DataD", ["DataDestroyed", ":4"]],
  ["fix pv/x --accept", "VolumeB", ["VolumeBound", ":4"]],
  ["fix pv/x", "--dry-run=", ["none", "client", "server", ":4"]],
  ["fix pv/x -o", "", ["json", "text", "yaml", ...templates, ":4"]],
  ["fix --plan", "", [":0"]],
  ["fix --backup-dir", "", [":0"]],
  ["fix pv/x --finalizer", "", [":4"]],
  ["rescue pvc", "", ["data", "logs", ":4"]],
  ["rescue", "pvc/l", ["pvc/logs", ":4"]],
  ["rescue", "pod", [":4"]],
  ["rescue", "persistentvolume", ["persistentvolumeclaims", "persistentvolumes", ":4"]],
  ["rescue pvc/data --accept", "D", ["DeletesPods", "DeletionWasTried", ":4"]],
  ["rescue pvc/data", "--dry-run=s", ["server", ":4"]],
  ["rescue pvc/data -o", "", ["json", "text", "yaml", ...templates, ":4"]],
  ["rescue pvc/data --volume-manifest", "", [":0"]],
  ["undo", "", [":0"]],
  ["undo ~/backup", "", [":4"]],
  ["undo backup", "--dry-run=c", ["client", ":4"]],
  ["undo backup -o", "y", ["yaml", ":4"]],
  ["explain", "set-r", ["set-retain", ":4"]],
  ["explain", "DiskLe", ["DiskLeaks", ":4"]],
  ["explain", "FinishedPodU", ["FinishedPodUsesClaim", ":4"]],
  ["completion", "", ["bash", "zsh", "fish", "powershell", ":4"]],
  ["completion bash", "", [":4"]],
  ["version", "", [":4"]],
  ["bogus", "", [":4"]],
];

for (const [before, typed, expected] of rows) {
  test(`after "${before}" stands "${typed}"`, async () =>
    assert.deepEqual(await completed(before, typed), expected));
}

test("a name that a shell could take for a command is not offered", async () => {
  assert.ok(!(await completed("why pvc", "")).some((line) => line.includes("rm")));
});

test("nor one that is a flag, or longer than any name", async () => {
  assert.deepEqual(await completed("fix pvc", ""), ["data", "logs", ":4"]);
});

test("every flag of a command is offered, with what it is for", async () => {
  const made = await completed("why", "--");
  for (const name of ["--selector", "--namespace", "--as-user-extra", "--help", "--if-deleted"]) {
    assert.ok(made.includes(name), name);
  }
});

for (const [command, flags] of [
  [
    "fix",
    ["--accept", "--rule", "--remedy", "--finalizer", "--max", "--plan", "--confirm", "--yes", "--dry-run"],
  ],
  [
    "rescue",
    ["--accept", "--confirm", "--dry-run", "--timeout", "--start-over", "--volume-manifest", "--output"],
  ],
  ["undo", ["--accept", "--confirm", "--dry-run", "--timeout", "--backup-dir", "--output"]],
] as const)
  test(`every flag of ${command} is offered`, async () => {
    const made = await completed(`${command} x`, "--");
    for (const name of flags) assert.ok(made.includes(name), name);
  });

test("the cluster that the flags before the cursor name is the one that is asked", async () => {
  const asked: FlagValues[] = [];
  await completed("why --context prod pvc", "", {
    open: async (flags) => {
      asked.push(flags);
      return memorySource(cluster, "shop");
    },
  });
  assert.equal(asked[0]?.text(config.context), "prod");
});
