import { setFlagsFromString } from "node:v8";
// What of Node.js itself is loaded under another flag is compiled anew, and most servers pack what they send.
import "node:zlib";

/** Those that this was tried on. Another V8 may not know the flags, and would say so on stderr. */
const tried: ReadonlySet<number> = new Set([20, 22, 24]);

/**
 * Lists are packed, and hardly anything else that is made while they are read or judged lives long. So young objects get
 * no more room than they have by now; V8 would double it again and again, up to 32 MB and more, all of which is written
 * to. And the others are looked through when they take 40 % more than after the last time; V8 would wait for some 20 MB.
 *
 * Returns what takes the flags back.
 */
export function keepHeapSmall(nodeVersion: string): () => void {
  if (!tried.has(Number.parseInt(nodeVersion, 10))) return () => {};
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString("--heap-growing-percent=40");
  return () => {
    setFlagsFromString("--semi-space-growth-factor=2");
    setFlagsFromString("--heap-growing-percent=0");
  };
}
