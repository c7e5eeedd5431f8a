import { knowledge } from "../knowledge.ts";
import { nameKey, pluralOf, say, words } from "../kubernetes/index.ts";
import type { RenderOptions } from "../render/index.ts";
import { auditRenderers } from "../render/index.ts";
import type { AuditReport } from "../report/index.ts";
import type { Request } from "./arguments/request.ts";
import { readRequest } from "./arguments/request.ts";
import { namespaceOf } from "./asking/select.ts";
import { audited } from "./audit/audited.ts";
import { contextsOf } from "./audit/contexts.ts";
import {
  auditFlags,
  baseline,
  by,
  configFile,
  olderThan,
  parallel,
  storageClass,
  watch,
} from "./audit/flags.ts";
import { narrowable } from "./audit/narrowed.ts";
import type { AuditSettings } from "./audit/settings.ts";
import { settingsForManifests, settingsOf } from "./audit/settings.ts";
import type { Threshold } from "./audit/threshold.ts";
import { isAtLeast } from "./audit/threshold.ts";
import type { Command, Invocation } from "./command.ts";
import type { ExitCode } from "./failure.ts";
import { Failure } from "./failure.ts";
import type { FlagValues } from "./flags/index.ts";
import { asGiven, config, isMachineFormat, outputsFlag, selector } from "./flags/index.ts";
import { formatsOf, isBare, outputsOf } from "./outputs.ts";
import { printRendered, printWarnings, renderOptions, saveRendered, tellUnread, worst } from "./print.ts";
import { ofDisks, price } from "./sources/disk-lists.ts";
import type { Source } from "./sources/source.ts";
import type { Output, Surroundings, Tell } from "./surroundings.ts";

const output = outputsFlag(auditRenderers.map(({ name }) => name));

