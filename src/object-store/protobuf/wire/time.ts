import { type Cursor, delimited, varint } from "./cursor.ts";
import { Malformed } from "./malformed.ts";

const secondsADay = 86_400;
/** 0001-01-01, which is Go's zero time and stands for none, and the last second of the year 9999. */
const zero = -62_135_596_800;
const last = 253_402_300_799;

/** Times that came lately: those of an object are often the same. */
const places = 1 << 10;
const kept: { readonly seconds: number; readonly text: string }[] = new Array(places).fill({
  seconds: Number.NaN,
  text: "",
});

/** `2026-11-20T12:00:00Z`, to write into. */
const characters = Buffer.alloc(20);
let writtenDay = Number.NaN;

/**
 * `metav1.Time` as JSON has it; `undefined` for none. Its protobuf has a field for nanoseconds, which is never used.
 * kubernetes/apimachinery pkg/apis/meta/v1/time_proto.go (v1.36).
 */
export function readTime(cursor: Cursor, end: number): string | undefined {
  return timestamp.read(cursor, end) ? secondsText(timestamp.seconds) : undefined;
}

/** `metav1.MicroTime`: kubernetes/apimachinery pkg/apis/meta/v1/micro_time_proto.go (v1.36). */
export function readMicroTime(cursor: Cursor, end: number): string | undefined {
  return timestamp.read(cursor, end) ? microsText(timestamp) : undefined;
}

export function microsText({ seconds, nanos }: Timestamp): string {
  const micros = String(Math.trunc(nanos / 1000)).padStart(6, "0");
  return secondsText(seconds).replace("Z", `.${micros}Z`);
}

interface Timestamp {
  readonly seconds: number;
  readonly nanos: number;
}

/** The time that was read last: of the many times in a list, no object is made. */
class TimestampReader implements Timestamp {
  seconds = 0;
  nanos = 0;

  /** `false` for none. */
  read(cursor: Cursor, end: number): boolean {
    if (cursor.at === end) return false;
    const start = cursor.at;
    this.seconds = 0;
    this.nanos = 0;
    while (cursor.at < end) {
      const tag = cursor.uint32(end);
      if (tag === ((1 << 3) | varint)) this.seconds = cursor.integer(end);
      else if (tag === ((2 << 3) | varint)) this.nanos = cursor.integer(end);
      else if (tag === ((1 << 3) | delimited) || tag === ((2 << 3) | delimited))
        throw new Malformed("a time of the wrong type", cursor.at);
      else cursor.skip(tag & 7, end);
    }
    const { seconds, nanos } = this;
    if (seconds < zero || seconds > last || nanos < 0 || nanos > 999_999_999)
      throw new Malformed("a time that is none", start);
    return seconds !== zero || nanos !== 0;
  }
}

const timestamp = new TimestampReader();

export function secondsText(seconds: number): string {
  const place = seconds & (places - 1);
  const known = kept[place];
  if (known?.seconds === seconds) return known.text;
  const text = write(seconds);
  kept[place] = { seconds, text };
  return text;
}

/** Put together from strings, it would stay in pieces, which take more room. */
function write(seconds: number): string {
  const day = Math.floor(seconds / secondsADay);
  if (writtenDay !== day) {
    characters.write(new Date(day * secondsADay * 1000).toISOString().slice(0, 19), "latin1");
    characters.write("Z", 19, "latin1");
    writtenDay = day;
  }
  const rest = seconds - day * secondsADay;
  const minutes = Math.floor(rest / 60);
  writeTwoDigits(11, Math.floor(minutes / 60));
  writeTwoDigits(14, minutes % 60);
  writeTwoDigits(17, rest % 60);
  return characters.toString("latin1");
}

function writeTwoDigits(at: number, number: number): void {
  characters[at] = 0x30 + Math.floor(number / 10);
  characters[at + 1] = 0x30 + (number % 10);
}
