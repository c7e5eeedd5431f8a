import type { Reading, Snapshot } from "../../cluster/index.ts";
import type { KubeObject } from "../../kubernetes/index.ts";
import { isTerminating, kindOf, nameKey, refOf, secondsSince } from "../../kubernetes/index.ts";
import type { AuditReport, Finding, RecentDeletions, Unjudged } from "../../report/index.ts";
import { fingerprintOf } from "../../report/index.ts";
import { inNamespace } from "../resources.ts";

/**
 * Claims and volumes of an input that are stuck for all to see, and of which no rule found anything while some rules could
 * not look everywhere. Where all of them could, their silence counts.
 *
 * @param olderThan seconds: what is being deleted for less is not stuck
 * @param report what the rules found, before anything is left out of it
 */
export function unjudgedIn(
  { readings, takenAt }: Snapshot,
  { findings, silenced }: Pick<AuditReport, "findings" | "silenced">,
  namespace: string | undefined,
  olderThan: number,
): readonly Unjudged[] {
  if (silenced.length === 0) return [];
  const objects = readings.flatMap((reading): readonly KubeObject[] =>
    reading.read ? [...reading.items] : [],
  );
  const now = Date.parse(takenAt);
  const isNew = ({ metadata }: KubeObject) =>
    (secondsSince(metadata.deletionTimestamp, now) ?? Number.POSITIVE_INFINITY) < olderThan;
  return withoutTold(
    inNamespace(objects, namespace).flatMap((object) => {
      const state = isNew(object) ? undefined : stuckState(object);
      return state === undefined ? [] : [{ object: refOf(object), state }];
    }),
    findings,
  );
}

/** Each object once, and none that something was found about. */
function withoutTold(unjudged: readonly Unjudged[], findings: readonly Finding[]): readonly Unjudged[] {
  const told = new Set(findings.map(({ subject }) => nameKey(subject)));
  const each = new Map(unjudged.map((one) => [nameKey(one.object), one]));
  return [...each].flatMap(([key, one]) => (told.has(key) ? [] : [one]));
}

function stuckState(object: KubeObject): string | undefined {
  switch (object.kind) {
    case "PersistentVolumeClaim": {
      const phase = object.status?.phase;
      return isTerminating(object) ? "Terminating" : phase === "Lost" ? phase : undefined;
    }
    case "PersistentVolume": {
      const phase = object.status?.phase;
      if (isTerminating(object)) return "Terminating";
      return phase === "Failed" || phase === "Released" ? phase : undefined;
    }
    default:
      return undefined;
  }
}

/**
 * The only namespace that an input covers. Its lists say nothing about other namespaces, so rules that need all of them
 * would report nothing. `undefined` if the input has a list of all namespaces, or covers several.
 */
export function onlyNamespaceIn({ readings }: Snapshot): string | undefined {
  const scopes = readings.flatMap((reading) => (isOfNamespaces(reading) ? [reading.scope] : []));
  const isWhole = scopes.some(({ of }) => of === "cluster");
  const shown = new Set(scopes.flatMap((scope) => ("namespace" in scope ? [scope.namespace] : [])));
  const [only, ...others] = shown;
  return isWhole || others.length > 0 ? undefined : only;
}

function isOfNamespaces({ read, resource, scope }: Reading): boolean {
  return read && (kindOf(resource).namespaced || "namespace" in scope);
}

/** What was found in one namespace, with what was found beside it in objects that lie in none. */
export function withRest(kept: AuditReport, all: AuditReport): AuditReport {
  const identityOf = (finding: Finding) => JSON.stringify([fingerprintOf(finding), finding.subject.uid]);
  const known = new Set(kept.findings.map(identityOf));
  const findings = [...kept.findings, ...all.findings.filter((each) => !known.has(identityOf(each)))];
  const recentDeletions = withRecent(kept.recentDeletions, all.recentDeletions);
  // What was found beside it is not counted among its causes.
  const { troubles: _, ...rest } = kept;
  return {
    ...rest,
    findings,
    unjudged: withoutTold(all.unjudged ?? [], findings),
    ...(recentDeletions === undefined ? {} : { recentDeletions }),
  };
}

function withRecent(one: RecentDeletions | undefined, other: RecentDeletions | undefined) {
  if (one === undefined || other === undefined) return one ?? other;
  const all = [...one.objects, ...other.objects];
  return { ...one, objects: [...new Map(all.map((ref) => [nameKey(ref), ref])).values()] };
}
