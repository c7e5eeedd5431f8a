import {
  type Finding,
  nameOf,
  type Report,
  type Severity,
  say,
  secondsSince,
  shortNameOf,
  words,
} from "../../model/index.ts";
import { humanDuration } from "../age.ts";
import { apart, type Block, paragraph, section, sentence, styled, type Text } from "../doc.ts";
import type { Style } from "../palette.ts";
import { present } from "../present.ts";
import type { Renderer, RenderOptions } from "../renderer.ts";
import { headerBlocks } from "./header.ts";
import { unreadBlocks } from "./unread.ts";

const severities: readonly { readonly severity: Severity; readonly style: Style; readonly plural: string }[] =
  [
    { severity: "error", style: "bad", plural: "errors" },
    { severity: "warning", style: "careful", plural: "warnings" },
    { severity: "note", style: "aside", plural: "notes" },
  ];

const styleOf = (severity: Severity): Style =>
  severities.find((each) => each.severity === severity)?.style ?? "aside";

/** First how much there is, and what was not looked at: nobody may take silence for health. */
function summary({ findings, silenced }: Report): readonly Block[] {
  const counts = severities
    .map(({ severity, plural }) => ({
      count: findings.filter((finding) => finding.severity === severity).length,
      severity,
      plural,
    }))
    .filter(({ count }) => count > 0)
    .map(({ count, severity, plural }) => `${count} ${count === 1 ? severity : plural}`);
  const found = counts.length === 0 ? "Nothing found" : counts.join(", ");
  const codes = [...new Set(silenced.map(({ code }) => code))].sort();
  const limits =
    codes.length === 0
      ? words(".")
      : words(`. Not everything was seen: ${codes.join(", ")} could not look everywhere.`);
  return [paragraph(say`${words(found)}${limits}`, 2)];
}

function groups(findings: readonly Finding[]): readonly (readonly Finding[])[] {
  const byCode = new Map<string, Finding[]>();
  for (const finding of findings) byCode.set(finding.code, [...(byCode.get(finding.code) ?? []), finding]);
  return [...byCode.values()];
}

function groupBlocks(group: readonly Finding[], now: number, { wide }: RenderOptions): readonly Block[] {
  const [first] = group;
  if (first === undefined) return [];
  const heading: Text = [
    ...styled(styleOf(first.severity), words(first.severity)),
    ...say` ${first.code} ${words(first.title)} (${group.length})`,
  ];
  return section(
    heading,
    group.flatMap((finding) => [paragraph(line(finding, now), 2), ...(wide ? evidence(finding) : [])]),
  );
}

function line({ subject, since, message }: Finding, now: number): Text {
  const seconds = secondsSince(since, now);
  const age = seconds === undefined ? [] : say` for ${humanDuration(seconds)}`;
  return [...styled("title", say`${nameOf(subject)}${age}: `), ...message];
}

function evidence({ evidence: facts }: Finding): readonly Block[] {
  return facts.map(({ about, path, observed }) =>
    paragraph(styled("aside", say`  ${shortNameOf(about)} ${path}: ${String(observed)}`), 4),
  );
}

function findingsBlocks(report: Report, options: RenderOptions): readonly Block[] {
  const now = Date.parse(options.now ?? report.takenAt);
  return apart([
    [...headerBlocks({ ...report, unread: [] }, options), ...summary(report)],
    ...groups(report.findings).map((group) => groupBlocks(group, now, options)),
    section(words("Not read"), unreadBlocks(report.unread)),
    report.findings.length === 0
      ? []
      : [paragraph(sentence(words("more: kubectl pvguard explain CODE, kubectl pvguard why TYPE/NAME")))],
  ]);
}

export const findingsText: Renderer = {
  name: "text",
  summary: "for people, grouped by rule, worst first",
  render: (report, options) => present(findingsBlocks(report, options), options),
};

export const findingsWide: Renderer = {
  name: "wide",
  summary: "for people, with the evidence",
  render: (report, options) => findingsText.render(report, { ...options, wide: true }),
};
