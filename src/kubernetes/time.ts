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

/**
 * kubernetes/apimachinery pkg/util/duration/duration.go HumanDuration: an age as kubectl prints it. Takes whole
 * seconds, rounded towards zero.
 */
export function humanDuration(seconds: number): string {
  if (seconds < -1) return "<invalid>";
  if (seconds < 0) return "0s";
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  const years = Math.floor(days / 365);
  if (seconds < 120) return `${seconds}s`;
  if (minutes < 10) return both(minutes, "m", seconds % 60, "s");
  if (minutes < 180) return `${minutes}m`;
  if (hours < 8) return both(hours, "h", minutes % 60, "m");
  if (hours < 48) return `${hours}h`;
  if (days < 8) return both(days, "d", hours % 24, "h");
  if (days < 2 * 365) return `${days}d`;
  if (days < 8 * 365) return both(years, "y", days % 365, "d");
  return `${years}y`;
}

function both(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large}${largeUnit}` : `${large}${largeUnit}${small}${smallUnit}`;
}

const units: ReadonlyMap<string, number> = new Map([
  ["s", 1],
  ["m", 60],
  ["h", 3600],
  ["d", 86_400],
]);

/** The seconds in `30s`, `5m`, `2h30m` or `7d`; `undefined` for anything else. */
export function secondsIn(text: string): number | undefined {
  const parts = [...text.matchAll(/(\d{1,6})([smhd])/g)];
  if (parts.length === 0 || parts.map(([part]) => part).join("") !== text) return undefined;
  return parts.reduce((sum, [, digits, unit]) => sum + Number(digits) * (units.get(unit ?? "") ?? 0), 0);
}
