import type { Cursor } from "../../../src/object-store/protobuf/cursor.ts";
import { delimited, Malformed, varint } from "../../../src/object-store/protobuf/cursor.ts";

/** 0001-01-01, which is Go's zero time and stands for none, and the last second of the year 9999. */
const zero = -62_135_596_800;
const last = 253_402_300_799;

interface Timestamp {
  readonly seconds: number;
  readonly nanos: number;
}

/**
 * `metav1.Time` as JSON has it; `undefined` for none. Its protobuf has a field for nanoseconds, which is never used.
 * kubernetes/apimachinery pkg/apis/meta/v1/time_proto.go (v1.36).
 */
export function readTime(cursor: Cursor, end: number): string | undefined {
  const read = readTimestamp(cursor, end);
  return read && new Date(read.seconds * 1000).toISOString().replace(".000Z", "Z");
}

/** `metav1.MicroTime`: kubernetes/apimachinery pkg/apis/meta/v1/micro_time_proto.go (v1.36). */
export function readMicroTime(cursor: Cursor, end: number): string | undefined {
  const read = readTimestamp(cursor, end);
  const micros = String(Math.trunc((read?.nanos ?? 0) / 1000)).padStart(6, "0");
  return read && new Date(read.seconds * 1000).toISOString().replace(".000Z", `.${micros}Z`);
}

function readTimestamp(cursor: Cursor, end: number): Timestamp | undefined {
  if (cursor.at === end) return undefined;
  const start = cursor.at;
  let seconds = 0;
  let nanos = 0;
  while (cursor.at < end) {
    const tag = cursor.uint32(end);
    if (tag === ((1 << 3) | varint)) seconds = cursor.integer(end);
    else if (tag === ((2 << 3) | varint)) nanos = cursor.integer(end);
    else if (tag === ((1 << 3) | delimited) || tag === ((2 << 3) | delimited))
      throw new Malformed("a time of the wrong type", cursor.at);
    else cursor.skip(tag & 7, end);
  }
  if (seconds < zero || seconds > last || nanos < 0 || nanos > 999_999_999)
    throw new Malformed("a time that is none", start);
  return seconds === zero && nanos === 0 ? undefined : { seconds, nanos };
}
