import assert from "node:assert/strict";
import { test } from "node:test";
import { Ajv } from "ajv";
import { load } from "js-yaml";
import parsePrometheusText from "parse-prometheus-text-format";
import { auditRenderers, plainOptions, schemas } from "../../src/render/index.ts";
import type { AuditReport } from "../../src/report/index.ts";
import { parseCsv } from "../support/formats/csv.ts";
import { parsePrometheus } from "../support/formats/prometheus.ts";
import { junitProblems, sarifProblems } from "../support/formats/published.ts";
import type { XmlElement } from "../support/formats/xml.ts";
import { parseXml } from "../support/formats/xml.ts";
import { auditOf, blind, clean, everything, found } from "./support/audits.ts";
import { assertGolden } from "./support/golden.ts";

const reports = { everything, clean, blind: auditOf({ findings: [], silenced: blind }), plain: auditOf() };

function rendered(format: string, report: AuditReport): string {
  const renderer = auditRenderers.find(({ name }) => name === format);
  assert.ok(renderer !== undefined, format);
  return renderer.render(report, { ...plainOptions, version: "v1.2.3" });
}

for (const { name } of auditRenderers) {
  test(`${name}: looks as it did`, () => {
    const sessions = Object.entries(reports).map(
      ([report, content]) => `# ${report}\n${withoutLooks(rendered(name, content))}`,
    );
    assertGolden(`audit-${name}.golden.txt`, sessions.join("\n"));
  });
}

/** A page for a browser without its style and script, which do not depend on the report. */
function withoutLooks(output: string): string {
  return output
    .replaceAll(/(<(style|script)>)[\s\S]*?(<\/\2>)/g, "$1$3")
    .replaceAll(/'sha256-[^']*'/g, "'sha256-'");
}

/** `-o name` is a list for the next command: `audit` says on stderr what could not be read. */
for (const { name } of auditRenderers.filter((format) => format.name !== "name")) {
  test(`${name}: says that something could not be read`, () => {
    const output = rendered(name, reports.everything);
    const complete = rendered(name, { ...everything, silenced: [], unread: [] });
    assert.notEqual(output, complete, "it does not render report.silenced and report.unread");
    assert.match(output, /PVG102|pods/, "it names neither the rule nor what was not read");
  });
}

function validatorOf(schema: object) {
  const uri = (text: string) => /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]*$/.test(text);
  const formats = { "date-time": true, uri, "uri-reference": uri } as const;
  return new Ajv({ allErrors: true, strictTypes: false, formats }).compile(schema);
}

function assertValid(validate: ReturnType<typeof validatorOf>, document: unknown): void {
  assert.ok(validate(document), JSON.stringify(validate.errors, null, 1));
}

const validReport = validatorOf(schemas["report.v1alpha1.json"]);

for (const [name, report] of Object.entries(reports)) {
  test(`json follows the published schema, and yaml says the same: ${name}`, () => {
    const document = JSON.parse(rendered("json", report));
    assertValid(validReport, document);
    assert.deepEqual(load(rendered("yaml", report)), document);
  });

  test(`sarif follows its published schema: ${name}`, () => {
    assert.deepEqual(sarifProblems(JSON.parse(rendered("sarif", report))), []);
  });

  test(`junit: its sums are right: ${name}`, () => assertSums(parseXml(rendered("junit", report))));

  test(`prometheus text is read by a parser of somebody else, as by ours: ${name}`, () => {
    const text = rendered("prometheus", report);
    const theirs = parsePrometheusText(text).flatMap((family) =>
      family.metrics.map(({ labels = {}, value }) => [family.name, labels, Number(value)]),
    );
    const ours = parsePrometheus(text).flatMap(({ series }) =>
      series.map(({ name, labels, value }) => [name, { ...labels }, value]),
    );
    assert.deepEqual(theirs, ours);
  });

  test(`prometheus can be read: ${name}`, () => {
    for (const { type, series } of parsePrometheus(rendered("prometheus", report))) {
      assert.equal(type, "gauge");
      assert.ok(series.length > 0);
    }
  });

  test(`csv has the same columns in every line: ${name}`, () => {
    const [header, ...rows] = parseCsv(rendered("csv", report));
    for (const row of rows) assert.equal(row.length, header?.length);
    const isFound = (row: readonly string[]) => row[0] === "found";
    assert.equal(rows.filter(isFound).length, report.findings.length);
  });
}