export const audit: Command = {
  name: "audit",
  summary: "Find what is stuck, at risk or left behind in a whole cluster",
  description: `Checks a whole cluster or a namespace for volumes, claims, attachments and
snapshots that are stuck, will lose data, or were left behind.`,
  details: `audit checks every claim, volume, attachment and snapshot that you may read.
With -n it checks one namespace and the volumes behind it. It lists what it
could not read, and the rules that it therefore could not check.

With -o FORMAT=FILE, audit also writes its report to a file, whole or not at
all, and prints the text. -o can be given several times, and once without a
file.

On a cluster, audit reads up to 200 objects again before it reports them. A
finding that no longer holds is not reported.

With --watch, audit reads the same again after each --interval until it is
interrupted. It prints what is new and what is no longer found, and writes
the files again.

With --disks, audit compares the volumes with a list of disks, as the tool of
the storage backend prints it (aws ec2 describe-volumes ...). It says which
disks are leaked, missing, attached elsewhere or of another size. Backends
that keep their disks in the cluster need no file: --disks cluster.

To ignore a finding, annotate the object with pvguard.dev/ignore=CODE. Add
pvguard.dev/ignore-reason for the reason, pvguard.dev/ignore-until for an end.

With --contexts or --all-contexts, audit checks several clusters side by side.
If one of them cannot be read, the report says so and has the others.

Exit codes: 0 no finding as bad as --fail-on; 1 there is such a finding; 2
wrong usage; 3 there is none, but a rule could not check everything; 4 the
server could not be reached. With several clusters, 1 if one of them has such
a finding, or else 4 or 2 if one of them could not be read.`,
  usage: "[TYPE | TYPE/NAME ... | TYPE NAME ...]",
  examples: [
    { what: "Check the whole cluster", line: "audit" },
    { what: "Check one namespace", line: "audit -n shop" },
    { what: "In a pipeline: fail on warnings too", line: "audit --fail-on=warning -o sarif" },
    {
      what: "In a pipeline: text for the log, files for tools",
      line: "audit -o sarif=a.sarif -o json=a.json",
    },
    { what: "Check only volumes", line: "audit pv" },
    { what: "Check a StatefulSet with its claims, volumes and snapshots", line: "audit sts/db -n shop" },
    {
      what: "Find volumes of one storage class that were left behind",
      line: "audit --rules PVG301,PVG302 --storage-class gp3",
    },
    { what: "Show what is new since last week", line: "audit --baseline last-week.json" },
    { what: "Audit every minute, and report what changes", line: "audit --watch --interval 1m" },
    { what: "Compare with the disks that the backend lists", line: "audit --disks disks.json" },
    { what: "Check several clusters in one report", line: "audit --contexts prod,staging" },
    { what: "Check a dump instead of a cluster", line: "audit --from cluster.yaml" },
  ],
  common: ["namespace", "rules", "min-severity", "fail-on", "baseline", "from", "output"],
  flags: [...auditFlags, output],
  words: { of: "objects", resources: narrowable },
  isPaged: (flags) => !flags.isOn(watch),
  async run(invocation, surroundings) {
    const { flags } = invocation;
    const request = narrowingOf(invocation);
    const isDrawn = flags.texts(output).some((format) => /^html(?:=|$)/.test(format));
    const settings: AuditSettings = {
      ...settingsFor(await settingsOf(flags, knowledge.rules, surroundings), request),
      ...(isDrawn ? {} : { chains: "left out" }),
    };
    const contexts = await contextsOf(flags, surroundings);
    if (contexts !== undefined) {
      const { printSeveral } = await import("./audit/several.ts");
      const wanted = {
        contexts,
        parallel: flags.number(parallel),
        output,
        options: optionsFor(invocation, surroundings),
        scopeOf: (own: FlagValues, source: Source) =>
          request?.by === "name" ? (namespaceOf(own, source) ?? "") : "",
        audit: (own: FlagValues, source: Source, its: Surroundings) =>
          audited({ settings, request, flags: own }, source, its),
        exitCodeOf: (report: AuditReport) => exitCode(report, settings.failOn),
      };
      return await printSeveral(wanted, flags, surroundings);
    }
    const formats = formatsOf(auditRenderers, "findings");
    const outputs = await outputsOf(flags, output, formats, surroundings);
    const format = outputs.printed?.format;
    const watching = flags.isOn(watch) ? await import("./audit/watch.ts") : undefined;
    const every = watching?.intervalOf(flags, format);
    const read = async (tell?: Tell) => {
      const source = await surroundings.open(flags, tell, "all rules");
      if (source.start().clock !== "manifests")
        return { source, report: await audited({ settings, request, flags }, source, surroundings) };
      const own = settingsForManifests(settings, flags);
      const made = await audited({ settings: own, request, flags }, source, surroundings);
      // A command of kubectl would change a cluster, and not the manifests.
      const { places } = source.start();
      const findings = made.findings.map((finding) => {
        const place = places?.get(nameKey(finding.subject));
        return { ...finding, remedies: [], ...(place === undefined ? {} : { place }) };
      });
      return { source, report: { ...made, findings } };
    };
    const { report, source } = isMachineFormat(format)
      ? await read()
      : await surroundings.busy(words("Reading"), read);
    const renderer = (await outputs.printed?.load()) ?? auditRenderers[0];
    const options = { ...optionsFor(invocation, surroundings), manifests: report.clock === "manifests" };
    await printRendered(renderer, report, options, surroundings);
    if (isBare(format)) await tellUnread(report.unread, flags, surroundings);
    printWarnings(source, surroundings);
    const saved = await saveRendered(outputs, report, options, surroundings);
    if (watching === undefined || every === undefined)
      return worst([saved, exitCode(report, settings.failOn)]);
    const again = async () => {
      // What it has to say beside its report was said by the first one.
      const silent = { ...surroundings, err: silence };
      const now = await audited({ settings, request, flags }, source, silent);
      await saveRendered(outputs, now, options, surroundings);
      return now;
    };
    return await watching.watchOn({ report, source, every, again }, options, surroundings);
  },
};

const silence: Output = { write: () => {}, sent: async () => {}, columns: undefined, isTerminal: false };

function optionsFor({ words: objects, flags }: Invocation, surroundings: Surroundings): RenderOptions {
  const arrangement = flags.text(by) === "rule" ? ({ by: "rule" } as const) : {};
  const again = {
    audit: [...objects, ...asGiven([...narrowing, ...ofDisks, price], flags)],
    why: asGiven(ofDisks, flags),
  };
  return { ...renderOptions(surroundings, flags), again, ...arrangement };
}

/** Without these, an audit of one rule finds more, or other things. */
const narrowing = [config.namespace, selector, storageClass, olderThan, configFile];

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

function exitCode({ findings, silenced, skipped }: AuditReport, failOn: Threshold): ExitCode {
  if (findings.some(({ severity }) => isAtLeast(severity, failOn))) return 1;
  return silenced.length > 0 || skipped.length > 0 ? 3 : 0;
}
