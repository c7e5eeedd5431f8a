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
