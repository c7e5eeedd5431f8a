import type { Reading } from "../../cluster/index.ts";
import { kindOf, say } from "../../kubernetes/index.ts";
import type { AuditReport } from "../../report/index.ts";
import type { Request } from "../arguments/request.ts";
import { namespaceOf, select } from "../asking/select.ts";
import { Failure, unreadable } from "../failure.ts";
import type { FlagValues } from "../flags/index.ts";
import { allNamespaces, config } from "../flags/index.ts";
import { printLine } from "../print.ts";
import type { Source } from "../sources/source.ts";
import { withDisks } from "../sources/with-disks.ts";
import type { Surroundings } from "../surroundings.ts";
import { narrowed } from "./narrowed.ts";
import { performed } from "./perform.ts";
import type { AuditSettings } from "./settings.ts";
import { onlyNamespaceIn, withRest } from "./unjudged.ts";

interface Wanted {
  readonly settings: AuditSettings;
  /** What it is narrowed to; `undefined` for all. */
  readonly request: Request | undefined;
  readonly flags: FlagValues;
}

type Told = Pick<Surroundings, "err" | "rest">;

/** Audits what the flags name, by what the source says. */
export async function audited(
  { settings, request, flags }: Wanted,
  given: Source,
  surroundings: Told,
): Promise<AuditReport> {
  const source = settings.disks === undefined ? given : withDisks(given, settings.disks);
  const isNarrow = (flags.isGiven(config.namespace) && !flags.isOn(allNamespaces)) || isInNamespace(request);
  const namespace = isNarrow ? namespaceOf(flags, source) : undefined;
  if (request?.by === "name") await refuseAbsent(request, flags, source);
  const concerns = request && narrowed(request, namespaceOf(flags, source));
  const run = { settings, source, rest: surroundings.rest, narrowed: concerns };
  const { report, readings } = await performed(run, namespace);
  if (namespace !== undefined && settings.disks !== undefined) sayWhichDisks(namespace, surroundings);
  if (namespace !== undefined && report.findings.length === 0)
    await warnOfAbsence(namespace, source, surroundings);
  const only = isNarrow || source.kind !== "input" ? undefined : onlyNamespaceIn(source.start());
  if (only !== undefined) {
    printLine(
      surroundings.err,
      say`Warning: the input contains only namespace ${only}, so only the claims and pods of that namespace were checked`,
    );
    const kept = await performed(run, only);
    return withRest(kept.report, report);
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
    return report;
  }
  printLine(
    surroundings.err,
    say`Warning: you may not list the claims of all namespaces, so this audit checks only namespace ${own} (as with -n ${own})`,
  );
  if (settings.disks !== undefined) sayWhichDisks(own, surroundings);
  const kept = await performed(run, own);
  refuseBlind(kept.readings, source);
  return { ...kept.report, only: own };
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

/** Few lists say for which claim a disk was made: in one namespace, most leaked disks are not seen. */
function sayWhichDisks(namespace: string, { err }: Told): void {
  printLine(
    err,
    say`Warning: of the disks without a volume, only those listed as made for a claim of namespace ${namespace} were checked. To check all of them, leave out -n`,
  );
}

/** Of a namespace that was mistyped, nothing is found either. */
async function warnOfAbsence(namespace: string, source: Source, surroundings: Told): Promise<void> {
  if (source.start().clock === "manifests") return;
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
