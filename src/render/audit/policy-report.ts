import type { ObjectRef, Phrase } from "../../kubernetes/index.ts";
import { flatten, instant, nameOf, say, words } from "../../kubernetes/index.ts";
import type { AuditReport, Finding, Severity } from "../../report/index.ts";
import { bytesOf, fingerprintOf } from "../../report/index.ts";
import { shown, whole } from "../escape.ts";
import { byKey } from "../group.ts";
import { notedMessage, stepLine } from "../labels.ts";
import { jsonPieces } from "../machine.ts";
import type { Renderer } from "../renderer.ts";
import { recentLines } from "../terminal/audit-summary.ts";
import { blindSpots, unreadLine } from "../terminal/unread.ts";

/** An API for the results of checks. The fields that are written are the same in both. */
interface Api {
  readonly apiVersion: string;
  readonly namespaced: string;
  readonly cluster: string;
}

/**
 * kubernetes-sigs/wg-policy-prototypes policy-report/crd/v1beta1, of October 2024: it serves v1alpha2 as well. Kyverno installs
 * v1alpha2 alone: kyverno/kyverno charts/kyverno/charts/crds/templates/wgpolicyk8s.io, at 111e07bb. The Trivy operator installs
 * neither, only reports of its own: aquasecurity/trivy-operator deploy/helm/crds, at 896a3a35.
 */
const policyReports: Api = {
  apiVersion: "wgpolicyk8s.io/v1alpha2",
  namespaced: "PolicyReport",
  cluster: "ClusterPolicyReport",
};

/** openreports/reports-api config/crd, of December 2025. */
const openReports: Api = {
  apiVersion: "openreports.io/v1alpha1",
  namespaced: "Report",
  cluster: "ClusterReport",
};

/** What the fields of both APIs say: `error` could not be evaluated, `skip` was not selected, `warn` is not scored. */
type Outcome = "fail" | "warn" | "error" | "skip";

interface Result {
  readonly policy: string;
  readonly rule: string;
  readonly result: Outcome;
  readonly message: string;
  readonly severity?: "high" | "medium" | "info";
  readonly scored?: boolean;
  readonly resources?: readonly object[];
  readonly properties?: { readonly [name: string]: string };
}

const meanings: Record<Severity, Required<Pick<Result, "result" | "severity" | "scored">>> = {
  error: { result: "fail", severity: "high", scored: true },
  warning: { result: "warn", severity: "medium", scored: true },
  note: { result: "warn", severity: "info", scored: false },
};

const text = (phrase: Phrase) => flatten(phrase, shown);

function resultOf(finding: Finding, ruleOf: ReadonlyMap<string, string>): Result {
  const { code, severity, confidence, since, storageClass, reason, data, cause, remedies } = finding;
  const properties = {
    confidence,
    since,
    bytes: bytesOf(finding)?.toString(),
    storageClass,
    reason,
    data,
    cause: cause.id,
    fingerprint: fingerprintOf(finding),
    steps: remedies.length === 0 ? undefined : remedies.map((remedy) => text(stepLine(remedy))).join("; "),
  };
  const given = Object.entries(properties).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, name === "steps" ? value : shown(value)]],
  );
  return {
    policy: code,
    rule: ruleOf.get(code) ?? code,
    ...meanings[severity],
    message: messageOf(finding),
    resources: [referenceTo(finding.subject)],
    properties: Object.fromEntries(given),
  };
}

const messageOf = (finding: Finding) => text(say`${nameOf(finding.subject)}: ${notedMessage(finding)}`);

function referenceTo({ apiVersion, kind, namespace, name, uid }: ObjectRef): object {
  const fields = Object.entries({ apiVersion, kind, namespace, name, uid });
  return Object.fromEntries(
    fields.flatMap(([key, value]) => (value === undefined ? [] : [[key, shown(value)]])),
  );
}

/** What was ignored is skipped; what could not be checked is an error, and did not pass. */
function resultsBeside(report: AuditReport, ruleOf: ReadonlyMap<string, string>): readonly Result[] {
  const { silenced, skipped, unjudged = [] } = report;
  const ofAudit = { policy: "pvguard", rule: "not-checked" };
  const blind = blindSpots(silenced).flatMap(({ unread, codes }) =>
    codes.map((code) => ({
      policy: code,
      rule: ruleOf.get(code) ?? code,
      result: "error" as const,
      message: text(say`could not check everything: ${unreadLine(unread)}`),
    })),
  );
  return [
    ...blind,
    ...skipped.map((each) => ({
      ...ofAudit,
      result: "error" as const,
      message: text(say`skipped: ${each}`),
    })),
    ...unjudged.map(({ object, state }) => ({
      ...ofAudit,
      result: "error" as const,
      message: text(say`${nameOf(object)}: ${state}, but the input has too little to say why`),
      resources: [referenceTo(object)],
    })),
    ...recentLines(report).map((line) => ({ ...ofAudit, result: "skip" as const, message: text(line) })),
  ];
}

