import type { ObjectRef, Phrase } from "../../kubernetes/index.ts";
import { flatten, groupOf, kindNamed, nameOf, pluralOf, say } from "../../kubernetes/index.ts";
import type { AuditReport, Finding, Ignored, RuleSummary } from "../../report/index.ts";
import { bytesOf, fingerprintOf } from "../../report/index.ts";
import { whole } from "../escape.ts";
import { notedMessage, stepLine } from "../labels.ts";
import { json } from "../machine.ts";
import type { Renderer, RenderOptions } from "../renderer.ts";
import { blindSpots, unreadLine } from "../terminal/unread.ts";
import { plainText } from "../views/schema.ts";
import { ofSeveral, outcomeLine } from "./cluster.ts";

const home = "https://github.com/pvguard/kubectl-pvguard";

/** Code scanning sites accept no more than this in one run. */
const mostResults = 25_000;

type Json = { readonly [name: string]: unknown };

/** A message in which data makes no link and no code: SARIF 2.1.0, 3.11.6. */
function message(phrase: Phrase): Json {
  return { text: flatten(phrase, (data) => whole(data).replaceAll(/[\\[\]()`]/g, "\\$&")) };
}

const visible = (text: string | undefined) => (text === undefined ? undefined : whole(text));

function ruleOf({ code, name, title, severity, what, whatToDo }: RuleSummary): Json {
  return {
    id: code,
    name,
    shortDescription: { text: `${title}.` },
    fullDescription: { text: what },
    help: { text: whatToDo, markdown: whatToDo },
    helpUri: `${home}/blob/main/docs/rules/${code}.md`,
    defaultConfiguration: { level: severity },
  };
}

/** Where a rule stands in the list of rules. What is undefined is not written. */
type IndexOf = (code: string) => number | undefined;

/** Where the results stand among those of other clusters; empty for one cluster alone. */
const placeOf = (context: string | undefined) => (context === undefined ? [] : ["contexts", context]);

function resultOf(finding: Finding, index: IndexOf, context: string | undefined): Json {
  const { code, subject, severity, confidence, since, storageClass, reason, place } = finding;
  return {
    ruleId: code,
    ruleIndex: index(code),
    level: severity,
    message: message(say`${nameOf(subject)}: ${notedMessage(finding)}`),
    locations: [
      {
        physicalLocation: {
          artifactLocation: {
            uri: place === undefined ? resourcePath(subject, context) : filePath(place.file),
          },
          region: { startLine: place?.line ?? 1 },
        },
        logicalLocations: [
          {
            name: whole(subject.name),
            fullyQualifiedName: qualifiedName(subject, context),
            kind: "resource",
          },
        ],
      },
    ],
    partialFingerprints: { "pvguard/v1": whole([fingerprintOf(finding), subject.uid ?? ""].join("/")) },
    properties: {
      confidence,
      since: visible(since),
      bytes: bytesOf(finding),
      storageClass: visible(storageClass),
      reason: visible(reason),
      cause: whole(finding.cause.id),
      steps: finding.remedies.map((remedy) => plainText(stepLine(remedy))),
    },
  };
}

function ignoredResult({ finding, by, reason }: Ignored, index: IndexOf, context: string | undefined): Json {
  const suppression = {
    kind: by === "annotation" ? "inSource" : "external",
    status: "accepted",
    justification: visible(reason),
  };
  return { ...resultOf(finding, index, context), suppressions: [suppression] };
}

/** What was not read, so that the rules that needed it do not count as passed. */
function notifications({ silenced, skipped }: AuditReport, left: number, index: IndexOf): readonly Json[] {
  return [
    ...blindSpots(silenced).flatMap(({ unread, codes }) =>
      codes.map((code) => ({
        level: "error",
        message: message(say`${code} could not check everything: ${unreadLine(unread)}`),
        associatedRule: { id: code, index: index(code) },
      })),
    ),
    ...skipped.map((each) => ({ level: "error", message: message(say`skipped: ${each}`) })),
    ...(left <= 0 ? [] : [{ level: "warning", message: message(leftOut(left)) }]),
  ];
}

const leftOut = (results: number) =>
  say`${results} more results are left out: code scanning sites accept at most ${mostResults}`;

function log(runs: readonly Json[]): Json {
  return {
    $schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
    version: "2.1.0",
    runs,
  };
}

const driver = (version: string | undefined, rules: readonly Json[]) => ({
  driver: { name: "pvguard", version, informationUri: home, rules },
});

/** Code scanning sites keep the results of runs apart by this: what is before the last slash. */
const automation = (name: string) => ({ automationDetails: { id: `pvguard/${segment(name)}/` } });

function runOf(report: AuditReport, { version }: RenderOptions): Json {
  const { asked, findings, ignored, silenced, skipped, context } = report;
  const positions = new Map(asked.map(({ code }, position) => [code, position]));
  const index: IndexOf = (code) => positions.get(code);
  const results = [
    ...findings.map((finding) => resultOf(finding, index, context)),
    ...ignored.map((each) => ignoredResult(each, index, context)),
  ];
  return {
    tool: driver(version, asked.map(ruleOf)),
    ...(context === undefined ? {} : automation(context)),
    invocations: [
      {
        executionSuccessful: silenced.length === 0 && skipped.length === 0,
        toolExecutionNotifications: notifications(report, results.length - mostResults, index),
      },
    ],
    results: results.slice(0, mostResults),
    properties: { takenAt: whole(report.takenAt), source: whole(report.source), context: visible(context) },
  };
}

export const auditSarif: Renderer<AuditReport> = {
  name: "sarif",
  summary: "SARIF 2.1.0, for code scanning sites",
  render: (report, options) => json(log([runOf(report, options)])),
};

/**
 * A run for each cluster. Those without results of their own share one: an empty run of a cluster that could not be read would
 * close all that is known of it.
 */
export const auditListSarif = ofSeveral(auditSarif, ({ clusters }, options) => {
  const told = clusters.flatMap((cluster) => {
    const outcome = outcomeLine(cluster);
    const level = cluster.state === "failed" ? "error" : "note";
    return outcome === undefined ? [] : [{ level, message: message(say`${cluster.context}: ${outcome}`) }];
  });
  const others = {
    tool: driver(options.version, []),
    automationDetails: { id: "pvguard/" },
    invocations: [
      {
        executionSuccessful: clusters.every(({ state }) => state !== "failed"),
        toolExecutionNotifications: told,
      },
    ],
    results: [],
  };
  const runs = clusters.flatMap((each) => (each.state === "audited" ? [runOf(each.report, options)] : []));
  return json(log(told.length === 0 ? runs : [...runs, others]));
});

/** `namespaces/shop/persistentvolumeclaims/data`: a relative path for the object, which nothing can break out of. */
function resourcePath(ref: ObjectRef, context: string | undefined): string {
  const { name, namespace } = ref;
  const parts = [
    ...placeOf(context),
    ...(namespace === undefined ? [] : ["namespaces", namespace]),
    typeOf(ref),
    name,
  ];
  return parts.map(segment).join("/");
}

/** As a URI: relative to where the audit ran, unless the path that was given was not. */
function filePath(file: string): string {
  const isWhole = file.startsWith("/");
  const parts = file.split("/").filter((part, at) => part !== "" && !(part === "." && at === 0));
  const path = parts.map((part) => (part === ".." ? part : segment(part))).join("/");
  return isWhole ? `file:///${path}` : path;
}

/** `v1/PersistentVolumeClaim/shop/data`. */
function qualifiedName(
  { apiVersion, kind, namespace, name }: ObjectRef,
  context: string | undefined,
): string {
  return whole(
    [...placeOf(context), apiVersion, kind, ...(namespace === undefined ? [] : [namespace]), name].join("/"),
  );
}

function typeOf({ apiVersion, kind }: ObjectRef): string {
  const resource = kindNamed(apiVersion, kind)?.resource;
  const plural = resource === undefined ? kind.toLowerCase() : pluralOf(resource);
  const group = groupOf(apiVersion);
  return group === "" ? plural : `${plural}.${group}`;
}

/** `.` and `..` would lead elsewhere. */
function segment(text: string): string {
  const encoded = encodeURIComponent(whole(text));
  return /^\.+$/.test(encoded) ? encoded.replaceAll(".", "%2E") : encoded;
}
