import type { Phrase } from "../../kubernetes/index.ts";
import { flatten, nameOf, say } from "../../kubernetes/index.ts";
import type { AuditReport, ClusterAudit, Finding, Ignored, RuleSummary } from "../../report/index.ts";
import type { Printable } from "../escape.ts";
import { whole } from "../escape.ts";
import { stepLine } from "../labels.ts";
import type { Renderer } from "../renderer.ts";
import { recentLines } from "../terminal/audit-summary.ts";
import type { BlindSpot } from "../terminal/unread.ts";
import { blindSpots, unreadLine } from "../terminal/unread.ts";
import { ofSeveral, outcomeLine } from "./cluster.ts";

const plain = (phrase: Phrase) => flatten(phrase, (data) => whole(data));

/** One object, or one statement about the rule as a whole. */
interface Case {
  readonly name: string;
  readonly outcome?: Element;
}

function failure({ severity, subject, message, cause, evidence, remedies, place }: Finding): Element {
  const facts = evidence.map(({ about, path, observed }) =>
    plain(say`${nameOf(about)}: ${path}: ${String(observed)}`),
  );
  const steps = remedies.map((remedy) => plain(stepLine(remedy)));
  return {
    name: "failure",
    attributes: { type: severity, message: plain(message) },
    text: listed([
      plain(say`${nameOf(subject)}: ${message}`),
      ...(place === undefined ? [] : [plain(say`in the file ${place.file}, line ${place.line}`)]),
      ...facts,
      plain(say`cause: ${cause.id}`),
      ...steps,
    ]),
  };
}

/** No line begins with data: a log could take it for a command. */
const listed = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join("\n");

/** As text: the schema that Jenkins reads by gives it no attributes. */
const skipped = (why: Phrase): Element => ({ name: "skipped", text: plain(why) });

/** A note is not a failure: it passes, and stands in the output of the suite. */
function findingCase(finding: Finding): Case {
  const name = plain(nameOf(finding.subject));
  return finding.severity === "note" ? { name } : { name, outcome: failure(finding) };
}

function ignoredCase({ finding, reason }: Ignored): Case {
  const why = reason === undefined ? say`ignored on request` : say`ignored on request: ${reason}`;
  return { name: plain(nameOf(finding.subject)), outcome: skipped(why) };
}

/** What a rule could not see it did not pass. */
function blindCase({ unread }: BlindSpot): Case {
  const why = say`could not check everything: ${unreadLine(unread)}`;
  return { name: plain(why), outcome: skipped(why) };
}

function suite(rule: RuleSummary, position: number, report: AuditReport): Element {
  const { context } = report;
  const own = report.findings.filter(({ code }) => code === rule.code);
  const found = [
    ...own.map(findingCase),
    ...report.ignored.filter(({ finding }) => finding.code === rule.code).map(ignoredCase),
    ...blindSpots(report.silenced.filter(({ code }) => code === rule.code)).map(blindCase),
  ];
  const cases = found.length > 0 ? found : [{ name: "no problems found" }];
  const count = (name: string) => cases.filter(({ outcome }) => outcome?.name === name).length;
  const notes = own.filter(({ severity }) => severity === "note");
  return {
    name: "testsuite",
    attributes: {
      name: `${context === undefined ? "" : `${context}: `}${rule.code} ${rule.title}`,
      package: "pvguard",
      id: position,
      hostname: context ?? "pvguard",
      timestamp: moment(report.takenAt),
      tests: cases.length,
      failures: count("failure"),
      errors: 0,
      skipped: count("skipped"),
      time: 0,
    },
    children: [
      {
        name: "properties",
        children: [
          propertyOf("code", rule.code),
          ...(context === undefined ? [] : [propertyOf("context", context)]),
        ],
      },
      ...cases.map((each) =>
        testCase(each, `${context === undefined ? "" : `${context}.`}${rule.code}.${rule.name}`),
      ),
      {
        name: "system-out",
        text: listed(notes.map(({ subject, message }) => plain(say`${nameOf(subject)}: ${message}`))),
      },
      {
        name: "system-err",
        text:
          rule === report.asked[0]
            ? listed(
                [...report.skipped.map((each) => say`skipped: ${each}`), ...recentLines(report)].map(plain),
              )
            : "",
      },
    ],
  };
}

