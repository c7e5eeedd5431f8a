import { setFlagsFromString } from "node:v8";

/** Those that this was tried on. Another V8 may not know the flag, and would say so on stderr. */
const tried: ReadonlySet<number> = new Set([20, 22, 24]);

/**
 * Young objects get no more room than they have by now. V8 would double it again and again, up to 32 MB and more, all of which
 * is written to; and hardly anything that is made while lists are read or judged lives long.
 */
export function keepYoungSpace(nodeVersion: string): void {
  if (tried.has(Number.parseInt(nodeVersion, 10))) setFlagsFromString("--semi-space-growth-factor=1");
}
