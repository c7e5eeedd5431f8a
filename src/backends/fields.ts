import { instant, isRecord, own } from "../kubernetes/index.ts";

// Reading what a tool printed: a value of another type than expected counts as missing.

/** The records in a list, wherever it is in the document. */
export function recordsIn(value: unknown): readonly { readonly [key: string]: unknown }[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** Is it a list, not an empty one, in which each row is a record like this? */
export function isListOf(
  value: unknown,
  isRow: (row: { readonly [key: string]: unknown }) => boolean,
): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((row) => isRecord(row) && isRow(row));
}

/** A field of a record; of anything else nothing. */
export function fieldIn(value: unknown, field: string): unknown {
  return isRecord(value) ? own(value, field) : undefined;
}

/** A text, or the digits of a number; not the empty text. */
export function textIn(value: unknown, field: string): string | undefined {
  const found = fieldIn(value, field);
  const text = typeof found === "number" ? String(found) : found;
  return typeof text === "string" && text !== "" ? text : undefined;
}

/** A time, in RFC 3339; `undefined` where it is none. */
export function timeIn(value: unknown, field: string): string | undefined {
  const text = textIn(value, field);
  return text === undefined || instant(text) === undefined ? undefined : text;
}

/** The same where the tool prints UTC without saying so. */
export function utcTimeIn(value: unknown, field: string): string | undefined {
  const text = textIn(value, field);
  const isBare = /T\d\d:\d\d:\d\d(?:\.\d+)?$/.test(text ?? "");
  return timeIn({ time: isBare ? `${text}Z` : text }, "time");
}

/** Whole bytes from a count of units, also where its digits are a text. */
export function bytesIn(value: unknown, field: string, unit: number): number | undefined {
  const count = Number(textIn(value, field) ?? Number.NaN);
  const bytes = count * unit;
  return Number.isSafeInteger(bytes) && bytes > 0 ? bytes : undefined;
}

export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const gibibyte = 1024 ** 3;

/** The uid of a claim that the name of its disk ends with, as `pvc-UID` does. */
export function claimUidIn(name: string | undefined): string | undefined {
  return /(?:^|-)([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/i
    .exec(name ?? "")?.[1]
    ?.toLowerCase();
}
