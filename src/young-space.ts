import { setFlagsFromString } from "node:v8";
// What of Node.js itself is loaded under another flag is compiled anew, and most servers pack what they send.
import "node:zlib";

/** Those that this was tried on. Another V8 may not know the flag, and would say so on stderr. */
const tried: ReadonlySet<number> = new Set([20, 22, 24]);

/**
 * Young objects get no more room than they have by now. V8 would double it again and again, up to 32 MB and more, all of which
 * is written to; and hardly anything that is made while lists are read or judged lives long.
 *
 * Returns what takes the flag back.
 */
export function keepYoungSpace(nodeVersion: string): () => void {
  if (!tried.has(Number.parseInt(nodeVersion, 10))) return () => {};
  setFlagsFromString("--semi-space-growth-factor=1");
  return () => setFlagsFromString("--semi-space-growth-factor=2");
}
