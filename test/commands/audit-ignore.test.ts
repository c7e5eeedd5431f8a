import assert from "node:assert/strict";
import { test } from "node:test";
import { inputSource } from "../../src/commands/index.ts";
import type { KubeObject } from "../../src/kubernetes/index.ts";
import { now, snapshotOf } from "../support/snapshot.ts";
import { audit, files, held } from "./support/audit.ts";
import { runCommand } from "./support/run-command.ts";

export const annotated = (annotations: { readonly [key: string]: string }) => held("data", { annotations });

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
  ["2026-11-19", /was ignored until 2026-11-19, which is in the past/],
  ["2026-11-20T11:59:59Z", /which is in the past/],
  ["next week", /its ignore-until is not a date: next week/],
  ["2026-02-31", /is not a date/],
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
    /apiVersion is pvguard.dev\/v2, but this version of pvguard reads only pvguard.dev\/v1alpha1/,
  ],
  ["apiVersion: pvguard.dev/v1alpha1\nkind: Report", /kind must be AuditConfig, not "Report"/],
  [config("ignores: []"), /ignores is not a known field; did you mean ignore\?/],
  [config("ignore: {}"), /ignore must be a list/],
  [config("ignore: [{code: PVG101}]"), /ignore\[0\]\.reason is missing/],
  [config("ignore: [{code: PVG1O1, reason: x}]"), /c\.yaml: unknown rule "PVG1O1"/],
  [
    config("ignore: [{code: PVG101, reason: x, kind: PersistentVolumeClam}]"),
    /did you mean PersistentVolumeClaim\?/,
  ],
  [config("ignore: [{code: PVG101, reason: x, until: tomorrow}]"), /until must be a date/],
  [config("failOn: warn"), /failOn must be one of .*; did you mean warning\?/],
  [config("olderThan: soon"), /olderThan must be a duration/],
  [config("rules: PVG101"), /rules must be a list/],
  [config("a: [1, 2"), /c\.yaml, line \d+, column \d+: this is not valid YAML/],
  [
    `${config("")}---\n${config("")}`,
    /c\.yaml: it contains more than one YAML document, but must contain only one/,
  ],
  ["", /it is empty/],
  ["[]", /must be a map/],
] as const) {
  test(`a config file that cannot be meant is refused: ${JSON.stringify(text).slice(0, 70)}`, async () => {
    const { err, code } = await audit([], ["--config=c.yaml"], files({ "c.yaml": text }));
    assert.match(err, message);
    assert.equal(code, 2);
  });
}
