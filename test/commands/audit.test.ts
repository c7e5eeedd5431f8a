import assert from "node:assert/strict";
import { test } from "node:test";
import type { Edge } from "../../src/commands/index.ts";
import { inputSource } from "../../src/commands/index.ts";
import type { KubeObject } from "../../src/model/index.ts";
import { claim, pod } from "../support/objects.ts";
import { now, snapshotOf } from "../support/snapshot.ts";
import { runCommand } from "./support/run-command.ts";

const protectedBy = ["kubernetes.io/pvc-protection"];
const held = (name: string, facts: Parameters<typeof claim>[0] = {}) => [
  claim({ name, deletionTimestamp: true, phase: "Bound", finalizers: protectedBy, ...facts }),
  pod({
    name: `uses-${name}`,
    claims: [name],
    ...(facts.namespace === undefined ? {} : { namespace: facts.namespace }),
  }),
];

const files = (contents: { readonly [name: string]: string }): Partial<Edge> => ({
  readFile: async (name) => {
    const text = contents[name];
    if (text === undefined) throw new Error(`no file ${name}`);
    return text;
  },
});

async function audit(objects: readonly KubeObject[], argv: readonly string[] = [], more: Partial<Edge> = {}) {
  const source = inputSource(snapshotOf(objects));
  const ran = await runCommand(["audit", "--rules=PVG101", ...argv, "-ojson"], source, more);
  const report = ran.out === "" ? undefined : JSON.parse(ran.out);
  const names: readonly string[] = (report?.findings ?? []).map(
    ({ object }: { readonly object: { readonly name: string } }) => object.name,
  );
  return { ...ran, report, names };
}

test("a finding at the threshold is exit 1, below it 0", async () => {
  const objects = held("data");
  assert.equal((await audit(objects, ["--fail-on=warning"])).code, 1);
  assert.equal((await audit(objects, ["--fail-on=error"])).code, 0);
  assert.equal((await audit(objects, ["--fail-on=never"])).code, 0);
  assert.equal((await audit([])).code, 0);
});

test("a rule that could not look everywhere is exit 3, unless something was found", async () => {
  const blind = inputSource(snapshotOf(held("data"), ["v1/pods"]));
  const { code, out } = await runCommand(["audit", "--rules=PVG101"], blind);
  assert.equal(code, 3);
  assert.match(
    out.split("\n").slice(0, 6).join("\n"),
    /PVG101 could not look everywhere.*\n.*pods in namespace shop: Forbidden/,
  );
  const skipped = { ...snapshotOf(held("data")), skipped: ["a.yaml: 3: no kind"] };
  assert.equal((await runCommand(["audit", "--rules=PVG101"], inputSource(skipped))).code, 3);
  const both = ["audit", "--rules=PVG101", "--fail-on=warning"];
  assert.equal((await runCommand(both, inputSource(skipped))).code, 1);
});

test("rules are asked by code or name, and can be skipped", async () => {
  const objects = held("data");
  const asked = async (...argv: readonly string[]) => {
    const ran = await runCommand(["audit", ...argv, "-ojson"], inputSource(snapshotOf(objects)));
    return JSON.parse(ran.out).audit.rules.map(({ code }: { readonly code: string }) => code);
  };
  assert.deepEqual(await asked("--rules", "claim-held"), ["PVG101"]);
  assert.deepEqual(await asked("--rules", "pvg101, PVG102"), ["PVG101", "PVG102"]);
  assert.ok(!(await asked("--skip", "PVG101")).includes("PVG101"));
  assert.deepEqual(await asked("--rules=PVG101", "--rules=PVG102", "--skip=PVG102"), ["PVG101"]);
});

for (const [argv, message] of [
  [["--rules=PVG1O1"], /there is no rule "PVG1O1"\n\nDid you mean this\?\n\tPVG101/],
  [["--skip=claim-hold"], /there is no rule "claim-hold"\n\nDid you mean this\?\n\tclaim-held/],
  [["--min-severity=warn"], /"warn" is no value of --min-severity.*\n\nDid you mean this\?\n\twarning/],
  [["--fail-on=errors"], /"errors" is no value of --fail-on.*\n\nDid you mean this\?\n\terror/],
  [["--older-than=5"], /--older-than must be a time such as 30s/],
  [["-l", "a=(b)"], /unable to parse requirement/],
] as const) {
  test(`refused with what was probably meant: ${argv.join(" ")}`, async () => {
    const { err, code } = await runCommand(["audit", ...argv], inputSource(snapshotOf([])));
    assert.match(err, message);
    assert.equal(code, 2);
  });
}

