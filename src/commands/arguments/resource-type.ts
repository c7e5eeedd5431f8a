import type { Resource } from "../../kubernetes/index.ts";
import { apiVersionOf, groupOf, kinds, pluralOf } from "../../kubernetes/index.ts";
import type { TypeName } from "../../reading/live/index.ts";

type Kind = (typeof kinds)[number];

/**
 * The kind that a type argument names. As `resource.version.group` first, then as `resource.group`; a group may be cut
 * short. kubernetes/cli-runtime pkg/resource/builder.go mappingFor, v0.36, and kubernetes/apimachinery
 * pkg/runtime/schema ParseResourceArg.
 */
export function resourceNamed(type: string): Resource | undefined {
  const { name, readings } = typeName(type);
  const named = kinds.filter((kind) => namesOf(kind).includes(name));
  for (const { version, group } of readings) {
    const found =
      named.find((kind) => groupOfKind(kind) === group && serves(kind, version)) ??
      named.find((kind) => group !== "" && groupOfKind(kind).startsWith(group) && serves(kind, version));
    if (found !== undefined) return found.resource;
  }
  return readings.length === 0 ? named[0]?.resource : undefined;
}

/** Every name of a kind that a person may type, without its group. */
export function namesOf(kind: Kind): readonly string[] {
  return [pluralOf(kind.resource), kind.singular, kind.kind.toLowerCase(), ...kind.shortNames];
}

/** Perhaps with `.group` or `.version.group`. */
export function typeName(type: string): TypeName {
  const [name = "", second, ...others] = type.toLowerCase().split(".");
  if (second === undefined) return { name, readings: [] };
  const rest = [second, ...others].join(".");
  const asGroup = { version: undefined, group: rest };
  if (others.length === 0) return { name, readings: [asGroup] };
  return { name, readings: [{ version: second, group: others.join(".") }, asGroup] };
}

function versionsOf(kind: Kind): readonly string[] {
  const older = "olderVersions" in kind ? (kind.olderVersions ?? []) : [];
  return [apiVersionOf(kind.resource), ...older].map((version) => version.slice(version.indexOf("/") + 1));
}

function serves(kind: Kind, version: string | undefined): boolean {
  return version === undefined || versionsOf(kind).includes(version);
}

function groupOfKind(kind: Kind): string {
  return groupOf(apiVersionOf(kind.resource));
}