interface Placed {
  readonly namespace: string;
  readonly result: Result;
}

/** In the namespace of its object, where a report can be created. The empty text stands for the cluster. */
function placed(report: AuditReport): readonly Placed[] {
  const { findings, ignored, asked } = report;
  const ruleOf = new Map(asked.map(({ code, name }) => [code, name]));
  // Nothing can be created in a namespace that is being deleted.
  const held = new Set(
    findings.flatMap(({ subject: { kind, name } }) => (kind === "Namespace" ? [name] : [])),
  );
  const placeOf = ({ subject: { namespace = "" } }: Finding) =>
    isNamespace.test(namespace) && !held.has(namespace) ? namespace : "";
  return [
    ...findings.map((finding) => ({ namespace: placeOf(finding), result: resultOf(finding, ruleOf) })),
    ...ignored.map(({ finding, reason }) => {
      const why = reason === undefined ? words("ignored on request") : say`ignored on request: ${reason}`;
      const result = {
        ...resultOf(finding, ruleOf),
        result: "skip" as const,
        message: `${text(why)} (${messageOf(finding)})`,
      };
      return { namespace: placeOf(finding), result };
    }),
    ...resultsBeside(report, ruleOf).map((result) => ({ namespace: "", result })),
  ];
}

/** kubernetes/kubernetes staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go IsDNS1123Label, 1.36. */
const isNamespace = /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/;

const mostResults = 1000;

/** `kubectl apply` keeps a copy in the annotations, which hold no more than 262,144 bytes together. */
const mostBytes = 200_000;

/** As many results together as one object may have. */
function* parted(results: readonly Result[]): Iterable<readonly Result[]> {
  let part: Result[] = [];
  let size = 0;
  for (const result of results) {
    const bytes = Buffer.byteLength(JSON.stringify(result)) + 200;
    if (part.length === mostResults || (part.length > 0 && size + bytes > mostBytes)) {
      yield part;
      part = [];
      size = 0;
    }
    part.push(result);
    size += bytes;
  }
  yield part;
}

/** There is always one for the cluster: an empty list would look like no audit, and `kubectl apply` refuses it. */
function* objects(report: AuditReport, api: Api): Iterable<object> {
  const places = byKey(placed(report), ({ namespace }) => [namespace]);
  const at = instant(report.takenAt);
  const timestamp = at === undefined ? {} : { timestamp: { seconds: Math.floor(at / 1000), nanos: 0 } };
  for (const namespace of ["", ...[...places.keys()].filter((each) => each !== "").sort()]) {
    let number = 0;
    for (const part of parted((places.get(namespace) ?? []).map(({ result }) => result))) {
      number += 1;
      yield {
        apiVersion: api.apiVersion,
        kind: namespace === "" ? api.cluster : api.namespaced,
        metadata: {
          name: number === 1 ? "pvguard" : `pvguard-${number}`,
          ...(namespace === "" ? {} : { namespace }),
          labels: { "app.kubernetes.io/managed-by": "pvguard" },
          annotations: { "pvguard.dev/taken-at": whole(report.takenAt) },
        },
        summary: summaryOf(part),
        results: part.map((result) => ({ source: "pvguard", ...result, ...timestamp })),
      };
    }
  }
}

function summaryOf(results: readonly Result[]): object {
  const count = (outcome: Outcome) => results.filter(({ result }) => result === outcome).length;
  return { pass: 0, fail: count("fail"), warn: count("warn"), error: count("error"), skip: count("skip") };
}

function rendererFor(name: string, summary: string, api: Api): Renderer<AuditReport> {
  const pieces = (report: AuditReport) =>
    jsonPieces({ apiVersion: "v1", kind: "List", items: objects(report, api) });
  return { name, summary, pieces, render: (report) => [...pieces(report)].join("") };
}

/** The objects of the format of that name, as `serve` applies them. */
export function policyReportsOf(
  report: AuditReport,
  format: "policyreport" | "openreports",
): readonly object[] {
  return [...objects(report, format === "policyreport" ? policyReports : openReports)];
}

export const auditPolicyReport = rendererFor(
  "policyreport",
  "PolicyReports of wgpolicyk8s.io, for kubectl apply",
  policyReports,
);

export const auditOpenReports = rendererFor(
  "openreports",
  "Reports of openreports.io, for kubectl apply",
  openReports,
);