test("what is shown can be narrowed by severity, storage class, labels and age", async () => {
  const objects = [
    ...held("fast", { storageClassName: "gp3", labels: { app: "web" } }),
    ...held("slow", { storageClassName: "st1" }),
    ...held("young", { deletionTimestamp: "2026-11-20T11:58:00Z" }),
  ];
  assert.deepEqual((await audit(objects)).names, ["fast", "slow"]);
  assert.deepEqual((await audit(objects, ["--min-severity=error"])).names, []);
  assert.deepEqual((await audit(objects, ["--storage-class=gp3"])).names, ["fast"]);
  assert.deepEqual((await audit(objects, ["--storage-class=gp3,st1"])).names, ["fast", "slow"]);
  assert.deepEqual((await audit(objects, ["-l", "app=web"])).names, ["fast"]);
  assert.deepEqual((await audit(objects, ["-l", "app!=web"])).names, ["slow"]);
  assert.deepEqual((await audit(objects, ["--older-than=1m"])).names, ["fast", "slow", "young"]);
});

test("-n means one namespace and the volumes behind it", async () => {
  const objects = [...held("a"), ...held("b", { namespace: "bank" })];
  assert.deepEqual((await audit(objects, ["-n", "bank"])).names, ["b"]);
  assert.deepEqual((await audit(objects, ["-n", "bank", "-A"])).names, ["b", "a"]);
});

const annotated = (annotations: { readonly [key: string]: string }) => held("data", { annotations });

test("an annotation takes a finding out of the report, and it is counted", async () => {
  const { names, report } = await audit(
    annotated({ "pvguard.dev/ignore": "PVG999, claim-held", "pvguard.dev/ignore-reason": "migration" }),
  );
  assert.deepEqual(names, []);
  assert.equal(report.audit.ignored[0].by, "annotation");
  assert.equal(report.audit.ignored[0].reason, "migration");
  const source = inputSource(snapshotOf(annotated({ "pvguard.dev/ignore": "PVG101" })));
  assert.match(
    (await runCommand(["audit", "--rules=PVG101"], source)).out,
    /Left out: 1 ignored on request\./,
  );
});

for (const [until, note] of [
  ["2026-11-19", /was ignored until 2026-11-19, which has passed/],
  ["2026-11-20T11:59:59Z", /which has passed/],
  ["next week", /its ignore-until is no date: next week/],
  ["2026-02-31", /is no date/],
] as const) {
  test(`an annotation that expired brings the finding back: ${until}`, async () => {
    const { names, report } = await audit(
      annotated({ "pvguard.dev/ignore": "PVG101", "pvguard.dev/ignore-until": until }),
    );
    assert.deepEqual(names, ["data"]);
    assert.match(report.findings[0].note, note);
  });
}

test("a day counts to its end", async () => {
  const { names } = await audit(
    annotated({ "pvguard.dev/ignore": "PVG101", "pvguard.dev/ignore-until": now.slice(0, 10) }),
  );
  assert.deepEqual(names, []);
});

const config = (rest: string) => `apiVersion: pvguard.dev/v1alpha1\nkind: AuditConfig\n${rest}`;
const withConfig = (rest: string, objects: readonly KubeObject[], argv: readonly string[] = []) =>
  audit(objects, ["--config=c.yaml", ...argv], files({ "c.yaml": config(rest) }));

test("a config file ignores by code, kind, namespace and name", async () => {
  const objects = [
    ...held("data-0"),
    ...held("data-1"),
    ...held("logs"),
    ...held("data-0", { namespace: "bank" }),
  ];
  const { names, report } = await withConfig(
    "ignore: [{code: PVG101, kind: pvc, namespace: sh*, name: data-?, reason: known, until: 2027-01-31}]",
    objects,
  );
  assert.deepEqual(names, ["data-0", "logs"]);
  assert.deepEqual(
    report.audit.ignored.map(({ by, until }: Record<string, string>) => [by, until]),
    [
      ["config", "2027-01-31"],
      ["config", "2027-01-31"],
    ],
  );
});

test("flags outweigh the config file", async () => {
  const file = "olderThan: 100d\nfailOn: note\nrules: [PVG102]";
  const objects = held("data");
  assert.deepEqual((await withConfig(file, objects)).names, []);
  const { names, code } = await withConfig(file, objects, ["--older-than=5m"]);
  assert.deepEqual([names, code], [["data"], 1]);
  assert.equal((await withConfig(file, objects, ["--older-than=5m", "--fail-on=error"])).code, 0);
});

