import { type Cursor, delimited, varint } from "./cursor.ts";
import { Malformed } from "./malformed.ts";

const secondsADay = 86_400;
/** 0001-01-01, which is Go's zero time and stands for none, and the last second of the year 9999. */
const zero = -62_135_596_800;
const last = 253_402_300_799;

const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, "0"));
let day = { number: Number.NaN, text: "" };

/**
 * `metav1.Time` as JSON has it; `undefined` for none. Its protobuf has a field for nanoseconds, which is never used.
 * kubernetes/apimachinery pkg/apis/meta/v1/time_proto.go (v1.36).
 */
export function readTime(cursor: Cursor, end: number): string | undefined {
  const read = readTimestamp(cursor, end);
  return read === undefined ? undefined : `${secondsText(read.seconds)}Z`;
}

/** `metav1.MicroTime`: kubernetes/apimachinery pkg/apis/meta/v1/micro_time_proto.go (v1.36). */
export function readMicroTime(cursor: Cursor, end: number): string | undefined {
  const read = readTimestamp(cursor, end);
  if (read === undefined) return undefined;
  const micros = String(Math.trunc(read.nanos / 1000)).padStart(6, "0");
  return `${secondsText(read.seconds)}.${micros}Z`;
}

interface Timestamp {
  readonly seconds: number;
  readonly nanos: number;
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

function secondsText(seconds: number): string {
  const number = Math.floor(seconds / secondsADay);
  if (day.number !== number)
    day = { number, text: new Date(number * secondsADay * 1000).toISOString().slice(0, 11) };
  const rest = seconds - number * secondsADay;
  const minutes = Math.floor(rest / 60);
  return `${day.text}${twoDigits[Math.floor(minutes / 60)]}:${twoDigits[minutes % 60]}:${twoDigits[rest % 60]}`;
}
