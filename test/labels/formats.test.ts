/** In every format: each step has its one label, and the steps stand in the same order. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "js-yaml";
import { flatten } from "../../src/kubernetes/index.ts";
import { auditRenderers, plainOptions } from "../../src/render/index.ts";
import type { AuditReport, MarkedRemedy } from "../../src/report/index.ts";
import { fingerprintOf } from "../../src/report/index.ts";
import { renderers } from "../support/report-renderers.ts";
import { unwrapped } from "../support/scenario.ts";
import { walked } from "./walked.ts";

interface PolicyResult {
  readonly properties?: { readonly fingerprint?: string; readonly steps?: string };
}

interface Printed {
  readonly title: string;
  readonly safety: string;
  readonly follows?: string;
}

const titleOf = ({ title }: MarkedRemedy) => flatten(title, (data) => data);
const asPrinted = (remedy: MarkedRemedy): Printed => ({
  title: titleOf(remedy),
  safety: remedy.safety,
  ...(remedy.follows === undefined ? {} : { follows: remedy.follows.data }),
});
const printedIn = (view: { readonly remedies: readonly Printed[] }): readonly Printed[] =>
  view.remedies.map(({ title, safety, follows }) => ({
    title,
    safety,
    ...(follows === undefined ? {} : { follows }),
  }));

const labelNames = { safe: "[safe]", risky: "[risky]", "loses-data": "[loses data]" } as const;

/** Each of these lines, one after the other. */
function assertInOrder(output: string, lines: readonly string[], about: string): void {
  let at = 0;
  for (const line of lines) {
    const found = output.indexOf(line, at);
    assert.ok(found >= 0, `${about}: ${line}`);
    at = found + line.length;
  }
}

test("every format prints the one label, with the same steps in the same order", () => {
  let printed = 0;
  for (const { name, report, audit } of walked) {
    const diagnosed = report.diagnoses.map(({ remedies }) => remedies);
    const found = audit.findings.map(({ remedies }) => remedies);
    const told = (steps: readonly (readonly MarkedRemedy[])[]) => steps.map((each) => each.map(asPrinted));
    for (const renderer of renderers) {
      const output = renderer.render(report, plainOptions);
      assert.doesNotMatch(output, /in itself|leadsTo/, `${name}: ${renderer.name}`);
      if (renderer.name === "json" || renderer.name === "yaml") {
        const view = load(output) as { diagnoses: { remedies: Printed[] }[] };
        assert.deepEqual(view.diagnoses.map(printedIn), told(diagnosed), `${name}: ${renderer.name}`);
      }
      if (renderer.name === "wide") {
        const lines = diagnosed.flat().map((each) => `${labelNames[each.safety]} ${titleOf(each)}`);
        assertInOrder(unwrapped(output), lines, `${name}: wide`);
        printed += lines.length;
      }
    }
    for (const renderer of auditRenderers) {
      const output = renderer.render(audit, plainOptions);
      const about = `${name}: audit ${renderer.name}`;
      assert.doesNotMatch(output, /in itself|leadsTo/, about);
      switch (renderer.name) {
        case "json":
        case "yaml": {
          const view = load(output) as { findings: { remedies: Printed[] }[] };
          assert.deepEqual(view.findings.map(printedIn), told(found), about);
          break;
        }
        case "wide": {
          const lines = byCode(audit).map((each) => `- ${labelNames[each.safety]} ${titleOf(each)}`);
          assertInOrder(unwrapped(output), lines, about);
          break;
        }
        case "csv":
        case "sarif":
          assertInOrder(
            output,
            found.flat().map((each) => `[${each.safety}] ${titleOf(each)}`),
            about,
          );
          break;
        case "markdown": {
          const labels = [...output.matchAll(/<br>\\\[([a-z-]+)\\\]/g)].map((match) => match[1]);
          assert.deepEqual(
            labels,
            byCode(audit).map(({ safety }) => safety),
            about,
          );
          break;
        }
        case "policyreport":
        case "openreports": {
          // By namespace: each finding is looked up.
          const { items } = JSON.parse(output) as { items: { results: PolicyResult[] }[] };
          const told = items.flatMap(({ results }) => results);
          for (const finding of audit.findings) {
            const result = told.find(({ properties }) => properties?.fingerprint === fingerprintOf(finding));
            const lines = finding.remedies.map((each) => `[${each.safety}] ${titleOf(each)}`);
            assertInOrder(result?.properties?.steps ?? "", lines, about);
          }
          break;
        }
        case "junit": {
          const labels = [...output.matchAll(/^- \[([a-z-]+)\] /gm)].map((match) => match[1]);
          const failed = byRule(audit).filter(({ severity }) => severity !== "note");
          assert.deepEqual(
            labels,
            failed.flatMap(({ remedies }) => remedies.map(({ safety }) => safety)),
            about,
          );
          break;
        }
        case "html": {
          // A step that is offered for several findings of one cause stands there once.
          const steps = [...output.matchAll(/<li><p>(<span class="\w+">\[.*?)<\/p>/g)];
          assert.deepEqual(
            new Set(steps.map(([, line = ""]) => textIn(line))),
            new Set(found.flat().map((each) => `${labelNames[each.safety]} ${titleOf(each)}`)),
            about,
          );
          break;
        }
        default:
          assert.doesNotMatch(output, /\[safe\]|\bsafe\b/, about);
      }
      printed += found.flat().length;
    }
  }
  assert.ok(printed > 300, `${printed}`);
});

/** Of markup that has only elements of a line in it. */
function textIn(markup: string): string {
  const characters: Readonly<Record<string, string>> = { quot: '"', "#39": "'", lt: "<", gt: ">", amp: "&" };
  return markup
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/&([^;]+);/g, (entity, name: string) => characters[name] ?? entity);
}

function byCode({ findings }: AuditReport): readonly MarkedRemedy[] {
  const codes = [...new Set(findings.map(({ code }) => code))];
  return codes.flatMap((code) =>
    findings.filter((each) => each.code === code).flatMap(({ remedies }) => remedies),
  );
}
function byRule({ findings, asked }: AuditReport) {
  return asked.flatMap((rule) => findings.filter(({ code }) => code === rule.code));
}
