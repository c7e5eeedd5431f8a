import { type KubeObject, secondsSince } from "../../model/index.ts";

/** Did this happen at least so many seconds ago? What has no date counts as old. */
export function isOld(since: string | undefined, seconds: number, now: number): boolean {
  const age = secondsSince(since, now);
  return age === undefined || age >= seconds;
}

export function isOlderThan(object: KubeObject, seconds: number, now: number): boolean {
  return isOld(object.metadata.creationTimestamp, seconds, now);
}
