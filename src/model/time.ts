/** Milliseconds since the epoch; `undefined` for what is absent or is no date of the years 1970 to 9999. */
export function instant(time: string | undefined): number | undefined {
  if (time === undefined) return undefined;
  if (time !== lastTime) {
    lastInstant = plainTime(time) ?? parsed(time);
    lastTime = time;
  }
  return lastInstant;
}

// Many ask for the age of an object, one after the other.
let lastTime: string | undefined;
let lastInstant: number | undefined;

function parsed(time: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\dT/.test(time)) return undefined;
  const at = Date.parse(time);
  return Number.isFinite(at) && at >= 0 ? at : undefined;
}

/** RFC 3339 without fractions, as Kubernetes writes it. */
export function timestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d{3}Z$/, "Z");
}

/** `time` less that many seconds; unchanged when it is no date. */
export function secondsBefore(time: string, seconds: number): string {
  const at = instant(time);
  return at === undefined || seconds === 0 ? time : timestamp(at - seconds * 1000);
}

/** Whole seconds from `time` to `now`, never negative; `undefined` when `time` is no date. */
export function secondsSince(time: string | undefined, now: number): number | undefined {
  const at = instant(time);
  return at === undefined ? undefined : Math.max(0, Math.floor((now - at) / 1000));
}

const zero = 48;
const daysBefore = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];
const form = "0000-00-00T00:00:00Z";

/**
 * Milliseconds since the epoch of a time as the API server writes it, such as `2026-11-20T12:00:00Z`; `undefined` for
 * every other form, and for what no calendar has. Every object is asked for its age many times: `Date.parse` takes ten
 * times as long.
 */
export function plainTime(time: string): number | undefined {
  if (!hasForm(time)) return undefined;
  const year = number(time, 0, 4);
  const month = number(time, 5, 2);
  const day = number(time, 8, 2);
  const hour = number(time, 11, 2);
  const minute = number(time, 14, 2);
  const second = number(time, 17, 2);
  if (year < 1970 || month < 1 || month > 12 || day < 1 || day > lengthOf(month, year)) return undefined;
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  return (((daysSince1970(year, month, day) * 24 + hour) * 60 + minute) * 60 + second) * 1000;
}

function hasForm(time: string): boolean {
  if (time.length !== form.length) return false;
  for (let at = 0; at < form.length; at++) {
    const expected = form.charCodeAt(at);
    const unit = time.charCodeAt(at);
    if (expected === zero ? unit < zero || unit > zero + 9 : unit !== expected) return false;
  }
  return true;
}

function number(time: string, begin: number, length: number): number {
  let value = 0;
  for (let at = begin; at < begin + length; at++) value = value * 10 + time.charCodeAt(at) - zero;
  return value;
}

function daysSince1970(year: number, month: number, day: number): number {
  const before = year - 1;
  const leapDays = Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400) - 477;
  const inYear = (daysBefore[month - 1] ?? 0) + (month > 2 && isLeap(year) ? 1 : 0) + day - 1;
  return (year - 1970) * 365 + leapDays + inYear;
}

function lengthOf(month: number, year: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return (daysBefore[month] ?? 365) - (daysBefore[month - 1] ?? 0);
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}
