import type { Acceptance, Remedy, Safety } from "../model/index.ts";

/** What must be accepted by one of these names is a loss. */
const losses: readonly string[] = [
  "DataDestroyed",
  "DataExposed",
  "DataGivenUp",
  "DiskLeaks",
  "SnapshotDestroyed",
  "SnapshotLeaks",
  "NodeMayStillWrite",
];

/** What must be accepted says more than the remedy knew. */
export function safetyWith(safety: Safety, dangers: readonly Acceptance[]): Safety {
  if (safety === "loses-data" || dangers.some(({ name }) => losses.includes(name))) return "loses-data";
  return dangers.length > 0 ? "risky" : safety;
}

/** The remedy, called no safer than what must be accepted for it. */
export function weighed(remedy: Remedy): Remedy {
  const safety = safetyWith(remedy.safety, remedy.fix?.accept ?? []);
  return safety === remedy.safety ? remedy : { ...remedy, safety };
}
