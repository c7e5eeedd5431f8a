import { instant } from "../../kubernetes/index.ts";
import type { AuditReport, ClusterAudit, Finding } from "../../report/index.ts";
import { bytesOfAll, scoreOf } from "../../report/index.ts";
import { whole } from "../escape.ts";
import { grouped } from "../group.ts";
import type { Renderer } from "../renderer.ts";
import { silencedCodes } from "../terminal/unread.ts";
import { ofSeveral } from "./cluster.ts";

export interface Sample {
  readonly labels: { readonly [name: string]: string };
  readonly value: number;
}

/** More combinations of labels than this are merged: their namespaces and storage classes are dropped. */
const mostSeries = 2000;

/** @param family its name and its type, where they are not those of a gauge */
export function metric(
  name: string,
  help: string,
  samples: readonly Sample[],
  family: { readonly name: string; readonly type: string } = { name, type: "gauge" },
): string {
  const lines = samples.map(({ labels, value }) => `${name}${labelled(labels)} ${value}\n`);
  return samples.length === 0
    ? ""
    : [`# HELP ${family.name} ${help}\n`, `# TYPE ${family.name} ${family.type}\n`, ...lines].join("");
}

function labelled(labels: Sample["labels"]): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${labelValue(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

/** As the exposition format asks for: https://prometheus.io/docs/instrumenting/exposition_formats/ */
function labelValue(text: string): string {
  return whole(text).replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}

type Labels = (finding: Finding) => Sample["labels"];

const fully: Labels = ({ code, severity, subject, storageClass }) => ({
  code,
  severity,
  namespace: subject.namespace ?? "",
  storage_class: storageClass ?? "",
});
const briefly: Labels = ({ code, severity }) => ({ code, severity, namespace: "", storage_class: "" });

interface Series {
  readonly labels: Sample["labels"];
  readonly findings: readonly Finding[];
}

function seriesOf(findings: readonly Finding[]): readonly Series[] {
  const series = (labels: Labels) =>
    grouped(findings, (finding) => JSON.stringify(labels(finding))).map((group) => ({
      labels: labels(group[0]),
      findings: group,
    }));
  const full = series(fully);
  return full.length <= mostSeries ? full : series(briefly);
}

/** No findings count as zero only where the rule could check everything. */
function zeros({ asked, findings, silenced }: AuditReport): readonly Sample[] {
  const busy = new Set([...findings.map(({ code }) => code), ...silencedCodes(silenced)]);
  return asked
    .filter(({ code }) => !busy.has(code))
    .map(({ code, severity }) => ({
      labels: { code, severity, namespace: "", storage_class: "" },
      value: 0,
    }));
}

function ignoredSamples({ ignored }: AuditReport): readonly Sample[] {
  return grouped(ignored, ({ finding }) => finding.code).map((group) => ({
    labels: { code: group[0].finding.code },
    value: group.length,
  }));
}

/** None where a rule that could not look may know of more. */
function causeSamples({ findings, silenced }: AuditReport): readonly Sample[] {
  const causes = new Set(findings.map(({ cause }) => cause.id));
  return causes.size === 0 && silenced.length > 0 ? [] : [{ labels: {}, value: causes.size }];
}

/** None where not everything was checked. */
function scoreSamples(report: AuditReport): readonly Sample[] {
  const value = scoreOf(report)?.value;
  return value === undefined ? [] : [{ labels: {}, value }];
}

function seconds(time: string): readonly Sample[] {
  const at = instant(time);
  return at === undefined ? [] : [{ labels: {}, value: at / 1000 }];
}

interface Gauge {
  readonly name: string;
  readonly help: string;
  readonly samples: readonly Sample[];
}

const gauge = (name: string, help: string, samples: readonly Sample[]): Gauge => ({ name, help, samples });

const textOf = ({ name, help, samples }: Gauge) => metric(name, help, samples);

const completeness = (value: 0 | 1) =>
  gauge("pvguard_audit_complete", "1 when every rule could check everything.", [{ labels: {}, value }]);

function metricsOf(report: AuditReport): readonly Gauge[] {
  const series = seriesOf(report.findings);
  const silent = silencedCodes(report.silenced);
  const isComplete = silent.length === 0 && report.skipped.length === 0;
  return [
    gauge("pvguard_findings", "Findings of the last audit.", [
      ...series.map(({ labels, findings }) => ({ labels, value: findings.length })),
      ...zeros(report),
    ]),
    gauge(
      "pvguard_finding_bytes",
      "Total size in bytes of the objects with findings, each disk counted once.",
      series
        .map(({ labels, findings }) => ({ labels, value: bytesOfAll(findings) }))
        .filter(({ value }) => value > 0),
    ),
    gauge(
      "pvguard_causes",
      "Distinct causes of the findings: one action ends one cause.",
      causeSamples(report),
    ),
    gauge(
      "pvguard_rule_could_not_look",
      "1 for a rule that could not check everything: its findings may not be complete.",
      silent.map((code) => ({ labels: { code }, value: 1 })),
    ),
    gauge("pvguard_ignored_findings", "Findings that are ignored on request.", ignoredSamples(report)),
    gauge("pvguard_score", "Score of the last audit, from 0 to 100.", scoreSamples(report)),
    completeness(isComplete ? 1 : 0),
    gauge(
      "pvguard_audit_timestamp_seconds",
      "Time of the audited state, in seconds since the Unix epoch.",
      seconds(report.takenAt),
    ),
  ];
}

export const auditPrometheus: Renderer<AuditReport> = {
  name: "prometheus",
  summary: "for the node exporter's textfile collector or the Pushgateway",
  render: (report) => metricsOf(report).map(textOf).join(""),
};

/** What could not be read has no findings, and not zero. */
function metricsOfCluster(cluster: ClusterAudit): readonly Gauge[] {
  switch (cluster.state) {
    case "repeated":
      return [];
    case "failed":
      return [wasRead(0), completeness(0)];
    case "audited": {
      const metrics = metricsOf(cluster.report);
      const isPart = ({ name }: Gauge) => cluster.report.only !== undefined && name === completeness(0).name;
      return [wasRead(1), ...metrics.map((each) => (isPart(each) ? completeness(0) : each))];
    }
  }
}

const wasRead = (value: 0 | 1) =>
  gauge("pvguard_cluster_read", "0 for a cluster that could not be read.", [{ labels: {}, value }]);

/** Each metric stands in one place, whatever cluster its samples are of. */
export const auditListPrometheus = ofSeveral(auditPrometheus, ({ clusters }) => {
  const all = clusters.flatMap((cluster) =>
    metricsOfCluster(cluster).map(({ samples, ...each }) => ({
      ...each,
      samples: samples.map(({ labels, value }) => ({
        labels: { context: cluster.context, ...labels },
        value,
      })),
    })),
  );
  return grouped(all, ({ name }) => name)
    .map((each) => textOf({ ...each[0], samples: each.flatMap(({ samples }) => samples) }))
    .join("");
});
