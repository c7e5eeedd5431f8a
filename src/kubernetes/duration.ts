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