test("junit follows its published schema", async () => {
  const documents = Object.values(reports).map((report) => rendered("junit", report));
  assert.deepEqual(await junitProblems(documents), []);
});

/** The sums that readers rely on, and no schema checks. */
function assertSums({ children }: XmlElement): void {
  children.forEach((suite, position) => {
    assert.equal(suite.attributes.id, String(position));
    const cases = suite.children.filter(({ name }) => name === "testcase");
    const outcomes = cases.map(({ children: [outcome] }) => outcome?.name ?? "passed");
    const count = (outcome: string) => String(outcomes.filter((each) => each === outcome).length);
    const { tests, failures, skipped, errors } = suite.attributes;
    assert.deepEqual(
      [tests, failures, skipped, errors],
      [String(cases.length), count("failure"), count("skipped"), "0"],
    );
  });
}

test("the published schemas refuse what is no report", async () => {
  assert.notDeepEqual(sarifProblems({ version: "2.1.0", runs: [{ results: [] }] }), []);
  assert.notDeepEqual(await junitProblems(["<testsuites><testsuite/></testsuites>"]), []);
});

test("junit: a rule that could not look has not passed", () => {
  const { children } = parseXml(rendered("junit", reports.blind));
  const suites = new Map(children.map((suite) => [suite.attributes.name?.split(" ")[0], suite.attributes]));
  assert.deepEqual([suites.get("PVG102")?.tests, suites.get("PVG102")?.skipped], ["1", "1"]);
  assert.deepEqual([suites.get("PVG302")?.tests, suites.get("PVG302")?.skipped], ["1", "0"]);
});

test("sarif: what could not be looked at is an error of the run, and named with its rule", () => {
  const [run] = JSON.parse(rendered("sarif", reports.blind)).runs;
  const [invocation] = run.invocations;
  assert.equal(invocation.executionSuccessful, false);
  assert.deepEqual(
    invocation.toolExecutionNotifications.map(
      (each: { associatedRule: { id: string } }) => each.associatedRule.id,
    ),
    ["PVG101", "PVG102"],
  );
  assert.equal(JSON.parse(rendered("sarif", clean)).runs[0].invocations[0].executionSuccessful, true);
});

test("sarif: no more results than sites take, and it says so", () => {
  const [first] = found;
  assert.ok(first !== undefined);
  const report = auditOf({ findings: Array.from({ length: 25_003 }, () => first) });
  const [run] = JSON.parse(rendered("sarif", report)).runs;
  assert.equal(run.results.length, 25_000);
  assert.match(run.invocations[0].toolExecutionNotifications[0].message.text, /^3 more results are left out/);
});

test("prometheus: zero only for a rule that could look everywhere", () => {
  const families = parsePrometheus(rendered("prometheus", reports.blind));
  const of = (name: string) =>
    families
      .find((family) => family.name === name)
      ?.series.map(({ labels, value }) => [labels.code, value]) ?? [];
  assert.deepEqual(of("pvguard_findings"), [
    ["PVG301", 0],
    ["PVG302", 0],
  ]);
  assert.deepEqual(of("pvguard_rule_could_not_look"), [
    ["PVG101", 1],
    ["PVG102", 1],
  ]);
  assert.deepEqual(of("pvguard_audit_complete"), [[undefined, 0]]);
});

test("prometheus: namespaces are left out when there are too many", () => {
  const [first] = found;
  assert.ok(first !== undefined);
  const findings = Array.from({ length: 2001 }, (_, at) => ({
    ...first,
    subject: { ...first.subject, namespace: `n${at}` },
  }));
  const [family] = parsePrometheus(rendered("prometheus", auditOf({ findings })));
  assert.equal(family?.series.find(({ labels }) => labels.code === "PVG101")?.value, 2001);
});

test("markdown: fits into a comment", () => {
  const [first] = found;
  assert.ok(first !== undefined);
  const findings = Array.from({ length: 900 }, (_, at) => ({ ...first, code: `PVG${100 + (at % 90)}` }));
  const text = rendered("markdown", auditOf({ findings }));
  assert.ok(text.length < 65_536);
  assert.match(text, /The rest is left out/);
});
