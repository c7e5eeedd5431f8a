import type { CommandLine, ObjectRef, Phrase, RawObject, Resource, Write } from "../../model/index.ts";
import { groupOf, pluralOf } from "../../model/index.ts";
import type { OutcomeStatus } from "../outcome.ts";
import type { World } from "../world.ts";

/** One write under way. */
export interface Flight {
  readonly world: World;
  readonly write: Write;
  /** The object as it was read for the write. */
  readonly before: RawObject | "absent";
  /** Fires when the person interrupted and has waited long enough. */
  readonly grace: AbortSignal;
}

/** What became of a write. */
export interface WriteEnd {
  readonly status: OutcomeStatus;
  readonly detail: Phrase;
  readonly check?: CommandLine;
  /** The HTTP status of the last answer. */
  readonly code?: number;
  readonly auditId?: string;
}

export function ended(status: OutcomeStatus, detail: Phrase): WriteEnd {
  return { status, detail };
}

/** Something that a person has to look at. */
export function openEnd(
  status: "unproven" | "interrupted",
  detail: Phrase,
  resource: Resource,
  ref: ObjectRef,
): WriteEnd {
  return { status, detail, check: checkOf(resource, ref) };
}

export function placeOf(write: Write): readonly [Resource, ObjectRef] {
  return write.do === "create" ? [write.resource, write.ref] : [write.target.resource, write.target.ref];
}

/** How a person looks at the object. */
export function checkOf(resource: Resource, { apiVersion, name, namespace }: ObjectRef): CommandLine {
  const group = groupOf(apiVersion);
  const kind = group === "" ? pluralOf(resource) : `${pluralOf(resource)}.${group}`;
  const place = namespace === undefined ? [] : ["-n", namespace];
  return { argv: ["kubectl", "get", kind, name, ...place, "-o", "yaml"] };
}