for (const [text, message] of [
  ["kind: AuditConfig", /c\.yaml: apiVersion is missing/],
  [
    "apiVersion: pvguard.dev/v2\nkind: AuditConfig",
    /apiVersion is pvguard.dev\/v2, and this pvguard reads only pvguard.dev\/v1alpha1/,
  ],
  ["apiVersion: pvguard.dev/v1alpha1\nkind: Report", /kind must be AuditConfig, not "Report"/],
  [config("ignores: []"), /ignores is not known here; did you mean ignore\?/],
  [config("ignore: {}"), /ignore must be a list/],
  [config("ignore: [{code: PVG101}]"), /ignore\[0\]\.reason is missing/],
  [config("ignore: [{code: PVG1O1, reason: x}]"), /c\.yaml: there is no rule "PVG1O1"/],
  [
    config("ignore: [{code: PVG101, reason: x, kind: PersistentVolumeClam}]"),
    /did you mean PersistentVolumeClaim\?/,
  ],
  [config("ignore: [{code: PVG101, reason: x, until: tomorrow}]"), /until must be a day/],
  [config("failOn: warn"), /failOn must be one of .*; did you mean warning\?/],
  [config("olderThan: soon"), /olderThan must be a time/],
  [config("rules: PVG101"), /rules must be a list/],
  [config("a: [1, 2"), /c\.yaml, line \d+, column \d+: this is not valid YAML/],
  [`${config("")}---\n${config("")}`, /not valid YAML/],
  ["", /it is empty/],
  ["[]", /must be a mapping/],
] as const) {
  test(`a config file that cannot be meant is refused: ${JSON.stringify(text).slice(0, 70)}`, async () => {
    const { err, code } = await audit([], ["--config=c.yaml"], files({ "c.yaml": text }));
    assert.match(err, message);
    assert.equal(code, 2);
  });
}

async function saved(objects: readonly KubeObject[]): Promise<string> {
  return (await audit(objects)).out;
}

const withBaseline = async (
  before: readonly KubeObject[],
  after: readonly KubeObject[],
  argv: readonly string[] = [],
) => audit(after, ["--baseline=b.json", ...argv], files({ "b.json": await saved(before) }));

test("with a baseline only what is new is shown, and what was solved", async () => {
  const { names, report } = await withBaseline(
    [...held("old"), ...held("gone")],
    [...held("old"), ...held("new")],
  );
  assert.deepEqual(names, ["new"]);
  const { known, solved, unsure } = report.audit.comparison;
  assert.deepEqual([known, solved[0].object.name, solved.length, unsure], [1, "gone", 1, []]);
});

test("nothing new is exit 0, whatever is known", async () => {
  const { code, names } = await withBaseline(held("old"), held("old"), ["--fail-on=warning"]);
  assert.deepEqual([code, names], [0, []]);
});

test("an object that was deleted and made again is new", async () => {
  const { names, report } = await withBaseline(held("data"), held("data", { uid: "another" }));
  assert.deepEqual(names, ["data"]);
  assert.equal(report.audit.comparison.solved.length, 1);
});

test("what could not be looked at again is not solved", async () => {
  const blind = inputSource(snapshotOf(held("old"), ["v1/persistentvolumeclaims"]));
  const edge = files({ "b.json": await saved(held("old")) });
  const ran = await runCommand(["audit", "--rules=PVG101", "--baseline=b.json", "-ojson"], blind, edge);
  const { comparison } = JSON.parse(ran.out).audit;
  assert.deepEqual([comparison.solved.length, comparison.unsure.length, ran.code], [0, 1, 3]);
});

test("what is ignored now is known, not solved", async () => {
  const { report } = await withBaseline(held("data"), annotated({ "pvguard.dev/ignore": "PVG101" }));
  assert.deepEqual([report.audit.comparison.known, report.audit.comparison.solved], [1, []]);
});

test("what lies outside of the question is not solved", async () => {
  const { report } = await withBaseline(held("data"), [], ["-n", "bank"]);
  assert.deepEqual(report.audit.comparison.solved, []);
});

for (const [text, message] of [
  ["{}", /b\.json: apiVersion is missing/],
  ['{"apiVersion":"pvguard.dev/v1","kind":"Report"}', /apiVersion is pvguard.dev\/v1, and/],
  ['{"apiVersion":"pvguard.dev/v1alpha1","kind":"Report","findings":[]}', /is no report of an audit/],
  [
    '{"apiVersion":"pvguard.dev/v1alpha1","kind":"Report","audit":{},"takenAt":"x","findings":[{}]}',
    /findings\[0\]\.object is missing/,
  ],
  [
    '{"apiVersion":"pvguard.dev/v1alpha1","kind":"Report","audit":{},"takenAt":"x","findings":7}',
    /findings must be a list/,
  ],
  ["{", /b\.json, line 1, column \d+: this is not valid YAML/],
] as const) {
  test(`a baseline that cannot be one is refused: ${text.slice(0, 70)}`, async () => {
    const { err, code } = await audit([], ["--baseline=b.json"], files({ "b.json": text }));
    assert.match(err, message);
    assert.equal(code, 2);
  });
}
