import type { Reading } from "../cluster/index.ts";
import { knowledge } from "../knowledge.ts";
import { kindOf, pluralOf, say, words } from "../kubernetes/index.ts";
import { auditRenderers } from "../render/index.ts";
import type { AuditReport } from "../report/index.ts";
import type { Request } from "./arguments/request.ts";
import { readRequest } from "./arguments/request.ts";
import { namespaceOf, select } from "./asking/select.ts";
import { auditFlags, baseline, by } from "./audit/flags.ts";
import { narrowable, narrowed } from "./audit/narrowed.ts";
import { performed } from "./audit/perform.ts";
import type { AuditSettings } from "./audit/settings.ts";
import { settingsOf } from "./audit/settings.ts";
import type { Threshold } from "./audit/threshold.ts";
import { isAtLeast } from "./audit/threshold.ts";
import { onlyNamespaceIn, withRest } from "./audit/unjudged.ts";
import type { Command, Invocation } from "./command.ts";
import type { ExitCode } from "./failure.ts";
import { Failure, unreadable } from "./failure.ts";
import type { FlagValues } from "./flags/index.ts";
import { allNamespaces, config, formatOf, isMachineFormat, outputFlag } from "./flags/index.ts";
import { printLine, printRendered, printWarnings, renderOptions, tellUnread } from "./print.ts";
import type { Source } from "./sources/source.ts";
import type { Surroundings, Tell } from "./surroundings.ts";

const output = outputFlag(auditRenderers.map(({ name }) => name));

export const audit: Command = {
  name: "audit",
  summary: "Find what is stuck, at risk or left behind in a whole cluster",
  description: `Checks a whole cluster or a namespace for volumes, claims, attachments and
snapshots that are stuck, will lose data, or were left behind.`,
  details: `audit checks every claim, volume, attachment and snapshot that you may read.
With -n it checks one namespace and the volumes behind it. It lists what it
could not read, and the rules that it therefore could not check.

On a cluster, audit reads up to 200 objects again before it reports them. A
finding that no longer holds is not reported.

To ignore a finding, annotate the object with pvguard.dev/ignore=CODE. Add
pvguard.dev/ignore-reason for the reason, pvguard.dev/ignore-until for an end.

Exit codes: 0 no finding as bad as --fail-on; 1 there is such a finding; 2
wrong usage; 3 there is none, but a rule could not check everything; 4 the
server could not be reached.`,
  usage: "[TYPE | TYPE/NAME ... | TYPE NAME ...]",
  examples: [
    { what: "Check the whole cluster", line: "audit" },
    { what: "Check one namespace", line: "audit -n shop" },
    { what: "In a pipeline: fail on warnings too", line: "audit --fail-on=warning -o sarif" },
    { what: "Check only volumes", line: "audit pv" },
    { what: "Check a StatefulSet with its claims, volumes and snapshots", line: "audit sts/db -n shop" },
    {
      what: "Find volumes of one storage class that were left behind",
      line: "audit --rules PVG301,PVG302 --storage-class gp3",
    },
    { what: "Show what is new since last week", line: "audit --baseline last-week.json" },
    { what: "Check a dump instead of a cluster", line: "audit --from cluster.yaml" },
  ],
  common: ["namespace", "rules", "min-severity", "fail-on", "baseline", "from", "output"],
  flags: [...auditFlags, output],
  words: { of: "objects", resources: narrowable },
  isPaged: () => true,
  async run(invocation, surroundings) {
    const { flags } = invocation;
    const format = formatOf(flags, output);
    const request = narrowingOf(invocation);
    const settings = settingsFor(await settingsOf(flags, knowledge.rules, surroundings), request);
    const read = (tell?: Tell) => audited({ settings, request, flags }, surroundings, tell);
    const { report, source } = isMachineFormat(format)
      ? await read()
      : await surroundings.busy(words("Reading"), read);
    const renderer = auditRenderers.find(({ name }) => name === format) ?? auditRenderers[0];
    const arrangement = flags.text(by) === "rule" ? ({ by: "rule" } as const) : {};
    await printRendered(
      renderer,
      report,
      { ...renderOptions(surroundings, flags), ...arrangement },
      surroundings,
    );
    if (format === "name") await tellUnread(report.unread, flags, surroundings);
    printWarnings(source, surroundings);
    return exitCode(report, settings.failOn);
  },
};

/** What the audit is narrowed to; `undefined` for all. */
function narrowingOf(invocation: Invocation): Request | undefined {
  const { words: given, flags } = invocation;
  if (given.length === 0) return undefined;
  if ((flags.text(baseline) ?? "") !== "")
    throw new Failure("usage", say`error: --baseline compares whole audits: remove the object names`);
  return readRequest(given, flags, { command: "audit", resources: narrowable });
}

