import type { Client } from "../../connection/http/client.ts";
import type { ObjectRef, Phrase, RawObject, Resource } from "../../kubernetes/index.ts";
import { groupOf, pluralOf } from "../../kubernetes/index.ts";
import type { CommandLine, OutcomeStatus, PlanItem, PlannedWrite, Write } from "../../report/index.ts";
import type { SavedObject } from "./backup.ts";
import type { FileSystem } from "./file-system.ts";

/** Everything outside of the executor, but for the server. */
export interface ExecutorSurroundings {
  readonly files: FileSystem;
  /** Where backups and the journal go. Absolute. */
  readonly directory: string;
  /** Version of this program, for the journal. */
  readonly version: string;
  /** Milliseconds since the epoch. */
  now(): number;
  /** From 0 up to 1. */
  random(): number;
  /** Ends early when the signal fires. */
  sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void>;
  /** Aborted when the person interrupts. */
  readonly signal?: AbortSignal | undefined;
  tell(event: ExecutorEvent): void;
}

export type ExecutorEvent =
  | { readonly told: "saved"; readonly saved: SavedObject }
  /** The audit line, as it stands in the journal. */
  | { readonly told: "recorded"; readonly line: JournalLine }
  /** Something takes long, or an earlier run left something open. */
  | { readonly told: "note"; readonly note: Phrase };

/**
 * One line of the journal. `intent`: what is about to be sent. `result`: what became of it. `decision`: something was
 * not begun, and why.
 */
export interface JournalLine {
  readonly time: string;
  readonly event: "intent" | "result" | "decision";
  /** The run and the number of the write in it: an intent and its result have the same. */
  readonly write: string;
  readonly [field: string]: unknown;
}

/** The server, and everything else outside. */
export interface Outside {
  readonly client: Client;
  readonly surroundings: ExecutorSurroundings;
}

/** Milliseconds. */
export const patience = {
  /** A server gives up on a request after 34 s at most: kubernetes/apiserver pkg/server/config.go (v1.36). */
  withoutAnswer: 40_000,
  withAnswer: 10_000,
  /** How long an answer is waited for after the person interrupted. */
  afterInterrupt: 5_000,
  oneLook: 10_000,
  betweenLooks: 2_000,
  /** What was seen of the cluster counts for so long. */
  oldestLook: 10_000,
  /** All waits together that the server asked for. */
  throttled: 20_000,
  /** How long a policy of the guards is left to hear of the latest changes. */
  guardHears: 1_000,
} as const;

export const mostResends = 3;

export function isInterrupted({ surroundings }: Outside): boolean {
  return surroundings.signal?.aborted === true;
}

/** What became of one step. */
export interface Outcome extends Pick<WriteEnd, "status" | "detail" | "check"> {
  readonly item: PlanItem;
  readonly step: PlannedWrite;
}

/**
 * What the server said to a write that it was asked not to store. `impossible`: something in the cluster cannot be
 * asked that way.
 */
export interface Preview {
  readonly status: "allowed" | "refused" | "impossible" | "unknown";
  readonly detail: Phrase;
  /**
   * `cluster`: the server refused, or a webhook or policy that it called. `guard`: one of pvguard's own, which judges by other
   * objects as they are now. `no webhook`: a webhook did not answer.
   */
  readonly by?: "cluster" | "guard" | "no webhook";
}

/** One write under way. */
export interface Flight {
  readonly outside: Outside;
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
  /** How a person finds out what became of it. */
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