const propertyOf = (name: string, value: string) => ({ name: "property", attributes: { name, value } });

function testCase({ name, outcome }: Case, classname: string): Element {
  return {
    name: "testcase",
    attributes: { classname, name, time: 0 },
    ...(outcome === undefined ? {} : { children: [outcome] }),
  };
}

/** The schema of Ant's reports wants no zone. */
function moment(time: string): string {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.exec(time)?.[0] ?? "1970-01-01T00:00:00";
}

export const auditJunit: Renderer<AuditReport> = {
  name: "junit",
  summary: "JUnit XML, one suite per rule and one case per object",
  render: (report) =>
    xmlDocument({
      name: "testsuites",
      children: report.asked.map((rule, position) => suite(rule, position, report)),
    }),
};

/** A cluster that could not be read is an error, whatever is found in others. */
function clusterSuite(cluster: ClusterAudit, position: number, takenAt: string): Element {
  const why = outcomeLine(cluster) ?? [];
  const message = plain(why);
  const isFailed = cluster.state === "failed";
  const outcome = isFailed ? { name: "error", attributes: { type: "unreadable", message } } : skipped(why);
  return {
    name: "testsuite",
    attributes: {
      name: `${cluster.context}: ${isFailed ? "could not be read" : "note"}`,
      package: "pvguard",
      id: position,
      hostname: cluster.context,
      timestamp: moment(takenAt),
      tests: 1,
      failures: 0,
      errors: isFailed ? 1 : 0,
      skipped: isFailed ? 0 : 1,
      time: 0,
    },
    children: [
      { name: "properties", children: [propertyOf("context", cluster.context)] },
      testCase({ name: message, outcome }, `${cluster.context}.cluster`),
      { name: "system-out", text: "" },
      { name: "system-err", text: "" },
    ],
  };
}

export const auditListJunit = ofSeveral(auditJunit, ({ clusters, takenAt }) => {
  const suites = clusters.flatMap((cluster) => [
    ...(outcomeLine(cluster) === undefined
      ? []
      : [(position: number) => clusterSuite(cluster, position, takenAt)]),
    ...(cluster.state === "audited"
      ? cluster.report.asked.map((rule) => (position: number) => suite(rule, position, cluster.report))
      : []),
  ]);
  return xmlDocument({ name: "testsuites", children: suites.map((make, position) => make(position)) });
});

/** A piece of XML. Its texts and values are escaped when it is written, and there is no other way to write it. */
interface Element {
  readonly name: string;
  readonly attributes?: { readonly [name: string]: string | number };
  readonly children?: readonly Element[];
  readonly text?: string;
}

const entities: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&apos;"],
]);

/** Printable text has no character that XML 1.0 forbids. */
function escaped(text: Printable): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities.get(character) ?? "");
}

function xmlDocument(root: Element): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${lines(root, "").join("\n")}\n`;
}

function lines(element: Element, indent: string): readonly string[] {
  const { name, attributes = {}, children = [], text } = element;
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(whole(String(value)))}"`);
  const head = `${indent}<${name}${list.join("")}`;
  if (text !== undefined) return [`${head}>${textLines(text)}</${name}>`];
  if (children.length === 0) return [`${head}/>`];
  return [`${head}>`, ...children.flatMap((child) => lines(child, `${indent}  `)), `${indent}</${name}>`];
}

/** Line breaks are pvguard's own: none comes from data. */
function textLines(text: string): string {
  return text
    .split("\n")
    .map((line) => escaped(whole(line)))
    .join("\n");
}
