import { kindOf, kinds, say, words } from "../../model/index.ts";
import { resourceNamed } from "../arguments/resource-type.ts";
import { secondsIn } from "../duration.ts";
import { nearest } from "../nearest.ts";
import { Fields } from "./fields.ts";
import { endOf } from "./moment.ts";
import { severities, type Threshold } from "./severity.ts";

/** What a person decided to ignore. A part that is absent matches everything; names can hold `*` and `?`. */
export interface IgnoreEntry {
  /** Code or name of a rule. */
  readonly code: string;
  readonly kind?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly reason: string;
  readonly until?: string;
}

/** The file that `--config` names. Flags outweigh it. */
export interface AuditConfig {
  readonly rules: readonly string[];
  readonly skip: readonly string[];
  readonly ignore: readonly IgnoreEntry[];
  readonly olderThan?: string;
  readonly failOn?: Threshold;
}

export const noConfig: AuditConfig = { rules: [], skip: [], ignore: [] };

const version = "pvguard.dev/v1alpha1";

export function auditConfig(document: unknown, file: string): AuditConfig {
  const fields = new Fields(document, file);
  requireType(fields, "AuditConfig");
  fields.allow(["apiVersion", "kind", "rules", "skip", "ignore", "olderThan", "failOn"]);
  const olderThan = fields.text("olderThan");
  if (olderThan !== undefined && secondsIn(olderThan) === undefined)
    throw fields.refused("olderThan", say`must be a duration such as 30s, 5m, 2h or 7d, not "${olderThan}"`);
  return {
    rules: fields.texts("rules"),
    skip: fields.texts("skip"),
    ignore: fields.records("ignore").map(ignoreEntry),
    ...(olderThan === undefined ? {} : { olderThan }),
    ...(fields.text("failOn") === undefined
      ? {}
      : { failOn: fields.oneOf<Threshold>("failOn", [...severities, "never"]) }),
  };
}

/** Refuses a document of another kind or another version, and says which one this is. */
export function requireType(fields: Fields, kind: string): void {
  const found = fields.text("apiVersion");
  if (found === undefined)
    throw fields.refused("apiVersion", words(`is missing: must be ${version}, with kind ${kind}`));
  if (found !== version)
    throw fields.refused(
      "apiVersion",
      say`is ${found}, but this version of pvguard reads only ${words(version)}`,
    );
  if (fields.text("kind") !== kind)
    throw fields.refused("kind", say`must be ${words(kind)}, not "${fields.text("kind") ?? ""}"`);
}

function ignoreEntry(fields: Fields): IgnoreEntry {
  fields.allow(["code", "kind", "namespace", "name", "reason", "until"]);
  const until = fields.text("until");
  if (until !== undefined && endOf(until) === undefined) {
    throw fields.refused(
      "until",
      say`must be a date such as 2027-01-31, or a time in RFC 3339, not "${until}"`,
    );
  }
  const kind = fields.text("kind");
  const namespace = fields.text("namespace");
  const name = fields.text("name");
  return {
    code: fields.required("code"),
    reason: fields.required("reason"),
    ...(kind === undefined ? {} : { kind: kindIn(kind, fields) }),
    ...(namespace === undefined ? {} : { namespace }),
    ...(name === undefined ? {} : { name }),
    ...(until === undefined ? {} : { until }),
  };
}

function kindIn(text: string, fields: Fields): string {
  const resource = resourceNamed(text);
  if (resource !== undefined) return kindOf(resource).kind;
  const [meant] = nearest(
    text,
    kinds.map(({ kind }) => kind),
  );
  const hint = meant === undefined ? [] : words(`; did you mean ${meant}?`);
  throw fields.refused("kind", say`is unknown: "${text}"${hint}`);
}