/** Of a type, the rules that look at it. */
function settingsFor(settings: AuditSettings, request: Request | undefined): AuditSettings {
  if (request?.by !== "type") return settings;
  const rules = settings.rules.filter(({ on }) =>
    on.some((resource) => request.resources.includes(resource)),
  );
  if (rules.length > 0) return { ...settings, rules };
  const plural = words(pluralOf(request.resources[0] ?? ""));
  throw new Failure("usage", say`error: no rule checks all ${plural}: name one, as in TYPE/NAME`);
}

interface Wanted {
  readonly settings: AuditSettings;
  readonly request: Request | undefined;
  readonly flags: FlagValues;
}

interface Audited {
  readonly report: AuditReport;
  readonly source: Source;
}

async function audited(
  { settings, request, flags }: Wanted,
  surroundings: Surroundings,
  tell?: Tell,
): Promise<Audited> {
  const source = await surroundings.open(flags, tell);
  const isNarrow = (flags.isGiven(config.namespace) && !flags.isOn(allNamespaces)) || isInNamespace(request);
  const namespace = isNarrow ? namespaceOf(flags, source) : undefined;
  if (request?.by === "name") await refuseAbsent(request, flags, source);
  const concerns = request && narrowed(request, namespaceOf(flags, source));
  const run = { settings, source, rest: surroundings.rest, narrowed: concerns };
  const { report, readings } = await performed(run, namespace);
  if (namespace !== undefined && report.findings.length === 0)
    await warnOfAbsence(namespace, source, surroundings);
  const only = isNarrow || source.kind !== "input" ? undefined : onlyNamespaceIn(source.start());
  if (only !== undefined) {
    printLine(
      surroundings.err,
      say`Warning: the input contains only namespace ${only}, so only the claims and pods of that namespace were checked`,
    );
    const kept = await performed(run, only);
    return { report: withRest(kept.report, report), source };
  }
  const own = source.namespace;
  if (
    own === undefined ||
    isNarrow ||
    request?.by === "name" ||
    flags.isOn(allNamespaces) ||
    !isKeptToOwn(report)
  ) {
    refuseBlind(readings, source);
    return { report, source };
  }
  printLine(
    surroundings.err,
    say`Warning: you may not list the claims of all namespaces, so this audit checks only namespace ${own} (as with -n ${own})`,
  );
  const kept = await performed(run, own);
  refuseBlind(kept.readings, source);
  return { report: kept.report, source };
}

/** Names are looked for in one namespace, as kubectl looks for them. */
function isInNamespace(request: Request | undefined): boolean {
  return request?.by === "name" && request.targets.every(({ resource }) => kindOf(resource).namespaced);
}

/** Of an object that does not exist nothing is found, which says nothing. */
async function refuseAbsent(request: Request, flags: FlagValues, source: Source): Promise<void> {
  const [failure] = (await select(request, flags, source)).failures;
  if (failure !== undefined) throw failure;
}

/** Of a namespace that was mistyped, nothing is found either. */
async function warnOfAbsence(namespace: string, source: Source, surroundings: Surroundings): Promise<void> {
  const answer = await source.select({ resource: "v1/namespaces", namespace: undefined, name: namespace });
  if (answer.state === "found" && answer.objects.length === 0)
    printLine(surroundings.err, say`Warning: namespace ${namespace} does not exist`);
}

/** Where every list failed, the audit has checked nothing, and reports only what failed. */
function refuseBlind(readings: readonly Reading[], source: Source): void {
  const failed = readings.flatMap((reading) =>
    reading.read || reading.reason === "NotServed" ? [] : [reading],
  );
  const [first] = failed;
  if (source.kind !== "live" || first === undefined || readings.some(({ read }) => read)) return;
  const lists = new Set(failed.map(({ resource }) => resource)).size;
  const { phrase } = unreadable(first, source);
  throw new Failure(
    "nothing-read",
    say`${phrase}; none of the ${lists} lists that the audit needs could be read`,
  );
}

/** May this person read claims of single namespaces at most? */
function isKeptToOwn({ unread }: AuditReport): boolean {
  return unread.some(
    ({ resource, scope, reason }) =>
      resource === "v1/persistentvolumeclaims" && scope.of === "cluster" && reason === "Forbidden",
  );
}

function exitCode({ findings, silenced, skipped }: AuditReport, failOn: Threshold): ExitCode {
  if (findings.some(({ severity }) => isAtLeast(severity, failOn))) return 1;
  return silenced.length > 0 || skipped.length > 0 ? 3 : 0;
}
