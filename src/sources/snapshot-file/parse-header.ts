import { instant, kinds, type Resource, type Scope, type UnreadReason } from "../../model/index.ts";
import { isRecord, own } from "../decode/index.ts";
import { headerType, type NotRead, type SnapshotHeader } from "./header.ts";
import type { RecordedHead } from "./read-head.ts";

type Fields = { readonly [key: string]: unknown };

type ParsedHeader =
  | { readonly ok: true; readonly header: SnapshotHeader }
  /** Can quote the file: untrusted. */
  | { readonly ok: false; readonly reason: string };

class Wrong extends Error {}

export function isHeader(value: unknown): boolean {
  if (!isRecord(value) || own(value, "kind") !== headerType.kind) return false;
  const apiVersion = own(value, "apiVersion");
  return typeof apiVersion === "string" && apiVersion.startsWith("pvguard.dev/");
}

export function parseHeader(value: unknown): ParsedHeader {
  try {
    return { ok: true, header: headerOf(fields(value, "the header")) };
  } catch (problem) {
    if (problem instanceof Wrong) return { ok: false, reason: problem.message };
    throw problem;
  }
}

function headerOf(value: Fields): SnapshotHeader {
  only(value, ["apiVersion", "kind", "takenAt", "source", "skipped", "reads", "notRead", "readings"]);
  const apiVersion = own(value, "apiVersion");
  if (apiVersion !== headerType.apiVersion) throw new Wrong(`apiVersion must be ${headerType.apiVersion}`);
  const takenAt = optionalText(value, "takenAt");
  if (takenAt !== undefined && instant(takenAt) === undefined) {
    throw new Wrong("takenAt must be a time such as 2026-11-20T12:00:00Z");
  }
  const source = optionalText(value, "source");
  return {
    ...(takenAt === undefined ? {} : { takenAt }),
    ...(source === undefined ? {} : { source }),
    skipped: list(value, "skipped").map((entry) => text(entry, "an entry of skipped")),
    reads: readsOf(value),
  };
}

function readsOf(value: Fields): SnapshotHeader["reads"] {
  const reads = own(value, "reads") ?? undefined;
  const hasReadings = Array.isArray(own(value, "readings"));
  if (reads === undefined && hasReadings) {
    return { by: "record", heads: list(value, "readings").map(recordedHead) };
  }
  if (reads !== "all" || hasReadings) throw new Wrong("it needs either `reads: all` or a list of readings");
  return { by: "exclusion", notRead: list(value, "notRead").map(notRead) };
}

function notRead(entry: unknown): NotRead {
  const value = fields(entry, "an entry of notRead");
  only(value, ["resource", "namespace", "reason"]);
  const namespace = optionalText(value, "namespace");
  return {
    resource: resource(value),
    ...(namespace === undefined ? {} : { namespace }),
    reason: own(value, "reason") === undefined ? "NotCollected" : reason(value),
  };
}

function recordedHead(entry: unknown): RecordedHead {
  const value = fields(entry, "an entry of readings");
  only(value, ["resource", "scope", "read", "reason", "detail", "count"]);
  const about = { resource: resource(value), scope: scope(own(value, "scope")) };
  const read = own(value, "read");
  if (read === false) {
    const detail = optionalText(value, "detail");
    return { ...about, read, reason: reason(value), ...(detail === undefined ? {} : { detail }) };
  }
  if (read !== true) throw new Wrong("read must be true or false");
  const count = own(value, "count");
  if (count === undefined) return { ...about, read };
  if (typeof count !== "number") throw new Wrong("count must be a number");
  return { ...about, read, count };
}

function scope(entry: unknown): Scope {
  const value = fields(entry, "scope");
  const of = own(value, "of");
  const namespace = optionalText(value, "namespace");
  if (of === "cluster") return { of };
  if (of === "namespace") return { of, namespace: text(namespace, "namespace") };
  const name = text(own(value, "name"), "name");
  if (of === "object") return { of, name, ...(namespace === undefined ? {} : { namespace }) };
  if (of !== "about") throw new Wrong("scope must be of cluster, namespace, object or about");
  return { of, namespace: text(namespace, "namespace"), name, kind: text(own(value, "kind"), "kind") };
}

function resource(value: Fields): Resource {
  const wanted = own(value, "resource");
  const known = kinds.find((kind) => kind.resource === wanted);
  if (known === undefined)
    throw new Wrong(`resource must be one such as v1/pods, not ${JSON.stringify(wanted)}`);
  return known.resource;
}

function reason(value: Fields): UnreadReason {
  const found = own(value, "reason");
  if (found === "Forbidden" || found === "NotServed" || found === "Unavailable" || found === "NotCollected") {
    return found;
  }
  throw new Wrong("reason must be Forbidden, NotServed, Unavailable or NotCollected");
}

function only(value: Fields, known: readonly string[]): void {
  const stranger = Object.keys(value).find((key) => !known.includes(key));
  if (stranger === undefined) return;
  throw new Wrong(`${stranger} is not a field here; there are ${known.join(", ")}`);
}

function fields(value: unknown, what: string): Fields {
  if (!isRecord(value)) throw new Wrong(`${what} must be an object`);
  return value;
}

function list(value: Fields, field: string): readonly unknown[] {
  const found = own(value, field) ?? [];
  if (!Array.isArray(found)) throw new Wrong(`${field} must be a list`);
  return found;
}

function optionalText(value: Fields, field: string): string | undefined {
  const found = own(value, field) ?? undefined;
  return found === undefined ? undefined : text(found, field);
}

function text(value: unknown, what: string): string {
  if (typeof value !== "string" || value === "") throw new Wrong(`${what} must be text`);
  return value;
}
