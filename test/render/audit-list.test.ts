/** The audits of several clusters in every format: the cluster stands in each entry, and one that was not read is told. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Ajv } from "ajv";
import { load } from "js-yaml";
import { say } from "../../src/kubernetes/index.ts";
import { auditListRenderers, auditRenderers, plainOptions, schemas } from "../../src/render/index.ts";
import type { AuditReport, AuditReportList, ClusterAudit } from "../../src/report/index.ts";
import { parseCsv } from "../support/formats/csv.ts";
import { parsePrometheus } from "../support/formats/prometheus.ts";
import { junitProblems, sarifProblems } from "../support/formats/published.ts";
import { parseXml } from "../support/formats/xml.ts";
import { auditOf, blind, clean, everything } from "./support/audits.ts";
import { assertGolden } from "./support/golden.ts";

const takenAt = "2026-11-20T12:00:00Z";

function read(context: string, report: AuditReport, more: Partial<ClusterAudit> = {}): ClusterAudit {
  return { context, state: "audited", report: { ...report, context }, ...more } as ClusterAudit;
}

function down(context: string, message: string): ClusterAudit {
  return { context, state: "failed", error: { reason: "Unreachable", message: say`no answer: ${message}` } };
}

const partly = auditOf({ findings: [], silenced: blind });
const all: AuditReportList = {
  takenAt,
  clusters: [
    read("prod", everything, { server: "https://prod:6443/", uid: "1111" }),
    down("lab", "dial tcp 10.0.0.1:6443: i/o timeout"),
    { context: "prod-admin", state: "repeated", sameAs: "prod", server: "https://prod:6443/", uid: "1111" },
    read("eu west", { ...partly, only: "team" }, { sameAs: "prod" }),
    read("clean", clean),
  ],
};

function rendered(format: string, list = all): string {
  const renderer = auditListRenderers.find(({ name }) => name === format);
  assert.ok(renderer !== undefined, format);
  return renderer.render(list, { ...plainOptions, version: "v1.2.3" });
}

/** Formats that show one cluster. With several, `audit` refuses them in a plain sentence. */
const ofOneCluster: ReadonlySet<string> = new Set(["policyreport", "openreports"]);

test("there is every format that there is for one cluster", () => {
  const names = auditRenderers.map(({ name }) => name);
  assert.deepEqual(
    auditListRenderers.map(({ name }) => name),
    names.filter((name) => !ofOneCluster.has(name)),
  );
});

for (const { name } of auditListRenderers) {
  test(`${name}: looks as it did`, () => assertGolden(`audit-list-${name}.golden.txt`, rendered(name)));

  test(`${name}: names each cluster, and says which was not read`, () => {
    const output = rendered(name);
    for (const context of ["prod", "eu west"]) {
      // What has no findings has no names: standard error tells of it.
      if (name !== "name" || context === "prod") assert.match(output, new RegExp(context), context);
    }
    if (name === "name") return;
    assert.match(output, /lab/);
    if (name !== "prometheus") assert.match(output, /i\/o timeout/);
  });
}

interface Item {
  readonly context: string;
  readonly report?: { readonly findings: readonly { readonly context: string }[] };
}

test("json follows the published schema, as each report in it follows that of one, and yaml says the same", () => {
  const ajv = new Ajv({ allErrors: true, strictTypes: false, formats: { "date-time": true } });
  const text = rendered("json");
  const validate = ajv.compile(schemas["auditreportlist.v1alpha1.json"]);
  assert.ok(validate(JSON.parse(text)), JSON.stringify(validate.errors, null, 1));
  const validReport = ajv.compile(schemas["report.v1alpha1.json"]);
  const document: { complete: boolean; items: readonly Item[] } = JSON.parse(text);
  for (const { report, context } of document.items) {
    if (report === undefined) continue;
    assert.ok(validReport(report), JSON.stringify(validReport.errors, null, 1));
    for (const finding of report.findings) assert.equal(finding.context, context);
  }
  assert.equal(document.complete, false);
  assert.deepEqual(load(rendered("yaml")), document);
});

