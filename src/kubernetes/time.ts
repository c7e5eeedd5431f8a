/** Milliseconds since the epoch; `undefined` for what is absent or is no date of the years 1970 to 9999. */
export function instant(time: string | undefined): number | undefined {
  if (time === undefined || !/^\d{4}-\d\d-\d\dT/.test(time)) return undefined;
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
