import type { Sign } from "./signs.ts";
import { signsIn } from "./signs.ts";

/** What an unmount error is about, as far as its words tell. */
export type UnmountTrouble = "busy" | "input-output" | "not-mounted" | "state-missing" | "nfs" | "other";

/** The first that is said counts. */
const order: readonly (readonly [Sign, UnmountTrouble])[] = [
  ["mount-record-missing", "state-missing"],
  ["busy", "busy"],
  ["io-error", "input-output"],
  ["nfs", "nfs"],
  ["not-mounted", "not-mounted"],
];

export function unmountTrouble(message: string): UnmountTrouble {
  const signs = signsIn(message);
  return order.find(([sign]) => signs.has(sign))?.[1] ?? "other";
}
