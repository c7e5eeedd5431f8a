import { counted, nameKey, words } from "../../kubernetes/index.ts";
import type { AuditReport, Fate, Finding, MarkedRemedy, SizedDisk } from "../../report/index.ts";
import { safestFirst } from "../../report/index.ts";
import { gibibytes } from "../amounts.ts";
import type { Placed } from "../card/audit.ts";
import { commandFor, nameOfCause, summaryOf } from "../card/audit.ts";
import { item, paragraph, styledLine, verbatim } from "../doc.ts";
import type { Chain } from "../graph.ts";
import { graphOf } from "../graph.ts";
import type { Group } from "../group.ts";
import type { RenderOptions } from "../renderer.ts";
import { detailBlocks } from "../terminal/findings.ts";
import { findingRemedies } from "../terminal/remedies.ts";
import { blocksMarkup } from "./blocks.ts";
import { chainMarkup } from "./chain.ts";
import { dataRows } from "./disks.ts";
import type { Entry } from "./document.ts";
import { ruleOf } from "./filter.ts";
import type { Markup } from "./markup.ts";
import { html, nothing } from "./markup.ts";

/** The audit of one cluster, and how the page names it where there are several. */
export interface Scope {
  readonly report: AuditReport;
  readonly options: RenderOptions;
  readonly cluster?: string;
}

/** A cause, and the audit that found it. */
export interface Member extends Placed {
  readonly scope: Scope;
}

export function nowOf({ report, options }: Scope): number {
  return Date.parse(options.now ?? report.takenAt);
}

/** More than these are counted: no person reads a page of tens of thousands. */
const mostFindings = 200;
const mostDrawings = 200;
const mostDrawn = 24;

export function entryOf({ group, scope }: Member, at: number): Entry {
  const { options, cluster } = scope;
  const now = nowOf(scope);
  const command = commandFor(group, options);
  const [{ severity }] = group;
  const chains = at < mostDrawings ? group.flatMap(chainOf) : [];
  const left = group.length - mostFindings;
  const allSteps = stepsOf(group);
  const steps = allSteps.slice(0, mostSteps);
  const isShown = new Set(steps.map(keyOf));
  const findings = group.slice(0, mostFindings).map((finding) => {
    const remedies = finding.remedies.filter((remedy) => !isShown.has(keyOf(remedy)));
    const blocks = detailBlocks({ ...finding, remedies }, now, { ...options, wide: true });
    const rule = paragraph([{ words: ruleOf(finding), style: "aside" }]);
    return html`<div class="finding">${blocksMarkup([rule, ...blocks])}</div>`;
  });
  const isRest = group.some(({ remedies }) => remedies.some((remedy) => !isShown.has(keyOf(remedy))));
  return {
    severity,
    rules: group.map(ruleOf),
    namespaces: group.flatMap(({ subject }) => subject.namespace ?? []),
    classes: group.flatMap(({ storageClass }) => storageClass ?? []),
    ...(cluster === undefined ? {} : { cluster }),
    heading: nameOfCause(group),
    card: [
      paragraph(summaryOf(group, now)),
      ...dataRows(group),
      ...(allSteps.length > steps.length
        ? [
            styledLine(
              "careful",
              words(
                `These are ${steps.length} of ${allSteps.length} steps. The others are with the findings below.`,
              ),
            ),
          ]
        : []),
      ...findingRemedies(steps),
      ...(command === undefined
        ? []
        : [item(words("Details"), [verbatim([{ words: command, style: "command" }])])]),
    ],
    chain: nothing,
    more: {
      summary: `${counted(group.length, "finding")} with evidence${isRest ? ` and ${steps.length === 0 ? "" : "more "}steps` : ""}`,
      account: html`${drawingOf(chains)}${findings}${left > 0 ? html`<p>and ${left} more: -o wide</p>` : nothing}`,
      isOpen: severity === "error" && at === 0,
    },
  };
}

const mostSteps = 3;

/** What to do about a cause, each step once, the safest first. Many things of one kind are not cleaned up by the steps of the first. */
function stepsOf(group: Group<Finding>): readonly MarkedRemedy[] {
  const [{ cause, subject }] = group;
  if (cause.name === undefined && group.some((each) => nameKey(each.subject) !== nameKey(subject))) return [];
  const remedies = group.flatMap((finding) => finding.remedies);
  const each = [...new Map(remedies.map((remedy) => [keyOf(remedy), remedy])).values()];
  return safestFirst.flatMap((safety) => each.filter((remedy) => remedy.safety === safety));
}

/** Equal for steps that say the same. */
function keyOf({ safety, title, because, first, commands, steps, follows }: MarkedRemedy): string {
  return JSON.stringify([safety, title, because, first, commands, steps, follows]);
}

function drawingOf(chains: readonly Chain[]): Markup {
  return chains.length === 0 ? nothing : chainMarkup(graphOf({ diagnoses: chains, unread: [] }, mostDrawn));
}

/** What holds its subject, down to the root that the finding names, and the disk where it is one. */
function chainOf({ subject, holds, reason, data, disks = [] }: Finding): readonly Chain[] {
  if (holds === undefined || holds.length === 0) return [];
  const [disk, ...others] = disks;
  const fate: Fate | undefined =
    data === undefined || disk === undefined || others.length > 0 ? undefined : fateOf(data, disk);
  const roots = holds.filter((hold) => hold.reason === reason);
  return [{ object: subject, holds, roots, ...(fate === undefined ? {} : { fate }) }];
}

function fateOf(data: Fate["data"], { volume, bytes }: SizedDisk): Fate {
  return {
    data,
    because: [],
    volume: { apiVersion: "v1", kind: "PersistentVolume", name: volume },
    capacity: `${gibibytes(bytes)} GiB`,
  };
}