test("all is complete only where each cluster was read, and wholly", () => {
  const completeOf = (...clusters: readonly ClusterAudit[]) =>
    JSON.parse(rendered("json", { takenAt, clusters })).complete;
  const whole = read("a", { ...clean, unread: [] });
  const repeated: ClusterAudit = { context: "b", state: "repeated", sameAs: "a" };
  assert.equal(completeOf(whole, repeated), true);
  assert.equal(completeOf(whole, down("c", "x")), false);
  assert.equal(completeOf(whole, read("c", { ...partly, unread: blind.map(({ unread }) => unread) })), false);
  assert.equal(completeOf(read("c", { ...clean, unread: [], only: "team" })), false);
});

test("the findings of a cluster are rendered when their turn comes", () => {
  const json = auditListRenderers.find(({ name }) => name === "json");
  const [finding] = everything.findings;
  assert.ok(finding !== undefined);
  const findings = Array.from({ length: 3000 }, () => finding);
  const list = { takenAt, clusters: [read("prod", { ...everything, findings })] };
  const pieces = [...(json?.pieces?.(list) ?? [])];
  assert.ok(Math.max(...pieces.map(({ length }) => length)) < 20_000);
  assert.equal(pieces.join(""), `${JSON.stringify(JSON.parse(pieces.join("")), null, 4)}\n`);
});

test("sarif: a run for each cluster that was read, and none for one that was not: its results would be closed", () => {
  const log = JSON.parse(rendered("sarif"));
  assert.deepEqual(sarifProblems(log), []);
  const ids = log.runs.map((run: { automationDetails: { id: string } }) => run.automationDetails.id);
  assert.deepEqual(ids, ["pvguard/prod/", "pvguard/eu%20west/", "pvguard/clean/", "pvguard/"]);
  const [told] = log.runs.at(-1).invocations;
  assert.equal(told.executionSuccessful, false);
  assert.match(told.toolExecutionNotifications[0].message.text, /^lab: could not be read/);
});

test("junit follows its schema; a cluster that was not read is an error", async () => {
  const text = rendered("junit");
  assert.deepEqual(await junitProblems([text]), []);
  const { children } = parseXml(text);
  assert.deepEqual(
    children.map(({ attributes }) => Number(attributes.id)),
    children.map((_, at) => at),
  );
  const errors = children.filter(({ attributes }) => attributes.errors !== "0");
  assert.deepEqual(
    errors.map(({ attributes }) => attributes.name),
    ["lab: could not be read"],
  );
});

test("prometheus: each metric once, with the context in each series", () => {
  const families = parsePrometheus(rendered("prometheus"));
  for (const { series } of families) for (const { labels } of series) assert.ok(labels.context, "no context");
  const of = (wanted: string) =>
    families.find(({ name }) => name === wanted)?.series.map(({ labels, value }) => [labels.context, value]);
  assert.deepEqual(of("pvguard_cluster_read"), [
    ["prod", 1],
    ["lab", 0],
    ["eu west", 1],
    ["clean", 1],
  ]);
  assert.deepEqual(of("pvguard_audit_complete"), [
    ["prod", 0],
    ["lab", 0],
    ["eu west", 0],
    ["clean", 1],
  ]);
});

test("csv: the same columns in every line, the context first", () => {
  const [header, ...rows] = parseCsv(rendered("csv"));
  assert.equal(header?.[0], "context");
  for (const row of rows) assert.equal(row.length, header?.length);
  assert.deepEqual(
    rows.filter(([, status]) => status === "could not read").map(([context]) => context),
    ["lab"],
  );
});

test("name: kubectl takes the lines as they are", () => {
  const [first] = rendered("name").split("\n");
  assert.equal(first, "--context=prod persistentvolumeclaim/data-0");
});
