import {
  type AuditReport,
  type Finding,
  fingerprintOf,
  kindOf,
  type Reading,
  type Snapshot,
} from "../../model/index.ts";
import { withoutTold } from "./unjudged.ts";

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
  return { ...kept, findings, unjudged: withoutTold(all.unjudged ?? [], findings) };
}
