/** The cluster's present. The server says so in its answers, and then it is everybody's. */
export const present = Date.parse("2026-11-20T12:00:00Z");

export const minute = 60;
export const hour = 3600;
export const day = 86_400;

export function ago(seconds: number): string {
  return new Date(present - seconds * 1000).toISOString().replace(".000Z", "Z");
}

export function microsAgo(seconds: number): string {
  return ago(seconds).replace("Z", ".123456Z");
}
